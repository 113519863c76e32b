import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAuth, memoryStore, type TokenSession, type TokenStore } from "../src/index.ts";
import { codeOf, deferred, settle } from "./support/deferred.ts";
import { baseUrl, credentials, fakeService, respond, setUp } from "./support/fake-service.ts";
import { requestScopes } from "./support/requests.ts";
import { CredentialSource } from "../src/credentials.ts";
import { lateMs } from "../src/time-limit.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;
const timeoutMs = 2_000;

/** A session of a process whose requests end, on a store or without one. Each request and each access to the store takes 100 ms. */
function world({ hasStore = false, maxWaiters = Infinity } = {}) {
  const scopes = requestScopes();
  const { time, timers, pass } = scopes;
  let serial = 0;
  const accepted = new Set(["T0"]);
  const service = fakeService(async ({ operation, token = "" }) => {
    await pass();
    if (operation === login) {
      accepted.add(`L${++serial}`);
      return respond(200, { token: `L${serial}` });
    }
    if (!accepted.has(token)) return respond(401);
    if (operation === "GET /auth/token") return respond(200, { body: { data: { token } } });
    return respond(200);
  });
  const memory = memoryStore();
  const slow: TokenStore = {
    ...memory,
    read: () => pass().then(() => memory.read()),
    commit: (rev, next) => pass().then(() => memory.commit(rev, next)),
  };
  const session = createAuth({
    baseUrl,
    credentials,
    clock: time.clock,
    timers,
    timeoutMs,
    maxWaiters,
    random: () => 0.5,
    fetch: scopes.fetch(service.fetch),
    ...(hasStore && { store: scopes.store(slow) }),
  });
  const revoke = (): void => accepted.clear();
  return { ...scopes, ...service, session, memory, revoke };
}

const acts = {
  fetch: (session) => session.fetch(units),
  login: (session) => session.login(),
  "login(credentials)": (session) => session.login(credentials),
  logout: (session) => session.logout(),
  refresh: (session) => session.refresh(),
  getToken: (session) => session.getToken(),
  fresh: (session) => session.getToken({ fresh: true }),
  ready: (session) => session.ready(),
  flush: (session) => session.flush(),
  adopt: async (session) => session.adopt("T0"),
} satisfies Record<string, (session: TokenSession) => Promise<unknown>>;

type Act = keyof typeof acts;
const anyAct = fc.constantFrom(...(Object.keys(acts) as Act[]));

describe("a request that ends while the session works for it", () => {
  test.each([
    ["at once", 0],
    ["while the login is sent", 50],
    ["just before the login would end", 99],
  ])("%s: the next one waits no longer than the login may take, and logs in itself", async (_, death) => {
    const { session, time, next, count } = world();
    void codeOf(session.fetch(units));
    await time.advance(death);
    next();
    const calls = Array.from({ length: 100 }, () => codeOf(session.fetch(units)));
    await time.advance(timeoutMs + 1_500);
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["resolved"]));
    expect(count(login)).toBeLessThanOrEqual(2);
  });

  test("later than that: the next one logs in at once", async () => {
    const { session, time, next, count } = world();
    void codeOf(session.fetch(units));
    await time.advance(50);
    next();
    await time.advance(60_000);
    const call = codeOf(session.fetch(units));
    await time.advance(200);
    expect(await call).toBe("resolved");
    expect(count(login)).toBe(2);
  });

  test("calls that waited in it do not count as waiting for ever", async () => {
    const { session, time, next } = world({ maxWaiters: 3 });
    for (let request = 0; request < 20; request++) {
      void codeOf(session.fetch(units));
      void codeOf(session.fetch(units));
      await time.advance(50);
      next();
      await time.advance(600_000);
    }
    const call = codeOf(session.fetch(units));
    await time.advance(5_000);
    expect(await call).toBe("resolved");
  });

  test("requests that all end before their login does: logins back off", async () => {
    const { session, time, next, count } = world();
    for (let request = 0; request < 1_200; request++) {
      void codeOf(session.fetch(units));
      await time.advance(50);
      next();
      await time.advance(2_950);
    }
    expect(count(login)).toBeLessThanOrEqual(19);
  });

  test("whatever it began, a later one gets a response, and the store has what memory has", async () => {
    const request = fc.record({
      acts: fc.array(anyAct, { minLength: 1, maxLength: 4 }),
      ends: fc.integer({ min: 0, max: 1_200 }),
      pause: fc.constantFrom(0, 100, 4_000, 700_000),
      isRevoked: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 5 }), fc.boolean(), async (requests, hasStore) => {
        const { session, time, next, memory, revoke } = world({ hasStore, maxWaiters: 50 });
        for (const { acts: names, ends, pause, isRevoked } of requests) {
          for (const name of names) void acts[name](session).catch(() => undefined);
          await time.advance(ends);
          if (isRevoked) revoke();
          next();
          await time.advance(pause);
        }
        // The longest backoff.
        await time.advance(700_000);
        const begun = codeOf(session.login(credentials));
        await time.advance(60_000);
        expect(await Promise.race([begun, settle()])).toBe("resolved");
        for (const act of ["fetch", "fresh", "flush", "ready"] as const) {
          const done = codeOf(acts[act](session));
          await time.advance(60_000);
          const end = await Promise.race([done, settle().then(() => "pending")]);
          expect({ act, end }).toEqual({ act, end: "resolved" });
        }
        if (hasStore) expect((await memory.read())?.token).toBe(await session.getToken());
        const ended = codeOf(session.logout());
        await time.advance(60_000);
        expect(await Promise.race([ended, settle().then(() => "pending")])).toBe("resolved");
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});

describe("a request that ends while the credentials function is asked whose the stored session is", () => {
  const open = async () => {
    const scopes = requestScopes();
    const { time, timers, pass } = scopes;
    let request = 1;
    const store = memoryStore();
    const service = fakeService(({ operation }) => respond(200, operation === login ? { token: "L1" } : {}));
    const first = createAuth({ baseUrl, credentials, store: { ...store, close: async () => undefined }, ...service });
    await first.login();
    await first[Symbol.asyncDispose]();
    const reasons: string[] = [];
    const ask = async ({ reason }: { reason: string }) => {
      reasons.push(reason);
      const asked = request;
      await pass();
      return request === asked ? credentials : new Promise<never>(() => undefined);
    };
    const session = createAuth({
      baseUrl,
      credentials: ask,
      clock: time.clock,
      timers,
      timeoutMs,
      store,
      fetch: scopes.fetch(service.fetch),
    });
    const next = (): void => {
      request++;
      scopes.next();
    };
    return { ...scopes, ...service, session, reasons, next };
  };

  test.each([
    ["at once", 0],
    ["a minute later", 60_000],
  ])("the next ones, %s, get an answer of their own", async (_, pause) => {
    const { session, time, next, reasons, count } = await open();
    void codeOf(session.fetch(units));
    await time.advance(50);
    next();
    await time.advance(pause);
    const calls = [codeOf(session.ready()), codeOf(session.fetch(units)), codeOf(session.fetch(units))];
    await time.advance(timeoutMs + 2_000);
    expect(await Promise.race([Promise.all(calls), settle()])).toEqual(["resolved", "resolved", "resolved"]);
    expect(reasons).not.toContain("login");
    expect(count(login)).toBe(1);
  });
});

test("a slow login is not replaced before its time limit: a hundred callers share it", async () => {
  const gate = deferred<Response>();
  const { session, time, count } = setUp(({ operation }) => (operation === login ? gate.promise : respond(200)));
  const calls = Array.from({ length: 50 }, () => codeOf(session.fetch(units)));
  await time.advance(14_000);
  calls.push(...Array.from({ length: 50 }, () => codeOf(session.fetch(units))));
  await time.advance(900);
  gate.resolve(respond(200, { token: "L1" }));
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["resolved"]));
  expect(count(login)).toBe(1);
});

test("a logout that joined an abandoned logout does not discard its replacement", async () => {
  const { session, time, next, count } = world({ hasStore: true });
  session.adopt("T0");
  await time.advance(1_000);
  void codeOf(session.logout());
  await time.advance(50);
  next();
  const replacing: Promise<unknown>[] = [];
  // In the moment in which the logout of the ended request is overdue, and before those that wait for it notice.
  time.timers.setTimeout(() => void replacing.push(codeOf(session.logout())), timeoutMs + lateMs - 50);
  const waiting = codeOf(session.logout());
  await time.advance(timeoutMs + lateMs - 50);
  replacing.push(codeOf(session.logout()));
  await time.advance(1_000);
  expect(await waiting).toBe("store_unavailable");
  expect(await Promise.all(replacing)).toEqual(["resolved", "resolved"]);
  expect(count("POST /auth/logout")).toBe(2);
});

test("whom a credentials function named counts for the time of a call, even if a request ends before it says otherwise", async () => {
  let now = 0;
  const asked: string[] = [];
  const ask = ({ reason }: { reason: string }) => (asked.push(reason), credentials);
  const { timers } = requestScopes();
  const source = new CredentialSource(ask, { timers, timeoutMs, steady: () => now });
  await source.identify();
  now = timeoutMs - 1;
  expect(source.user).toMatch(/./);
  now = timeoutMs;
  expect(source.user).toBeUndefined();
  await source.identify();
  expect(source.user).toMatch(/./);
  expect(asked).toEqual(["stored_session", "stored_session"]);
});
