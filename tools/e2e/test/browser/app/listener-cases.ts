import { expect, it } from "vitest";
import { north, type AppSetup } from "./use-app.ts";

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
