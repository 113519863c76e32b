import { expect, it } from "vitest";
import { endAtService, newestToken, type BrowserSetup, type Tab } from "./tabs.ts";

const kinds = ["indexeddb", "local"] as const;
const tokenOf = ({ page }: Tab): Promise<string> => page.evaluate(() => fleetPage.token());
const all = <T>(tabs: readonly Tab[], act: (tab: Tab) => Promise<T>): Promise<T[]> => Promise.all(tabs.map(act));

/** Several tabs that share one store. */
export function tabsCases({ server, profile }: BrowserSetup): void {
  it("G1 log in once, and once again when all are refused together", async () => {
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
    "G12 ten tabs, one rotation: one write, one message without the token, ten take it up (%s)",
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
    "G9 a logout in one tab ends the others, without a login behind the user's back (%s)",
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

  it("L8 a commit to IndexedDB is compare-and-swap across processes: no revision has two winners", async () => {
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
