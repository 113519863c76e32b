import { expect, it } from "vitest";
import { endAtService } from "../support/tabs.ts";
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

const permission = "GET /auth/permission/units/action/view";

/** Tab A has one user, then tab B logs in as another one. */
export function twoUsersCases({ setup, proxy, profile, watch }: AppSetup): void {
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

  it.each([
    ["stop", "user_changed"],
    ["follow", "session_replaced"],
  ] as const)("a call of A that is refused meanwhile is not repeated as the other user (%s)", async (which, code) => {
    const { a, b } = await open(which);
    const first = await a.token();
    // Not the listing: the browser keeps the same request of another tab back until this one is answered.
    const held = proxy().hold(permission, "request");
    const outcome = a.may("units");
    await held.arrived;
    await b.logIn(south);
    await a.shows("status", which === "stop" ? "user_changed" : "active");
    await expect.poll(() => a.events()).toContain("user_changed store");
    await endAtService(setup.server().baseUrl, first);
    const seen = watch();
    held.release();
    expect(await outcome).toBe(code);
    expect(seen()).toEqual([{ user: north.username, operation: permission, token: first }]);
  });

  it.each(["stop", "follow"] as const)(
    "a late answer to the first user gives no token to the other (%s)",
    async (which) => {
      const { a, b } = await open(which);
      setup.server().rotateAfter(0);
      const held = proxy().hold(permission, "answer");
      const outcome = a.may("units");
      await held.arrived;
      setup.server().rotateAfter("default");
      const others = await b.logIn(south);
      const token = await b.token();
      await expect.poll(() => a.events()).toContain("user_changed store");
      held.release();
      expect(await outcome).toBe("allowed");
      await expect.poll(() => a.events()).toContain("stale_dropped session");
      if (which === "stop") await a.click("accept");
      expect(await a.use("list")).toBe(others);
      expect([await a.token(), await b.token()]).toEqual([token, token]);
    },
  );

  it("follow: A is told, and goes on as the other user at once", async () => {
    const { a, b } = await open("follow");
    const others = await b.logIn(south);
    await a.shows("user", south.username);
    const seen = watch();
    expect(await a.use("list")).toBe(others);
    expect(seen().map(({ user }) => user)).toEqual([south.username]);
    expect(await a.events()).toEqual(["token login", "user_changed store", "token adopted"]);
  });

  it("A goes on by itself when its own user is back", async () => {
    const { a, b, units } = await open("stop");
    await b.logIn(south);
    await a.shows("status", "user_changed");
    await b.logIn(north);
    await a.shows("status", "active");
    const seen = watch();
    expect(await a.use("list")).toBe(units);
    expect(seen().map(({ user }) => user)).toEqual([north.username]);
  });

  it("A logs in again: then B is the one that is told", async () => {
    const { a, b, units } = await open("stop");
    await b.logIn(south);
    await a.shows("status", "user_changed");
    expect(await a.logIn(north)).toBe(units);
    await b.shows("status", "user_changed");
    expect(await b.use("list")).toBe("user_changed");
    expect(await a.use("list")).toBe(units);
  });

  it("a listener that logs out when the user changes ends the session of its own tab, not that of the other user", async () => {
    const { a, b } = await open("stop");
    await a.page.evaluate(() => {
      fleetApp.session.subscribe(({ type }) => {
        if (type === "user_changed") void fleetApp.session.logout();
      });
    });
    const units = await b.logIn(south);
    await a.shows("status", "logged_out");
    const seen = watch();
    expect(await a.use("list")).toBe("logged_out");
    expect(seen()).toEqual([]);
    expect(await b.use("list")).toBe(units);
  });
}

/** Listeners that act while the session changes. */
export function listenerCases({ setup, profile, watch }: AppSetup): void {
  it.each([
    ["login", "logged_out"],
    ["rotated", /^[1-9]\d* units$/],
  ] as const)("a listener that logs out when a token comes (%s) ends the session everywhere", async (why, outcome) => {
    const { tab } = await profile();
    const [one, other] = [await tab("stop"), await tab("stop")];
    const seen = watch();
    await one.page.evaluate((wanted) => {
      fleetApp.session.subscribe((event) => {
        if (event.type === "token" && event.why === wanted) void fleetApp.session.logout();
      });
    }, why);
    let said = await one.logIn(north);
    if (why === "rotated") {
      await other.shows("status", "active");
      setup.server().rotateAfter(0);
      said = await one.use("list");
      setup.server().rotateAfter("default");
      await other.shows("status", "logged_out");
    }
    // The answer that brought the token is still the answer of the call.
    expect(said).toMatch(outcome);
    await one.shows("status", "logged_out");
    const operations = (): string[] => seen().map(({ operation }) => operation);
    await expect.poll(operations).toContain("POST /auth/logout");
    const statuses = (): Promise<number[]> =>
      Promise.all(seen().map(({ token }) => statusOf(setup.server().baseUrl, token)));
    await expect.poll(statuses).toEqual(seen().map(() => 401));
    expect(await other.use("list")).toBe(why === "login" ? "login_required" : "logged_out");
  });

  it("a listener that fails is told once, and changes nothing", async () => {
    const { tab } = await profile();
    const one = await tab("stop");
    await one.page.evaluate(() => {
      fleetApp.session.subscribe(() => {
        throw new Error("at once");
      });
      fleetApp.session.subscribe(() => Promise.reject(new Error("later")));
    });
    const units = await one.logIn(north);
    expect(await one.logIn(north)).toBe(units);
    await expect.poll(() => one.events()).toHaveLength(4);
    expect((await one.events()).toSorted()).toEqual([
      "hook_error listener",
      "hook_error listener",
      "token login",
      "token login",
    ]);
  });
}

async function statusOf(baseUrl: string, token = ""): Promise<number> {
  return (await fetch(`${baseUrl}/auth/token`, { headers: { authorization: `bearer ${token}` } })).status;
}
