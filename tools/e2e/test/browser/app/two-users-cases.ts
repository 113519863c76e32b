import { expect, it } from "vitest";
import { endAtService } from "../support/tabs.ts";
import { north, south, type AppSetup, type Installation } from "./use-app.ts";

const list = "GET /units/listing";
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
