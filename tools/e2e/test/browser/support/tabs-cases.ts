import { expect, it } from "vitest";
import type { BrowserSetup, Tab } from "./tabs.ts";
import { endAtService, newestToken } from "./tabs.ts";

const kinds = ["indexeddb", "local"] as const;
const tokenOf = ({ page }: Tab): Promise<string> => page.evaluate(() => fleetPage.token());
const all = <T>(tabs: readonly Tab[], act: (tab: Tab) => Promise<T>): Promise<T[]> => Promise.all(tabs.map(act));

/** Several tabs that share one store. */
export function tabsCases({ server, profile }: BrowserSetup): void {
  it("tabs log in once, and once again when all are refused together", async () => {
    const { tabs, logins } = await profile();
    const open = await tabs(2);
    await all(open, (tab) => tab.open());
    expect(await all(open, (tab) => tab.call())).toEqual([200, 200]);
    expect(logins()).toBe(1);
    await endAtService(server().baseUrl, await tokenOf(first(open)));
    expect(await all(open, (tab) => tab.call())).toEqual([200, 200]);
    expect(logins()).toBe(2);
    expect(await all(open, ({ page }) => page.evaluate(() => fleetPage.keptIn()))).toEqual(["indexeddb", "indexeddb"]);
  });

  it.each(kinds)(
    "ten tabs, one rotation: one write, one message without the token, ten take it up (%s)",
    async (storage) => {
      const { tabs, logins } = await profile();
      const open = await tabs(10);
      const [one, ...others] = open;
      await shareLogin(open, storage);
      await all(open, ({ page }) => page.evaluate(() => fleetPage.flush()));
      const traffic = () => all(open, ({ page }) => page.evaluate(() => fleetPage.traffic()));
      const before = await traffic();
      server().rotateAfter(0);
      await one?.call();
      const token = await tokenOf(first(open));
      server().rotateAfter("default");
      await all(open, ({ page }) => page.evaluate((newest) => fleetPage.holds(newest), token));
      const after = await traffic();
      const written = after.map(({ writes }, index) => writes - (before[index]?.writes ?? 0));
      const said = after.flatMap(({ messages }, index) => messages.slice(before[index]?.messages.length));
      expect(written).toEqual([1, ...others.map(() => 0)]);
      expect(said.map((message) => Object.keys(JSON.parse(message)))).toEqual([["sid", "rev"]]);
      expect(logins()).toBe(1);
    },
  );

  it.each(kinds)("end with the newest token after a storm of rotations in all of them (%s)", async (storage) => {
    const { tabs, logins } = await profile();
    const open = await tabs(4);
    await shareLogin(open, storage);
    server().rotateAfter(0);
    const results = await all(open, (tab) => Promise.all(Array.from({ length: 15 }, () => tab.call())));
    expect(new Set(results.flat())).toEqual(new Set([200]));
    server().rotateAfter("default");
    await all(open, ({ page }) => page.evaluate(() => fleetPage.flush()));
    const newest = await newestToken(server().baseUrl, await tokenOf(first(open)));
    await all(open, ({ page }) => page.evaluate((token) => fleetPage.holds(token), newest));
    expect(logins()).toBe(1);
  });

  it.each(kinds)(
    "a logout in one tab ends the others, without a login behind the user's back (%s)",
    async (storage) => {
      const { tabs, logins } = await profile();
      const open = await tabs(2);
      await shareLogin(open, storage);
      const [one, two] = [first(open), first(open.slice(1))];
      const ended = two.page.evaluate(() => fleetPage.ended());
      await one.page.evaluate(() => fleetPage.logout());
      await ended;
      expect(await two.call()).toBe("logged_out");
      expect(logins()).toBe(1);
    },
  );

  it("a commit to IndexedDB is compare-and-swap across processes: no revision has two winners", async () => {
    const open = await (await profile()).tabs(4);
    const won = await Promise.all(
      open.map(({ page }, index) =>
        page.evaluate((by) => fleetPage.raceCommits({ name: "race" }, by, 40), `tab ${index}`),
      ),
    );
    const revisions = won.flat().toSorted((a, b) => a - b);
    expect(revisions).toEqual(revisions.map((_, index) => index + 1));
    expect(won.filter((own) => own.length > 0).length).toBeGreaterThan(1);
  });
}

/**
 * Logs in through the first tab, then calls from the others. A tab may see what another wrote to localStorage a moment
 * later, so with that they wait until they see it.
 */
async function shareLogin(open: readonly Tab[], storage: (typeof kinds)[number]): Promise<void> {
  await all(open, (tab) => tab.open({ storage }));
  await first(open).call();
  if (storage === "local") await all(open, ({ page }) => page.waitForFunction(() => localStorage.length > 0));
  await all(open, (tab) => tab.call());
}

function first(tabs: readonly Tab[]): Tab {
  const [tab] = tabs;
  if (tab === undefined) throw new Error("There is no tab.");
  return tab;
}

/** Holds back this tab's login from now on. Resolves, when one was sent, to the way to let it go. */
async function holdLogin({ page }: Tab): Promise<{ sent: Promise<() => Promise<void>> }> {
  let told: (letGo: () => Promise<void>) => void = () => undefined;
  const sent = new Promise<() => Promise<void>>((resolve) => (told = resolve));
  await page.route("**/auth/login", (route) => told(() => route.continue()));
  return { sent };
}

/** A tab that is closed or frozen in the middle of its login. */
export function lifecycleCases({ profile }: BrowserSetup): void {
  it("a tab that is closed in the middle of its login frees the lock at once, and the next tab logs in", async () => {
    const { tab } = await profile();
    const [holder, waiter] = [await tab(), await tab()];
    await holder.open();
    await waiter.open({ lockWaitMs: 60_000 });
    const { sent } = await holdLogin(holder);
    const lost = holder.call().catch(() => "closed");
    await sent;
    const answer = waiter.call();
    // waitForFunction takes a promise for true.
    const waiting = (): Promise<number | undefined> =>
      waiter.page.evaluate(async () => (await navigator.locks.query()).pending?.length);
    await expect.poll(waiting).toBe(1);
    await holder.page.close();
    expect(await answer).toBe(200);
    expect(await lost).toBe("closed");
  });

  it("another tab waits only lockWaitMs for one that is frozen in the middle of its login; thawed, both agree", async () => {
    const { tab, context, logins } = await profile();
    const [frozen, other] = [await tab(), await tab()];
    await frozen.open();
    await other.open({ lockWaitMs: 300 });
    const { sent } = await holdLogin(frozen);
    const late = frozen.call();
    const letGo = await sent;
    const devtools = await context.newCDPSession(frozen.page);
    await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
    expect(await other.call()).toBe(200);
    await devtools.send("Page.setWebLifecycleState", { state: "active" });
    await letGo();
    expect(await late).toBe(200);
    await frozen.page.evaluate(() => fleetPage.flush());
    const token = await tokenOf(frozen);
    await other.page.evaluate((held) => fleetPage.holds(held), token);
    expect(await Promise.all([frozen.call(), other.call()])).toEqual([200, 200]);
    expect(logins()).toBe(2);
  });
}
