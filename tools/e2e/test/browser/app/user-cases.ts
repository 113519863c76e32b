import { expect, it } from "vitest";
import type { AppSetup, Installation } from "./use-app.ts";
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
