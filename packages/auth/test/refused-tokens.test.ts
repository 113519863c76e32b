import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AuthOptions, isAuthError, memoryStore, type TokenStore } from "../src/index.ts";
import { codeOf, settle } from "./support/deferred.ts";
import { baseUrl, credentials, type Handler, respond, setUp, ways } from "./support/fake-service.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;

/**
 * A service of several servers: the one that rotates gives T1 for T0, and the others do not know T1 yet. `accepted` says
 * which tokens they know.
 */
function world(accepted: readonly string[], options: Partial<AuthOptions> = {}) {
  const state = { accepted: new Set(accepted), logins: 0 };
  const bodies: string[] = [];
  const given = setUp(async ({ operation, token = "", request }) => {
    if (operation === login) {
      const fresh = `L${++state.logins}`;
      state.accepted.add(fresh);
      return respond(200, { token: fresh });
    }
    if (operation === "GET /rotate") return respond(200, { token: "T1" });
    bodies.push(await request.text());
    return respond(state.accepted.has(token) ? 200 : 401);
  }, options);
  const tokensOf = (operation: string): (string | undefined)[] =>
    given.seen.filter((one) => one.operation === operation).map(({ token }) => token);
  /** Holds T1, which has just replaced T0. */
  const rotate = async (): Promise<void> => {
    given.session.adopt("T0");
    await given.session.fetch(`${baseUrl}/rotate`);
    expect(await given.session.getToken()).toBe("T1");
  };
  return { ...given, state, bodies, tokensOf, rotate };
}

const noCredentials = { credentials: undefined };

describe.each(ways)("a token that was rotated a moment ago and is refused, $name", (way) => {
  test.each([
    ["without credentials", noCredentials],
    ["with credentials", {}],
  ])("%s: the previous one is tried, there is no login, and the new one stays", async (_, options) => {
    const { session, fetch, tokensOf, count, events, rotate } = world(["T0"], options);
    await rotate();
    expect((await way.open(session, fetch)("/units")).status).toBe(200);
    await settle();
    expect(tokensOf("GET /units")).toEqual(["T1", "T0"]);
    expect(count(login)).toBe(0);
    expect(events.map(({ type }) => type)).not.toContain("login_required");
    expect(await session.getToken()).toBe("T1");
    expect(session.snapshot()).toMatchObject({ status: "active", inFlight: 0 });
  });

  test("the previous one is refused too: one login, and each step once", async () => {
    const { session, fetch, tokensOf, count, rotate } = world([]);
    await rotate();
    expect((await way.open(session, fetch)("/units")).status).toBe(200);
    expect(tokensOf("GET /units")).toEqual(["T1", "T0", "L1"]);
    expect(count(login)).toBe(1);
  });

  test("every token is refused: each step once, and then the call rejects", async () => {
    const { session, fetch, state, tokensOf, count, rotate } = world([]);
    state.accepted.add = () => state.accepted;
    await rotate();
    expect(await codeOf(way.open(session, fetch)("/units"))).toBe("login_backoff");
    expect(tokensOf("GET /units")).toEqual(["T1", "T0", "L1"]);
    expect(count(login)).toBe(1);
  });
});

describe("a token that was rotated and is refused", () => {
  test.each([
    ["four seconds later: the previous one is tried", 4_000, ["T1", "T0"]],
    ["six seconds later: it is not", 6_000, ["T1", "L1"]],
  ])("%s", async (_, later, expected) => {
    const { session, tokensOf, time, rotate } = world(["T0"]);
    await rotate();
    await time.advance(later);
    expect((await session.fetch(units)).status).toBe(200);
    expect(tokensOf("GET /units")).toEqual(expected);
  });

  test("the wall clock plays no part", async () => {
    const { session, tokensOf, time, rotate } = world(["T0"]);
    await rotate();
    time.sleep(86_400_000);
    await session.fetch(units);
    expect(tokensOf("GET /units")).toEqual(["T1", "T0"]);
  });

  test("afterwards it is good everywhere: calls go out with it, and only once", async () => {
    const { session, state, tokensOf, rotate } = world(["T0"], noCredentials);
    await rotate();
    await session.fetch(units);
    state.accepted.add("T1");
    await session.fetch(units);
    expect(tokensOf("GET /units")).toEqual(["T1", "T0", "T1"]);
  });

  test("a response to the previous one that repeats the new one changes nothing; a still newer one is taken", async () => {
    for (const [given, held] of [
      ["T1", "T1"],
      ["T2", "T2"],
    ] as const) {
      const { session } = setUp(
        ({ operation, token }) => {
          if (operation === "GET /rotate") return respond(200, { token: "T1" });
          if (operation === "GET /auth/token") return respond(200, { body: { data: { token: held } } });
          return token === "T0" ? respond(200, { token: given }) : respond(401);
        },
        { credentials: undefined },
      );
      session.adopt("T0");
      await session.fetch(`${baseUrl}/rotate`);
      expect((await session.fetch(units)).status).toBe(200);
      await session.flush();
      expect(await session.getToken()).toBe(held);
    }
  });

  test("a call that was sent with the previous one is not sent with it again", async () => {
    let isRotated = false;
    const { session, seen } = setUp(({ operation }) => {
      if (operation === login) return respond(200, { token: "L1" });
      if (operation === "GET /rotate") return respond(200, { token: "T1" });
      const token = seen.at(-1)?.token;
      if (!isRotated) {
        isRotated = true;
        return session.fetch(`${baseUrl}/rotate`).then(() => respond(401));
      }
      return respond(token === "L1" ? 200 : 401);
    });
    session.adopt("T0");
    expect((await session.fetch(units)).status).toBe(200);
    const sent = seen.filter(({ operation }) => operation === "GET /units").map(({ token }) => token);
    expect(sent).toEqual(["T0", "T1", "L1"]);
  });

  test("refresh: there is no login either", async () => {
    const { session, count, events, rotate } = world(["T0"], noCredentials);
    await rotate();
    expect(await codeOf(session.refresh())).toBe("resolved");
    await settle();
    expect(count(login)).toBe(0);
    expect(events.map(({ type }) => type)).not.toContain("login_required");
  });

  test("another process rotated it: the previous one is tried as well", async () => {
    const store = memoryStore();
    const one = world(["T0"], { ...noCredentials, store });
    one.session.adopt("T0");
    await one.session.flush();
    const two = world(["T0"], { ...noCredentials, store });
    expect((await two.session.fetch(units)).status).toBe(200);
    await one.session.fetch(`${baseUrl}/rotate`);
    await one.session.flush();
    await settle();
    expect(await two.session.getToken()).toBe("T1");
    expect((await two.session.fetch(units)).status).toBe(200);
    expect(two.tokensOf("GET /units")).toEqual(["T0", "T1", "T0"]);
  });
});

describe("a token of another session is no previous one", () => {
  const cases: readonly [string, (session: ReturnType<typeof setUp>["session"], store: TokenStore) => unknown][] = [
    ["adopted", (session) => session.adopt("NEW")],
    ["after a logout", async (session) => (await session.logout(), session.adopt("NEW"))],
    ["adopted for another user", (session) => session.adopt("NEW", { user: "other.user" })],
  ];

  test.each(cases)("%s: it is not sent", async (_, begin) => {
    const store = memoryStore();
    const { session, tokensOf, rotate } = world(["T0", "T1"], { ...noCredentials, store });
    await rotate();
    await begin(session, store);
    expect(await codeOf(session.fetch(units))).toBe("login_required");
    expect(tokensOf("GET /units")).toEqual(["NEW"]);
  });

  test("a login as somebody else: the tokens of the first one are not sent", async () => {
    const { session, seen } = setUp(({ operation }) => {
      if (operation === "GET /rotate") return respond(200, { token: "T1" });
      return operation === login ? respond(200, { token: "OTHER" }) : respond(401);
    }, noCredentials);
    await session.login(credentials);
    await session.fetch(`${baseUrl}/rotate`);
    await session.login({ username: "other.user", password: "another" });
    await codeOf(session.fetch(units));
    const sent = seen.filter(({ operation }) => operation === "GET /units").map(({ token }) => token);
    expect(new Set(sent)).toEqual(new Set(["OTHER"]));
  });
});

test("whichever tokens the servers know: no step is done twice, and a login only if nothing else works", async () => {
  const subset = fc.subarray(["T0", "T1"]);
  await fc.assert(
    fc.asyncProperty(subset, fc.boolean(), fc.integer({ min: 1, max: 20 }), async (known, canLogIn, size) => {
      const given = world(known, canLogIn ? {} : noCredentials);
      await given.rotate();
      const results = await Promise.all(
        Array.from({ length: size }, (_, id) =>
          codeOf(given.session.fetch(`${units}/${id}`, { method: "POST", body: "x" })),
        ),
      );
      expect(given.count(login)).toBe(canLogIn && known.length === 0 ? 1 : 0);
      for (let id = 0; id < size; id++) {
        const sent = given.tokensOf(`POST /units/${id}`);
        expect(new Set(sent).size).toBe(sent.length);
        expect(results[id]).toBe(canLogIn || known.length > 0 ? "resolved" : "login_required");
      }
    }),
    { numRuns: 100 },
  );
});

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
    expect(await codeOf(way.open(session, fetch)("/units"))).toBe("login_backoff");
    expect(seen.map(({ operation, token }) => (operation === login ? login : token))).toEqual([
      "T0",
      "N1",
      login,
      "L3",
      "N4",
      // The question whether the service accepts it at all.
      "N5",
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

  test("under steady load logins back off, and each call leads to a bounded number of requests", async () => {
    const { handler } = refusing();
    const { session, fetch, time, seen, count } = setUp(handler);
    session.adopt("T0");
    const call = way.open(session, fetch);
    for (let round = 0; round < 30; round++) {
      const before = seen.length;
      expect(await codeOf(call("/units"))).toBe("login_backoff");
      expect(seen.length - before).toBeLessThanOrEqual(6);
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
    const all = await Promise.all(Array.from({ length: 100 }, () => codeOf(call("/units"))));
    expect(new Set(all)).toEqual(new Set(["login_backoff"]));
    expect(count(login)).toBe(1);
    expect(seen.length).toBeLessThanOrEqual(500);
  });

  test("as soon as a token works, calls succeed without a login", async () => {
    const { handler, state } = refusing();
    const { session, fetch, count } = setUp(handler);
    session.adopt("T0");
    const call = way.open(session, fetch);
    expect(await codeOf(call("/units"))).toBe("login_backoff");
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
