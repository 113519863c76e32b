import { describe, expect, test } from "vitest";
import { isAuthError } from "../src/index.ts";
import { respond, setUp, ways, type Handler } from "./support/fake-service.ts";

const login = "POST /auth/login";

/** Refuses every token, and hands out a newer one with each 401. `isHealed` ends that. */
function refusing() {
  let serial = 0;
  const state = { isHealed: false };
  const handler: Handler = ({ operation }) => {
    if (operation === login) return respond(200, { token: `L${++serial}` });
    return state.isHealed ? respond(200) : respond(401, { token: `N${++serial}` });
  };
  return { handler, state };
}

describe.each(ways)("a service that hands out a newer token with each 401, $name", (way) => {
  test("a call ends after a replay with the newer token, and two after a login", async () => {
    const { handler } = refusing();
    const { session, fetch, seen, count } = setUp(handler);
    session.adopt("T0");
    const response = await way.open(session, fetch)("/units");
    expect(response.status).toBe(401);
    expect(seen.map(({ operation, token }) => (operation === login ? login : token))).toEqual([
      "T0",
      "N1",
      login,
      "L3",
      "N4",
    ]);
    expect(count(login)).toBe(1);
  });

  test("without credentials the call rejects with login_required", async () => {
    const { handler } = refusing();
    const { session, fetch, seen } = setUp(handler, { credentials: undefined });
    session.adopt("T0");
    await expect(way.open(session, fetch)("/units")).rejects.toSatisfy((error) => isAuthError(error, "login_required"));
    expect(seen.map(({ token }) => token)).toEqual(["T0", "N1"]);
  });

  test("under steady load there is one login in ten seconds, and each call is sent a bounded number of times", async () => {
    const { handler } = refusing();
    const { session, fetch, time, seen, count } = setUp(handler);
    session.adopt("T0");
    const call = way.open(session, fetch);
    for (let round = 0; round < 30; round++) {
      const before = seen.length;
      expect((await call("/units")).status).toBe(401);
      expect(seen.length - before).toBeLessThanOrEqual(5);
      await time.advance(1_000);
    }
    expect(count(login)).toBeLessThanOrEqual(4);
    expect(count(login)).toBeGreaterThanOrEqual(2);
  });

  test("a hundred calls at once share one login", async () => {
    const { handler } = refusing();
    const { session, fetch, seen, count } = setUp(handler);
    session.adopt("T0");
    const call = way.open(session, fetch);
    const all = await Promise.all(Array.from({ length: 100 }, () => call("/units")));
    expect(all.every(({ status }) => status === 401)).toBe(true);
    expect(count(login)).toBe(1);
    expect(seen.length).toBeLessThanOrEqual(500);
  });

  test("as soon as a token works, calls succeed without a login", async () => {
    const { handler, state } = refusing();
    const { session, fetch, count } = setUp(handler);
    session.adopt("T0");
    const call = way.open(session, fetch);
    await call("/units");
    state.isHealed = true;
    expect((await call("/units")).status).toBe(200);
    expect((await call("/units")).status).toBe(200);
    expect(count(login)).toBe(1);
  });

  test("a call that is not repeated leads to a login for the next one, too", async () => {
    const { handler } = refusing();
    const { session, fetch, count } = setUp(handler, { replay: "never" });
    session.adopt("T0");
    const call = way.open(session, fetch);
    for (let calls = 0; calls < 3; calls++) expect((await call("/units")).status).toBe(401);
    expect(count(login)).toBe(1);
  });

  test("one 401 with a newer token that works causes no login", async () => {
    const { session, fetch, count } = setUp(({ token, operation }) => {
      if (operation === login) return respond(200, { token: "L" });
      return token === "T1" ? respond(200) : respond(401, { token: "T1" });
    });
    session.adopt("T0");
    const call = way.open(session, fetch);
    expect((await call("/units")).status).toBe(200);
    expect(count(login)).toBe(0);
  });
});
