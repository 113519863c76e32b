import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AuthOptions, Fetch } from "../src/index.ts";
import { codeOf, settle } from "./support/deferred.ts";
import { baseUrl, fingerprintOf, inWaves, respond, type Seen, setUp, ways } from "./support/fake-service.ts";
import { clockStart as start } from "./support/virtual-clock.ts";

const reconcile = "GET /auth/token";
/** An HTTP date so many seconds after the start. */
const at = (seconds: number): string => new Date(start + seconds * 1_000).toUTCString();

/**
 * Holds T1, of a response from second 100. `GET /next` gets `token` and `headers`, the reconcile with
 * `current`.
 */
async function world(token: string, headers: Record<string, string>, options: Partial<AuthOptions> = {}) {
  const state = { current: "T1", status: 200 };
  const given = setUp(({ operation, request }) => {
    if (operation === reconcile)
      return respond(200, { body: { data: { token: state.current } }, headers: { date: at(200) } });
    if (request.url.endsWith("/first")) return respond(200, { token: "T1", headers: { date: at(100) } });
    return respond(state.status, { token, headers });
  }, options);
  given.session.adopt("T0");
  await given.session.fetch(`${baseUrl}/first`);
  return { ...given, state };
}

const cached: readonly Record<string, string>[] = [
  { age: "100" },
  { age: "1" },
  { age: "007" },
  { age: "99999999999999999999999" },
  // RFC 9111 section 5.1: of several values the first one counts.
  { age: "30, 60" },
  { age: "100", date: at(300) },
  { age: "0", date: at(99) },
  { date: at(99) },
  { date: at(-86_400 * 365) },
  // The two older forms of an HTTP date, RFC 9110 section 5.6.7.
  { date: "Tuesday, 01-Jan-19 00:00:00 GMT" },
  { date: "Tue Jan  1 00:00:00 2019" },
];

describe.each(ways)("a response from a cache, $name", (way) => {
  test.each(cached)("%j: its token is no evidence: the session reconciles", async (headers) => {
    const { session, fetch, events, count, state } = await world("OLD", headers);
    state.current = "T2";
    await way.open(session, fetch)("/next");
    await session.flush();
    expect(await session.getToken()).toBe("T2");
    expect(count(reconcile)).toBe(1);
    expect(session.snapshot().ambiguous).toBe(false);
    expect(events).toContainEqual({ type: "stale_dropped", why: "cached", fingerprint: fingerprintOf("OLD") });
  });

  test.each([200, 404, 500])("with status %i, where the held token is the newest: it stays", async (status) => {
    const { session, fetch, count, state } = await world("OLD", { age: "60" });
    state.status = status;
    await way.open(session, fetch)("/next");
    await session.flush();
    expect(await session.getToken()).toBe("T1");
    expect(count(reconcile)).toBe(1);
  });
});

describe("a response that is first-hand", () => {
  test.each([
    {},
    { age: "0" },
    { date: at(100) },
    { date: at(101) },
    { age: "0", date: at(5_000) },
    ...["-1", "abc", "1.5", "", "1e3", "0x10", "+5", "Infinity", "NaN", "5 s"].map((age) => ({ age })),
    ...["", "0", "1", "-1", "2000", "1546300800", "soon", "2020-01-01", "2020-01-01T00:00:00Z"].map((date) => ({
      date,
    })),
    ...["Tue, 01 Jan 2019", "Tue, 32 Jan 2019 00:00:00 GMT", "Tue, 01 Jan 2019 25:00:00 GMT"].map((date) => ({ date })),
    ...["Tue, 01 Jan 2019 00:00:00 +0000", "01 Jan 2019 00:00:00 GMT", "Jan 1 2019"].map((date) => ({ date })),
  ])("%j: its token is taken, and what is no date and no age plays no part", async (headers) => {
    const { session, count } = await world("T2", headers);
    await session.fetch(`${baseUrl}/next`);
    await session.flush();
    expect(await session.getToken()).toBe("T2");
    expect(count(reconcile)).toBe(0);
  });

  test("the response that gave the held token had no date, or the token was adopted: an older date says nothing", async () => {
    const { session, count } = await world("T2", { date: at(-5_000) });
    session.adopt("A1");
    await session.fetch(`${baseUrl}/next`);
    await session.flush();
    expect(await session.getToken()).toBe("T2");
    expect(count(reconcile)).toBe(0);
  });
});

describe("a response from a cache", () => {
  test("whose token says itself that it is newer is taken", async () => {
    const { session, count } = await world("f1.9.new", { age: "60" });
    session.adopt("f1.5.old");
    await session.fetch(`${baseUrl}/next`);
    await session.flush();
    expect(await session.getToken()).toBe("f1.9.new");
    expect(count(reconcile)).toBe(0);
  });

  test("reconcile: off: the held token stays, and nothing is sent", async () => {
    const { session, count, events } = await world("OLD", { age: "60" }, { reconcile: "off" });
    await session.fetch(`${baseUrl}/next`);
    await session.flush();
    expect(await session.getToken()).toBe("T1");
    expect(count(reconcile)).toBe(0);
    expect(events.at(-1)).toMatchObject({ type: "stale_dropped", why: "cached" });
  });

  test("that repeats the held token does not show that it is current", async () => {
    const { session, time } = await world("T1", { age: "60" });
    await time.advance(5_000);
    await session.fetch(`${baseUrl}/next`);
    expect(session.snapshot().confirmedAgeMs).toBe(5_000);
  });
});

describe("logins and reconciles that a cache responds to", () => {
  const passwordLogin: [string, (session: ReturnType<typeof setUp>["session"]) => Promise<unknown>][] = [
    ["login()", (session) => session.login()],
    ["a login that the application sends", (session) => session.fetch(`${baseUrl}/auth/login`, { method: "POST" })],
  ];

  test.each(passwordLogin)("%s: the old token is not what is held in the end", async (_, logIn) => {
    for (const held of [undefined, "NEWEST"]) {
      const { session } = setUp(({ operation }) => {
        if (operation === reconcile) return respond(200, { body: { data: { token: "NEWEST" } } });
        return respond(200, { token: "OLD", headers: { age: "600" } });
      });
      if (held !== undefined) session.adopt(held);
      await codeOf(logIn(session));
      await session.flush();
      const { fingerprint } = session.snapshot();
      expect(fingerprint).not.toBe(fingerprintOf("OLD"));
      if (held !== undefined) expect(fingerprint).toBe(fingerprintOf("NEWEST"));
    }
  });

  test("a login at a server whose clock is behind is a login like any other", async () => {
    const { session } = setUp(({ operation, token }) => {
      if (operation === "POST /auth/login") return respond(200, { token: "L1", headers: { date: at(-300) } });
      if (operation === reconcile) return respond(200, { body: { data: { token } } });
      return respond(200, { token: "T1", headers: { date: at(0) } });
    });
    session.adopt("T0");
    await session.fetch(`${baseUrl}/units`);
    await session.login();
    await session.flush();
    expect(await session.getToken()).toBe("L1");
  });

  test.each([
    ["header", () => respond(200, { token: "OLD", headers: { age: "60" } })],
    ["body", () => respond(200, { body: { data: { token: "OLD" } }, headers: { age: "60" } })],
  ])("a reconcile: the token in its %s is not taken, and it is not repeated at once", async (_, told) => {
    const { session, count } = setUp(({ operation }) => (operation === reconcile ? told() : respond(200)));
    session.adopt("HELD");
    await session.refresh();
    await session.flush();
    expect(await session.getToken()).toBe("HELD");
    expect(await codeOf(session.getToken({ fresh: true }))).toBe("token_unconfirmed");
    for (let turn = 0; turn < 5; turn++) await settle();
    expect(count(reconcile)).toBe(2);
    expect(session.snapshot().status).toBe("active");
  });

  test("a cache that keeps to the request's cache mode is passed by, or what it says is not believed", async () => {
    const { session } = setUp(() => respond(200), { fetch: cachingFetch(["OLD", "NEWEST"]) });
    session.adopt("T0");
    await session.refresh();
    const { fingerprint } = session.snapshot();
    await session.refresh();
    await session.flush();
    // The second reconcile must not get what the first one was told.
    if (fingerprint === fingerprintOf("OLD")) expect(await session.getToken()).toBe("NEWEST");
    else expect(await session.getToken()).toBe("T0");
  });
});

/** A service behind a cache, as browsers have one: `GET` responses are kept and given again, with their age. */
function cachingFetch(tokens: string[]): Fetch {
  let kept: { body: string; headers: Record<string, string> } | undefined;
  return async (input, init) => {
    const request = new Request(input, init);
    if (kept && !["no-store", "reload", "no-cache"].includes(request.cache)) {
      return new Response(kept.body, { headers: { ...kept.headers, age: "60" } });
    }
    kept = { body: JSON.stringify({ data: { token: tokens.shift() } }), headers: { date: at(0) } };
    return new Response(kept.body, { headers: kept.headers });
  };
}

/** Responds to every call with a new token, by the clock of one of several servers. */
function serversWithClocks(skews: readonly number[]) {
  const state = { serial: 0, calls: 0, second: 0 };
  const serve = ({ operation }: Seen): Response => {
    const skew = skews[state.calls++ % skews.length] ?? 0;
    const token = `T${++state.serial}`;
    const headers = { date: at(state.second++ + skew) };
    return operation === reconcile
      ? respond(200, { body: { data: { token } }, headers })
      : respond(200, { token, headers });
  };
  return { state, serve };
}

describe("servers whose clocks differ", () => {
  test("whatever the difference: the newest token is held when all is quiet", async () => {
    const skew = fc.integer({ min: -600, max: 600 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(skew, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 8 }),
        async (skews, calls) => {
          const { state, serve } = serversWithClocks(skews);
          const { session } = setUp(serve);
          session.adopt("T0");
          for (let index = 0; index < calls; index++) await session.fetch(`${baseUrl}/units/${index}`);
          await session.flush();
          expect(await session.getToken()).toBe(`T${state.serial}`);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("one response from the far future does not cost a reconcile for every later call", async () => {
    const { state, serve } = serversWithClocks([0]);
    const { session, count } = setUp((seen) =>
      seen.operation === "GET /future" ? respond(200, { token: "FUTURE", headers: { date: at(1e9) } }) : serve(seen),
    );
    session.adopt("T0");
    await session.fetch(`${baseUrl}/future`);
    for (let index = 0; index < 10; index++) {
      await session.fetch(`${baseUrl}/units/${index}`);
      await session.flush();
    }
    expect(count(reconcile)).toBeLessThanOrEqual(2);
    expect(await session.getToken()).toBe(`T${state.serial}`);
  });
});

test("responses from caches and first-hand ones in any order: the newest is held in the end, and no cache brought one", async () => {
  const call = fc.record({ isCached: fc.boolean(), hasAge: fc.boolean(), isOverlapping: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
      let serial = 0;
      const old = new Set<string>();
      const { session, events } = setUp(({ operation }) => {
        const [, how] = /^GET \/cached-(\w+)/.exec(operation) ?? [];
        const date = at(1_000 + serial);
        if (how === undefined) return respond(200, { token: `T${++serial}`, headers: { date } });
        const token = `OLD${old.size}`;
        old.add(token);
        return respond(200, { token, headers: how === "age" ? { age: "60" } : { date: at(0) } });
      });
      session.adopt("T0");
      await session.fetch(`${baseUrl}/first`);
      await inWaves(calls, ({ isCached, hasAge }, index) =>
        session.fetch(`${baseUrl}/${isCached ? `cached-${hasAge ? "age" : "date"}` : "direct"}/${index}`),
      );
      await session.flush();
      expect(await session.getToken()).toBe(`T${serial}`);
      const prints = new Set([...old].map(fingerprintOf));
      expect(events.filter((event) => event.type === "token" && prints.has(event.fingerprint))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("an Age of any length costs linear time", async () => {
  const { session } = setUp(({ operation }) =>
    operation === "POST /auth/login"
      ? respond(200, { token: "L1" })
      : respond(200, { headers: { age: `${"1".repeat(400_000)}x` } }),
  );
  await session.getToken();
  expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
});
