import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type AuthOptions, isAuthError, memoryStore, type SessionRecord, type TokenStore } from "../src/index.ts";
import { faultyStore, type PlannedFault } from "../src/testing/index.ts";
import { codeOf, deferred, settle } from "./support/deferred.ts";
import { baseUrl, type Handler, respond, setUp } from "./support/fake-service.ts";
import { loginsInOutage } from "./support/outage.ts";
import { clockStart as start, virtualClock } from "./support/virtual-clock.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;

/** Sessions on one store, as in several processes: they hear nothing of each other, and look only when they must. */
function processes(count: number, handler: Handler, options: Partial<AuthOptions> = {}) {
  const store: TokenStore = options.store ?? { ...memoryStore(), watch: () => () => undefined };
  const time = virtualClock();
  const worlds = Array.from({ length: count }, () => setUp(handler, { time, ...options, store }));
  return { store, time, worlds, logins: () => worlds.reduce((sum, world) => sum + world.count(login), 0) };
}

describe("failed logins, told through the store", () => {
  test("all sessions of a store wait as long as one was told to, and say until when", async () => {
    const { worlds, logins, time } = processes(5, () => respond(429, { headers: { "retry-after": "30" } }));
    for (const { session } of worlds) {
      await expect(session.fetch(units)).rejects.toMatchObject({
        code: "login_backoff",
        retryAt: time.clock.now() + 30_000,
      });
    }
    expect(logins()).toBe(1);
    await time.advance(30_000);
    for (const { session } of worlds) await codeOf(session.fetch(units));
    expect(logins()).toBe(2);
  });

  test("the backoffs of all sessions of a store grow together, and end with the first success", async () => {
    let broken = true;
    const { worlds, logins, time, store } = processes(4, ({ operation }) =>
      operation === login && broken ? respond(503) : respond(200, operation === login ? { token: "L1" } : {}),
    );
    for (const backoff of [500, 2_000, 8_000]) {
      for (const { session } of worlds) expect(await codeOf(session.fetch(units))).toBe("login_backoff");
      await time.advance(backoff - 1);
      expect(await codeOf(worlds[3]?.session.fetch(units) ?? Promise.resolve())).toBe("login_backoff");
      await time.advance(1);
    }
    expect(logins()).toBe(3);
    broken = false;
    for (const { session } of worlds) expect((await session.fetch(units)).status).toBe(200);
    expect(logins()).toBe(4);
    const { token, backoff, refused } = { ...(await store.read()) };
    expect({ token, refused }).toEqual({ token: "L1", refused: undefined });
    expect(backoff).toMatchObject({ failures: 0, unproven: 1 });
  });

  test("of sessions that log in at once, the lock lets one try, and the others find its backoff", async () => {
    const { worlds, logins } = processes(20, () => respond(500));
    const codes = await Promise.all(worlds.map(({ session }) => codeOf(session.fetch(units))));
    expect(new Set(codes)).toEqual(new Set(["login_backoff"]));
    expect(logins()).toBe(1);
  });

  test("sessions of one store back off after the login of another timed out", async () => {
    const { worlds, logins } = processes(2, () => deferred<Response>().promise);
    const [one, two] = worlds;
    const pending = codeOf(one?.session.fetch(units) ?? Promise.resolve());
    await settle();
    await one?.time.advance(15_000);
    expect(await pending).toBe("login_timeout");
    await settle();
    expect(await codeOf(two?.session.fetch(units) ?? Promise.resolve())).toBe("login_backoff");
    expect(logins()).toBe(1);
  });

  test("a refused password is refused for all sessions of the store until it changes", async () => {
    let password = "wrong";
    const { worlds, logins, store } = processes(
      5,
      async ({ operation, request }) => {
        if (operation !== login) return respond(200);
        const body: unknown = await request.clone().json();
        return JSON.stringify(body).includes("right") ? respond(200, { token: "L1" }) : respond(401);
      },
      { credentials: () => ({ username: "demo.operator", password }) },
    );
    for (const { session } of worlds) expect(await codeOf(session.fetch(units))).toBe("credentials_rejected");
    expect(logins()).toBe(1);
    expect(JSON.stringify(await store.read())).not.toContain("wrong");
    password = "right";
    expect(await codeOf(worlds[2]?.session.fetch(units) ?? Promise.resolve())).toBe("resolved");
    expect(logins()).toBe(2);
  });

  test("credentials that somebody enters are sent, whatever the backoff", async () => {
    let broken = true;
    const { worlds, logins } = processes(2, ({ operation }) =>
      operation === login && broken ? respond(503) : respond(200, { token: "L1" }),
    );
    for (const { session } of worlds) await codeOf(session.fetch(units));
    broken = false;
    await worlds[1]?.session.login({ username: "another.operator", password: "p" });
    expect(logins()).toBe(2);
  });

  test("two sessions with a store each do not share a backoff", async () => {
    const down = processes(1, () => respond(503));
    const up = processes(1, () => respond(200, { token: "L1" }));
    expect(await codeOf(down.worlds[0]?.session.fetch(units) ?? Promise.resolve())).toBe("login_backoff");
    expect(await codeOf(up.worlds[0]?.session.fetch(units) ?? Promise.resolve())).toBe("resolved");
  });

  test("a backoff that is written leaves the session of another process alone", async () => {
    const store: TokenStore = { ...memoryStore(), watch: () => () => undefined };
    const good = setUp(() => respond(200, { token: "GOOD" }), { store });
    const ended = setUp(({ operation }) => (operation === login ? respond(503) : respond(200)), { store });
    ended.session.adopt("OWN");
    await ended.session.logout();
    await good.session.login();
    expect(await codeOf(ended.session.login({ username: "x", password: "y" }))).toBe("login_backoff");
    expect(await store.read()).toMatchObject({ token: "GOOD", backoff: { failures: 1 } });
    await good.session.fetch(units);
    expect(await good.session.getToken()).toBe("GOOD");
  });

  test("the store fails: the backoff holds here, and is written with the next change", async () => {
    const plan: PlannedFault[] = [{ on: "commit", fault: { kind: "fail" } }];
    const store = faultyStore(memoryStore(), plan);
    let broken = true;
    const { session, count, time } = setUp(
      ({ operation }) => (operation === login && broken ? respond(503) : respond(200, { token: "L1" })),
      { store },
    );
    for (let turn = 0; turn < 3; turn++) expect(await codeOf(session.fetch(units))).toBe("login_backoff");
    expect(count(login)).toBe(1);
    plan.length = 0;
    await session.flush();
    expect(await store.read()).toMatchObject({ sid: "", token: null, backoff: { failures: 1 } });
    broken = false;
    await time.advance(500);
    expect(await codeOf(session.fetch(units))).toBe("resolved");
    const { token, backoff } = { ...(await store.read()) };
    expect(token).toBe("L1");
    expect(backoff).toMatchObject({ failures: 0, unproven: 1 });
  });

  test("failures that two processes write at once are not lost", async () => {
    const memory = memoryStore();
    const gate = deferred<void>();
    const plan: PlannedFault[] = [
      { on: "lock", fault: { kind: "fail" } },
      { on: "commit", nth: 1, fault: { kind: "delay", until: gate.promise } },
    ];
    const slow = setUp(() => respond(429, { headers: { "retry-after": "60" } }), { store: faultyStore(memory, plan) });
    const quick = setUp(() => respond(503), { store: memory });
    const pending = codeOf(slow.session.fetch(units));
    await settle();
    await codeOf(quick.session.fetch(units));
    gate.resolve();
    await pending;
    await settle();
    expect(await memory.read()).toMatchObject({ backoff: { failures: 1, ms: 60_000 } });
    await expect(quick.session.fetch(units)).rejects.toMatchObject({ retryAt: quick.time.clock.now() + 60_000 });
  });

  test.each([
    ["far ahead", 864_000_000],
    ["far behind", -864_000_000],
  ])("with a clock that is %s of the writer's, nobody waits longer than the backoff was", async (_, jump) => {
    const store = memoryStore();
    const one = setUp(() => respond(429, { headers: { "retry-after": "30" } }), { store });
    await codeOf(one.session.fetch(units));
    const time = virtualClock();
    time.sleep(jump);
    const two = setUp(() => respond(200, { token: "L1" }), { store, time });
    await codeOf(two.session.fetch(units));
    await time.advance(30_000);
    expect(await codeOf(two.session.fetch(units))).toBe("resolved");
  });

  test.each([
    { backoff: null },
    { backoff: "soon" },
    { backoff: { failures: -1, until: Number.NaN, ms: "x" } },
    { backoff: { failures: 1e308, until: 1e308, ms: 1e308 } },
    { refused: 7 },
    { backoff: { failures: 3, until: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY } },
    { backoff: [], refused: null },
  ])("senseless notes %j do no harm: a login is tried within a day", async (notes) => {
    const store = memoryStore();
    await store.commit(0, {
      v: 1,
      serviceId: baseUrl,
      sid: "s",
      rev: 1,
      token: null,
      user: "",
      since: 0,
      ...notes,
    } as SessionRecord);
    const { session, time } = setUp(({ operation }) => respond(200, operation === login ? { token: "L1" } : {}), {
      store,
    });
    const first = await session.fetch(units).catch((error: unknown) => error);
    if (first instanceof Response) return expect(first.status).toBe(200);
    expect(first).toMatchObject({ code: "login_backoff" });
    const retryAt = isAuthError(first) ? (first.retryAt ?? Number.NaN) : Number.NaN;
    expect(retryAt - time.clock.now()).toBeLessThanOrEqual(86_400_000);
    await time.advance(86_400_000);
    expect((await session.fetch(units)).status).toBe(200);
  });
});

describe("an hour of outage under steady load causes at most 17 logins", () => {
  test.each([
    ["one process", 1],
    ["three processes on one store", 3],
  ])(
    "%s: few logins, and back within one longest backoff",
    async (_, count) => {
      for (const seed of [1, 2, 3]) {
        const { logins, recovery } = await loginsInOutage({
          seed,
          processes: count,
          callsPerSecond: 3,
          seconds: 3_600,
        });
        expect(logins, `seed ${seed}`).toBeLessThanOrEqual(17);
        expect(recovery, `seed ${seed}`).toBeLessThanOrEqual(600);
      }
    },
    60_000,
  );
});

const day = 86_400_000;

/** How long automatic logins back off after one response with such headers, by a session that adds no time of its own. */
async function backoffAfter(headers: Record<string, string>, status = 503) {
  const given = setUp(({ operation }) => respond(operation === login ? status : 200, { headers }), { random: () => 0 });
  const error: unknown = await given.session.fetch(`${baseUrl}/units`).catch((caught: unknown) => caught);
  if (!isAuthError(error, "login_backoff")) throw error;
  return { ...given, backoff: (error.retryAt ?? Number.NaN) - start };
}

describe("seconds", () => {
  const numbers = "Infinity -Infinity NaN 1e9 1E3 0x10 0b11 0o7 5.5 5. .5 5,5 1_000".split(" ");

  test.each([...numbers, "-5", "-0", "+5", "5 s", "5s", "10 20", "", "soon", "null", "true", "[5]"])(
    "%j is no number of seconds, and no date",
    async (value) => {
      expect((await backoffAfter({ "retry-after": value })).backoff).toBe(0);
    },
  );

  test("any number of digits is such a number, up to a sensible limit; anything else is not", async () => {
    const text = fc.oneof(
      fc.stringMatching(/^[0-9]{1,6}$/),
      fc.stringMatching(/^[0-9]{1,4}[.,eExX+_ -][0-9]{0,4}$/),
      fc.stringMatching(/^[ -~]{0,8}$/),
    );
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const { backoff } = await backoffAfter({ "retry-after": value });
        const trimmed = value.trim();
        const isNumber = /^\d+$/.test(trimmed);
        const asked = isNumber ? Number(trimmed) * 1_000 : 0;
        expect(backoff).toBe(Math.min(asked, day));
      }),
      { numRuns: 300 },
    );
  });
});

/** The three forms of RFC 9110 section 5.6.7, for 30 seconds after the start. */
const forms: readonly [string, string][] = [
  ["IMF-fixdate", "Tue, 01 Jan 2030 00:00:30 GMT"],
  ["RFC 850", "Tuesday, 01-Jan-30 00:00:30 GMT"],
  ["asctime", "Tue Jan  1 00:00:30 2030"],
];

describe("dates", () => {
  afterEach(() => void vi.unstubAllEnvs());

  test.each(forms)("%s, against the local clock and against the response's own date", async (_, value) => {
    expect((await backoffAfter({ "retry-after": value })).backoff).toBe(30_000);
    for (const [, date] of forms) expect((await backoffAfter({ date, "retry-after": value })).backoff).toBe(0);
    const date = "Tue, 01 Jan 2030 00:00:10 GMT";
    expect((await backoffAfter({ date, "retry-after": value })).backoff).toBe(20_000);
  });

  test.each(["Asia/Tokyo", "America/Los_Angeles"])("they are in GMT, wherever the machine is: %s", async (zone) => {
    vi.stubEnv("TZ", zone);
    expect(new Date(start).getHours()).not.toBe(0);
    for (const [, value] of forms) expect((await backoffAfter({ "retry-after": value })).backoff).toBe(30_000);
  });

  test("asctime with a day of two digits, and a year of two digits that is long past", async () => {
    expect((await backoffAfter({ "retry-after": "Tue Jan 15 00:00:00 2030" })).backoff).toBeGreaterThan(0);
    // RFC 9110 section 5.6.7: more than 50 years in the future is the century before.
    expect((await backoffAfter({ "retry-after": "Sunday, 06-Nov-94 08:49:37 GMT" })).backoff).toBe(0);
  });

  test("one that has passed means no backoff", async () => {
    expect((await backoffAfter({ "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" })).backoff).toBe(0);
  });

  test.each([
    "2030-01-01T00:00:30Z",
    "2030-01-01",
    "01 Jan 2030 00:00:30 GMT",
    "Tue, 01 Jan 2030 00:00:30",
    "Tue, 01 Jan 2030 00:00:30 +0100",
    "Tue, 01 Jan 2030 00:00:30 UTC",
    "Tue, 1 Jan 2030 00:00:30 GMT",
    "Tue, 32 Jan 2030 00:00:30 GMT",
    "Tue, 01 Foo 2030 00:00:30 GMT",
    "Tue, 01 Jan 2030 25:00:30 GMT",
    "Jan 1 2030",
    "1/1/2031",
  ])("%j is none", async (value) => {
    expect((await backoffAfter({ "retry-after": value })).backoff).toBe(0);
  });

  test("a Date of the response that is none is passed over", async () => {
    for (const date of ["0", "soon", "2030-01-01T00:00:10Z"]) {
      expect((await backoffAfter({ date, "retry-after": forms[0]?.[1] ?? "" })).backoff).toBe(30_000);
    }
  });
});

describe("an absurdly long backoff", () => {
  const absurd: readonly [string, Record<string, string>][] = [
    ["a day and a second", { "retry-after": "86401" }],
    ["thousands of years", { "retry-after": "99999999999" }],
    ["more seconds than a number can hold", { "retry-after": "9".repeat(400) }],
    ["the last date of all", { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }],
    ["a date in a year", { "retry-after": "Tue, 01 Jan 2031 00:00:00 GMT" }],
    ["a date, by a response of 1970", { date: "Thu, 01 Jan 1970 00:00:00 GMT", "retry-after": forms[0]?.[1] ?? "" }],
  ];

  test.each(absurd)("%s: shortened to a day at most, and then a login is tried again", async (_, headers) => {
    const { session, backoff, time, count, events } = await backoffAfter(headers);
    expect(backoff).toBeGreaterThanOrEqual(3_600_000);
    expect(backoff).toBeLessThanOrEqual(day);
    expect(Number.isSafeInteger(backoff)).toBe(true);
    expect(events).toContainEqual({ type: "login_backoff", until: start + backoff });
    await time.advance(backoff - 1);
    await session.fetch(`${baseUrl}/units`).catch(() => undefined);
    expect(count(login)).toBe(1);
    await time.advance(1);
    await session.fetch(`${baseUrl}/units`).catch(() => undefined);
    expect(count(login)).toBe(2);
  });
});

test.each([
  ["a status", () => respond(503)],
  ["a network error", () => Promise.reject(new TypeError("offline"))],
  ["no token", () => respond(200)],
  ["a malformed token", () => respond(200, { token: "two words" })],
])("a login that fails by %s: the backoff is announced", async (_, failed) => {
  const { session, events } = setUp(({ operation }) => (operation === login ? failed() : respond(200)));
  await session.fetch(`${baseUrl}/units`).catch(() => undefined);
  expect(events.filter(({ type }) => type === "login_backoff")).toEqual([
    { type: "login_backoff", until: expect.any(Number) },
  ]);
  await expect(session.fetch(`${baseUrl}/units`)).rejects.toMatchObject({ code: "login_backoff" });
});
