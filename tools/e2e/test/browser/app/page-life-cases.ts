import { expect, it } from "vitest";
import type { AppTab } from "./app-tab.ts";
import { isReady } from "./app-tab.ts";
import { north, south, type AppProfile, type AppSetup } from "./use-app.ts";
import type { BrowserKind } from "../support/tabs.ts";

/** A tab that is put aside by "back" and "forward", or frozen, while another tab goes on. */
export function pageLifeCases({ setup, site, profile, proxy }: AppSetup): void {
  const rotate = async (tab: AppTab): Promise<string> => {
    setup.server().rotateAfter(0);
    await tab.use("list");
    setup.server().rotateAfter("default");
    return tab.token();
  };
  const open = async (kind?: BrowserKind) => {
    const opened = await profile(kind);
    const [away, other] = [await opened.tab("stop"), await opened.tab("stop")];
    const units = await away.logIn(north);
    await other.shows("status", "active");
    return { ...opened, away, other, units };
  };

  it("back and forward: each page has the newest token, and knows of the other user", async () => {
    const { away, other, units, logins } = await open("whole");
    const { page } = away;
    const second = `${site().origin}/stop/?second`;
    await isIdle(page);
    await page.goto(second);
    await isReady(page);
    expect(await away.outcome()).toBe(units);
    const rotated = await rotate(other);
    await away.holds(rotated);
    await isIdle(page);
    expect(await travel(away, "back")).not.toBe(second);
    await away.holds(rotated);
    expect(await away.use("list")).toBe(units);
    const next = await rotate(other);
    await away.holds(next);
    await isIdle(page);
    expect(await travel(away, "forward")).toBe(second);
    await away.holds(next);
    expect(logins()).toBe(1);
    await other.logIn(south);
    await away.shows("status", "user_changed");
    await isIdle(page);
    await travel(away, "back");
    await away.shows("status", "user_changed");
    expect(await away.use("list")).toBe("user_changed");
  });

  it("frozen: it holds the newest token, and a late answer of its own changes nothing", async () => {
    const { away, other, context, logins } = await open();
    setup.server().rotateAfter(0);
    // Not the listing: the browser keeps the same request of another tab back until this one is answered.
    const held = proxy().hold("GET /auth/permission/units/action/view", "answer");
    const late = away.may("units");
    await held.arrived;
    const thaw = await freeze(context, away);
    held.release();
    await rotate(other);
    const newest = await rotate(other);
    await thaw();
    expect(await late).toBe("allowed");
    await away.holds(newest);
    await away.page.evaluate(() => fleetApp.session.flush());
    await other.page.evaluate(() => fleetApp.session.flush());
    expect(await Promise.all([away.token(), other.token()])).toEqual([newest, newest]);
    expect(logins()).toBe(1);
  });

  it("frozen while another user logs in: it is told before it sends anything", async () => {
    const { away, other, context } = await open();
    const thaw = await freeze(context, away);
    const others = await other.logIn(south);
    await thaw();
    await away.shows("status", "user_changed");
    expect(await away.use("list")).toBe("user_changed");
    await away.click("accept");
    expect(await away.use("list")).toBe(others);
  });

  it("frozen while the session is ended: it is logged out", async () => {
    const { away, other, context } = await open();
    const thaw = await freeze(context, away);
    await other.use("logout");
    await thaw();
    await away.shows("status", "logged_out");
    expect(await away.use("list")).toBe("logged_out");
  });
}

/** Waits until the session holds no lock: the browser puts no page aside that holds one. */
async function isIdle(page: AppTab["page"]): Promise<void> {
  await page.evaluate(() => fleetApp.session.flush());
}

/** Goes to the page that the browser has put aside. Resolves to its address. */
async function travel({ page }: AppTab, way: "back" | "forward"): Promise<string> {
  // A restored page is not loaded: there is no load event to wait for.
  await (way === "back" ? page.goBack({ waitUntil: "commit" }) : page.goForward({ waitUntil: "commit" }));
  await isReady(page);
  // A page that was loaded again has the type "back_forward", and says why it was not put aside.
  const loads = await page.evaluate(() =>
    performance.getEntriesByType("navigation").map((entry) => {
      const { type, notRestoredReasons } = entry.toJSON();
      return { type, notRestoredReasons };
    }),
  );
  expect(loads).toEqual([{ type: "navigate", notRestoredReasons: null }]);
  return page.url();
}

/** Resolves to the way to wake it up. */
async function freeze(context: AppProfile["context"], { page }: AppTab): Promise<() => Promise<void>> {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
  return async () => {
    await devtools.send("Page.setWebLifecycleState", { state: "active" });
    await devtools.detach();
  };
}
