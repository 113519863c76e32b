import { expect, it } from "vitest";
import { type BrowserSetup, type Tab } from "./tabs.ts";

const tokenOf = ({ page }: Tab): Promise<string> => page.evaluate(() => fleetPage.token());

/** Holds back this tab's login from now on. Resolves, when one was sent, to the way to let it go. */
async function holdLogin({ page }: Tab): Promise<{ sent: Promise<() => Promise<void>> }> {
  let told: (letGo: () => Promise<void>) => void = () => undefined;
  const sent = new Promise<() => Promise<void>>((resolve) => (told = resolve));
  await page.route("**/auth/login", (route) => told(() => route.continue()));
  return { sent };
}

/** A tab that is closed, frozen, or put into the back/forward cache. */
export function lifecycleCases({ server, profile, origin }: BrowserSetup): void {
  it("G2 is closed in the middle of its login: the lock is free at once, the next tab logs in", async () => {
    const { tab } = await profile();
    const [holder, waiter] = [await tab(), await tab()];
    await holder.open();
    await waiter.open({ lockWaitMs: 60_000 });
    const { sent } = await holdLogin(holder);
    const lost = holder.call().catch(() => "closed");
    await sent;
    const answer = waiter.call();
    await waiter.page.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 1);
    await holder.page.close();
    expect(await answer).toBe(200);
    expect(await lost).toBe("closed");
  });

  it("G2 is frozen in the middle of its login: the other waits for lockWaitMs only; thawed, both agree", async () => {
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

  it("is frozen while the token rotates: awake again, it holds the newest one before it asks for anything", async () => {
    const { tab, context, logins } = await profile();
    const [frozen, other] = [await tab(), await tab()];
    await frozen.open();
    await other.open();
    await frozen.call();
    await other.call();
    const devtools = await context.newCDPSession(frozen.page);
    await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
    server().rotateAfter(0);
    await other.call();
    server().rotateAfter("default");
    await other.page.evaluate(() => fleetPage.flush());
    await devtools.send("Page.setWebLifecycleState", { state: "active" });
    await frozen.page.evaluate((newest) => fleetPage.holds(newest), await tokenOf(other));
    expect(logins()).toBe(1);
  });

  it("G8 comes back from the back/forward cache: it reads the store before it asks for anything", async () => {
    const { tab, logins } = await profile("whole");
    const [back, other] = [await tab(), await tab()];
    await back.open();
    await other.open();
    await back.call();
    await other.call();
    // The browser puts no page aside that holds a lock.
    await back.page.evaluate(() => fleetPage.flush());
    await back.page.goto(`${origin()}/elsewhere`);
    server().rotateAfter(0);
    await other.call();
    server().rotateAfter("default");
    await other.page.evaluate(() => fleetPage.flush());
    // A restored page is not loaded: there is no load event to wait for.
    await back.page.goBack({ waitUntil: "commit" });
    await back.page.waitForFunction(() => "fleetPage" in globalThis);
    expect(await back.page.evaluate(() => fleetPage.restored())).toBe(1);
    await back.page.evaluate((newest) => fleetPage.holds(newest), await tokenOf(other));
    expect(logins()).toBe(1);
  });
}
