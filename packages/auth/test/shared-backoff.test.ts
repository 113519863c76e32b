import { describe, expect, test } from "vitest";
import { isAuthError, memoryStore, type AuthOptions, type SessionRecord, type TokenStore } from "../src/index.ts";
import { faultyStore, type PlannedFault } from "../src/testing/index.ts";
import { respond, baseUrl, setUp, type Handler } from "./support/fake-service.ts";
import { virtualClock } from "./support/virtual-clock.ts";
import { deferred, settle } from "./support/deferred.ts";
import { loginsInOutage } from "./support/outage.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "resolved",
    (error: unknown) => (isAuthError(error) ? error.code : error),
  );

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
    expect({ token, backoff, refused }).toEqual({ token: "L1", backoff: undefined, refused: undefined });
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
    expect({ token, backoff }).toEqual({ token: "L1", backoff: undefined });
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
    await store.commit(0, { v: 1, sid: "s", rev: 1, token: null, user: "", since: 0, ...notes } as SessionRecord);
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
