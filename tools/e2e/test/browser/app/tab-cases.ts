import { expect, it } from "vitest";
import type { BrowserKind } from "../support/tabs.ts";
import type { AppTab } from "./app-tab.ts";
import { isReady } from "./app-tab.ts";
import type { AppProfile, AppSetup, Installation } from "./use-app.ts";
import { north, south } from "./use-app.ts";

const list = "GET /units/listing";

/** Several tabs of one user. */
export function oneUserCases({ setup, proxy, profile, watch }: AppSetup): void {
  it.each(["direct", "same"] as const)("log in once in one tab, and both work (%s origin)", async (installation) => {
    const { tab, logins } = await profile();
    const [one, other] = [await tab(installation), await tab(installation)];
    expect(await other.events()).toEqual([]);
    const units = await one.logIn(north);
    expect(units).toMatch(/^[1-9]\d* units$/);
    await other.shows("user", north.username);
    expect(await other.use("list")).toBe(units);
    expect(await one.events()).toEqual(["token login"]);
    expect(await other.events()).toEqual(["token adopted"]);
    expect(logins()).toBe(1);
  });

  it("a rotation in one tab is used by the other", async () => {
    const { tab, logins } = await profile();
    const [one, other] = [await tab("stop"), await tab("stop")];
    const units = await one.logIn(north);
    setup.server().rotateAfter(0);
    await one.use("list");
    setup.server().rotateAfter("default");
    const newest = await one.token();
    await other.holds(newest);
    const seen = watch();
    expect(await other.use("list")).toBe(units);
    expect(seen()).toEqual([{ user: north.username, operation: list, token: newest }]);
    expect(logins()).toBe(1);
  });

  it("a logout in one tab ends the other, which sends nothing any more; both use the next login after a reload", async () => {
    const { tab, logins } = await profile();
    const [one, other] = [await tab("stop"), await tab("stop")];
    const units = await one.logIn(north);
    await other.shows("status", "active");
    expect(await one.use("logout")).toBe("logged out");
    await other.shows("status", "logged_out");
    await other.shows("user", "nobody");
    const seen = watch();
    expect(await other.use("list")).toBe("logged_out");
    await other.reload();
    expect(await other.use("list")).toBe("login_required");
    // Also the tab that logged out: what `logout()` did was done when it said so.
    await one.reload();
    expect(await one.use("list")).toBe("login_required");
    expect(seen()).toEqual([]);
    expect(await one.logIn(north)).toBe(units);
    await other.shows("user", north.username);
    expect(await other.use("list")).toBe(units);
    expect(logins()).toBe(2);
  });

  it("a reload goes on with the session, also when it loses an answer with a newer token", async () => {
    const { tab, logins } = await profile();
    const one = await tab("stop");
    const units = await one.logIn(north);
    await one.reload();
    await one.shows("user", north.username);
    expect(await one.outcome()).toBe(units);
    setup.server().rotateAfter(0);
    const lost = proxy().hold(list, "answer");
    await one.click("list");
    await lost.arrived;
    await one.reload();
    lost.release();
    expect(await one.use("list")).toBe(units);
    expect(logins()).toBe(1);
  });
}

/** Tab A has one user, then tab B logs in as another one. */
export function twoUsersCases({ profile, watch }: AppSetup): void {
  const open = async (installation: Installation) => {
    const { tab } = await profile();
    const [a, b] = [await tab(installation), await tab(installation)];
    const units = await a.logIn(north);
    await b.shows("status", "active");
    return { a, b, units };
  };

  it("A is told and sends nothing as the other user, until the application accepts that user", async () => {
    const { a, b, units } = await open("stop");
    const others = await b.logIn(south);
    expect(others).not.toBe(units);
    await a.shows("status", "user_changed");
    await a.shows("user", "nobody");
    const seen = watch();
    expect(await a.use("list")).toBe("user_changed");
    expect(await a.page.evaluate(() => fleetApp.session.refresh().catch(({ code }) => code))).toBe("user_changed");
    expect(seen()).toEqual([]);
    await a.click("accept");
    await a.shows("user", south.username);
    expect(await a.use("list")).toBe(others);
    expect(seen().map(({ user, operation }) => `${user} ${operation}`)).toEqual([`${south.username} ${list}`]);
    expect(await a.events()).toEqual(["token login", "user_changed store", "token adopted"]);
    expect(await b.events()).toEqual(["token adopted", "user_changed here", "token login"]);
  });

  it("follow: A is told, and goes on as the other user at once", async () => {
    const { a, b } = await open("follow");
    const others = await b.logIn(south);
    await a.shows("user", south.username);
    const seen = watch();
    expect(await a.use("list")).toBe(others);
    expect(seen().map(({ user }) => user)).toEqual([south.username]);
    expect(await a.events()).toEqual(["token login", "user_changed store", "token adopted"]);
  });
}

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
