import { describe, expect, test } from "vitest";
import { type AuthOptions, type Credentials, memoryStore, type TokenSession } from "../src/index.ts";
import { faultyStore } from "../src/testing/index.ts";
import { baseUrl, credentials, fakeService, type Handler, respond, setUp } from "./support/fake-service.ts";
import { codeOf, deferred, settle } from "./support/deferred.ts";

const login = "POST /auth/login";
const units = `${baseUrl}/units`;
const other = { username: "other.user", password: "another" };
const timeoutMs = 15_000;
const storeTimeoutMs = 6_000;
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Gives each user a token with their name, and accepts these tokens only. */
const service: Handler = async ({ operation, request, token }) => {
  if (operation !== login) return respond(/^(demo.operator|other.user)$/.test(token ?? "") ? 200 : 401);
  const { username }: Credentials = await request.json();
  return respond(200, { token: username });
};

function world(options: Partial<AuthOptions> = {}, handler: Handler = service) {
  return setUp(handler, options);
}

describe("the login timeout covers everything that a login waits for", () => {
  const calls: [string, (session: TokenSession) => Promise<unknown>][] = [
    ["fetch", (session) => session.fetch(units)],
    ["getToken", (session) => session.getToken()],
    ["getToken, fresh", (session) => session.getToken({ fresh: true })],
    ["refresh", (session) => session.refresh()],
    ["login", (session) => session.login()],
  ];

  describe.each(["credentials", "login"] as const)("a %s function that calls the session", (hook) => {
    test.each(calls)("session.%s called by a hook ends by the timeout, and so does the login", async (_name, call) => {
      const inner: Promise<unknown>[] = [];
      const given = world({
        [hook]: async () => {
          inner.push(codeOf(call(given.session)));
          await inner.at(-1);
          return hook === "login" ? "late" : credentials;
        },
      });
      const outer = codeOf(given.session.fetch(units));
      await given.time.advance(timeoutMs);
      expect(await Promise.all([outer, ...inner])).toEqual(["login_timeout", "login_timeout"]);
      await settle();
      expect(given.session.snapshot().status).toBe("empty");
      expect(given.seen.length).toBe(0);
      expect(given.time.pending()).toBe(0);
    });
  });

  test("calls that wait for credentials that never settle end by the timeout, and the next call asks again at once", async () => {
    let asked = 0;
    const { session, time, count } = world({ credentials: () => (++asked === 1 ? never() : credentials) });
    const waiting = [codeOf(session.fetch(units)), codeOf(session.login())];
    await time.advance(timeoutMs - 1);
    expect(session.snapshot().status).toBe("empty");
    await time.advance(1);
    expect(await Promise.all(waiting)).toEqual(["login_timeout", "login_timeout"]);
    expect((await session.fetch(units)).status).toBe(200);
    expect([asked, count(login)]).toEqual([2, 1]);
  });

  test.each(["read", "lock", "commit"] as const)("a store whose %s hangs: one login, one wait for all", async (on) => {
    const store = faultyStore(memoryStore(), [{ on, fault: { kind: "hang" } }]);
    const { session, time, count } = world({ store, credentials: () => credentials });
    const pending = codeOf(session.login());
    const call = codeOf(session.fetch(units));
    await time.advance(storeTimeoutMs);
    expect(await Promise.all([pending, call])).toEqual(["resolved", "resolved"]);
    expect(count(login)).toBe(1);
  });
});

describe("login(credentials) supersedes the login under way", () => {
  test("login(credentials) is sent at once while credentials never settle, and late ones change nothing", async () => {
    const gate = deferred<Credentials>();
    const { session, count, seen } = world({ credentials: () => gate.promise });
    const call = codeOf(session.fetch(units));
    await settle();
    await session.login(other);
    expect(await call).toBe("resolved");
    gate.resolve(credentials);
    await settle();
    expect(await session.getToken()).toBe("other.user");
    expect(count(login)).toBe(1);
    expect(seen.at(-1)?.token).toBe("other.user");
  });

  test("login(credentials) aborts the signal of a hook that ignores it, and a late token changes nothing", async () => {
    const gate = deferred<string>();
    const signals: AbortSignal[] = [];
    const { session, events } = world({
      credentials: undefined,
      login: (context) => {
        signals.push(context.signal);
        return context.credentials ? Promise.resolve(context.credentials.username) : gate.promise;
      },
    });
    const waiting = [codeOf(session.fetch(units)), codeOf(session.getToken())];
    await settle();
    await session.login(other);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(signals[0]?.reason).toMatchObject({ code: "session_replaced" });
    expect(await Promise.all(waiting)).toEqual(["resolved", "resolved"]);
    const before = events.length;
    gate.resolve("LATE");
    await settle();
    expect(await session.getToken()).toBe("other.user");
    expect(events.length).toBe(before);
  });

  test.each([
    ["a token", () => respond(200, { token: "LATE" })],
    ["a refusal", () => respond(401)],
    ["a failure", () => respond(503, { headers: { "retry-after": "600" } })],
  ])(
    "of another user: that one rejects with session_replaced, and its late response, %s, changes nothing",
    async (_, late) => {
      const gate = deferred<Response>();
      const fake = fakeService(async (seen) => {
        const name = seen.operation === login ? await seen.request.clone().json() : undefined;
        return name?.username === credentials.username && !gateDone ? gate.promise : service(seen);
      });
      let gateDone = false;
      // A transport that does not heed the signal.
      const { session, events } = world({
        fetch: (input, init) => fake.fetch(input, { ...init, signal: null }),
      });
      const first = codeOf(session.login(credentials));
      const call = codeOf(session.fetch(units));
      await settle();
      const second = codeOf(session.login(other));
      expect(await Promise.all([first, second, call])).toEqual(["session_replaced", "resolved", "resolved"]);
      const before = events.length;
      gateDone = true;
      gate.resolve(late());
      await settle();
      expect(events.length).toBe(before);
      expect(await session.getToken()).toBe("other.user");
      // Neither backoff nor refusal is left behind.
      await session.login();
      expect(await session.getToken()).toBe("demo.operator");
    },
  );

  test("in the same turn: the first one is never sent", async () => {
    const { session, count } = world();
    const both = [codeOf(session.login(credentials)), codeOf(session.login(other))];
    expect(await Promise.all(both)).toEqual(["session_replaced", "resolved"]);
    expect(count(login)).toBe(1);
    expect(await session.getToken()).toBe("other.user");
  });

  test("of the same user with the same password: one login for both", async () => {
    const gate = deferred<void>();
    const { session, count } = world({}, async (seen) => (await gate.promise, service(seen)));
    const both = [codeOf(session.login(other)), codeOf(session.login({ ...other })), codeOf(session.login())];
    await settle();
    gate.resolve();
    expect(await Promise.all(both)).toEqual(["resolved", "resolved", "resolved"]);
    expect(count(login)).toBe(1);
    const changed = [codeOf(session.login(other)), codeOf(session.login({ ...other, password: "new" }))];
    expect(await Promise.all(changed)).toEqual(["session_replaced", "resolved"]);
  });

  test("login() waits for the one that supersedes it, unless that is for other credentials", async () => {
    const gate = deferred<Credentials>();
    const open = world({ credentials: () => gate.promise });
    const unknown = codeOf(open.session.login());
    await settle();
    await open.session.login(other);
    expect(await unknown).toBe("resolved");
    const known = world({}, async (seen) => (seen.operation === login ? never<Response>() : service(seen)));
    const waiting = [codeOf(known.session.login()), codeOf(known.session.login(other))];
    await settle();
    waiting.push(codeOf(known.session.login(credentials)));
    await known.time.advance(timeoutMs);
    expect(await Promise.all(waiting)).toEqual(["session_replaced", "session_replaced", "login_timeout"]);
  });

  test.each<[string, (session: TokenSession) => Promise<unknown>]>([
    ["fetch", (session) => session.fetch(units)],
    ["login", (session) => session.login()],
  ])("credentials that call session.login(credentials), needed by %s: one login, and it holds", async (_name, act) => {
    let asked = 0;
    const given = world({
      credentials: async () => {
        asked++;
        await given.session.login(other);
        return credentials;
      },
    });
    expect(await codeOf(act(given.session))).toBe("resolved");
    await settle();
    expect([asked, given.count(login)]).toEqual([1, 1]);
    expect(await given.session.getToken()).toBe("other.user");
  });

  test("credentials that reject after they were superseded cause no error", async () => {
    const gate = deferred<Credentials>();
    const { session } = world({ credentials: () => gate.promise });
    const call = codeOf(session.fetch(units));
    await settle();
    await session.login(other);
    gate.reject(new Error("the window was closed"));
    await settle();
    expect(await call).toBe("resolved");
  });

  test("when it fails, the calls that waited fail as it does", async () => {
    const { session } = world({ credentials: () => never() }, () => respond(401));
    const call = codeOf(session.fetch(units));
    await settle();
    expect(await codeOf(session.login(other))).toBe("credentials_rejected");
    expect(await call).toBe("credentials_rejected");
  });

  test("a waiting call counts once against maxWaiters, and frees its place when its caller leaves", async () => {
    const { session, time } = world({ credentials: () => never(), maxWaiters: 2 }, (seen) =>
      seen.operation === login ? never<Response>() : service(seen),
    );
    const leaving = new AbortController();
    const calls = [codeOf(session.fetch(units, { signal: leaving.signal })), codeOf(session.fetch(units))];
    await settle();
    const second = codeOf(session.login(other));
    await settle();
    expect(await codeOf(session.fetch(units))).toBe("too_many_waiters");
    leaving.abort(new Error("left"));
    expect(await calls[0]).toMatchObject({ message: "left" });
    calls.push(codeOf(session.fetch(units)));
    await settle();
    expect(await codeOf(session.fetch(units))).toBe("too_many_waiters");
    await time.advance(timeoutMs);
    expect(await Promise.all([second, ...calls.slice(1)])).toEqual(["login_timeout", "login_timeout", "login_timeout"]);
  });

  test("the lock of the store is released at once, also by a hook that hangs", async () => {
    const store = memoryStore();
    const hanging = world({
      store,
      login: ({ credentials: given }) => (given ? Promise.resolve(given.username) : never()),
    });
    hanging.session.fetch(units).catch(() => undefined);
    await settle();
    const elsewhere = world({ store });
    const call = codeOf(elsewhere.session.fetch(units));
    await settle();
    expect(elsewhere.count(login)).toBe(0);
    await hanging.session.login(other);
    expect(await call).toBe("resolved");
  });

  test("a login waits no longer than storeTimeoutMs for a lock that is never released", async () => {
    const memory = memoryStore();
    const store = { ...memory, withLock: () => never<never>() };
    const { session, time, events } = world({ store });
    const waiting = [codeOf(session.login(credentials))];
    await time.advance(storeTimeoutMs / 2);
    waiting.push(codeOf(session.login(other)));
    expect(await waiting[0]).toBe("session_replaced");
    await time.advance(storeTimeoutMs);
    expect(await waiting[1]).toBe("resolved");
    const message = "token store: lock was not given in time";
    expect(events.find(({ type }) => type === "store_error")).toMatchObject({
      during: "lock",
      error: { code: "store_unavailable", message },
    });
  });

  test("refresh, getToken and keep-alive meanwhile", async () => {
    const { session, time } = world({ credentials: () => never(), keepAlive: { everyMs: 1_000 } });
    session.adopt("expired");
    const waiting = [codeOf(session.refresh()), codeOf(session.getToken({ fresh: true }))];
    await time.advance(2_000);
    await session.login(other);
    // They asked in the name of the adopted session.
    expect(await Promise.all(waiting)).toEqual(["session_replaced", "session_replaced"]);
    await time.advance(2_000);
    expect(await session.getToken()).toBe("other.user");
    await session[Symbol.asyncDispose]();
    expect(time.pending()).toBe(0);
  });

  test("disposed meanwhile: all reject, and no timer is left", async () => {
    const { session, time } = world({ credentials: () => never() }, () => never<Response>());
    const waiting = [codeOf(session.fetch(units)), codeOf(session.login())];
    await settle();
    waiting.push(codeOf(session.login(other)));
    await settle();
    await session[Symbol.asyncDispose]();
    expect(await Promise.all(waiting)).toEqual(["disposed", "disposed", "disposed"]);
    expect(time.pending()).toBe(0);
  });
});

describe("logout() supersedes the login under way", () => {
  test.each<[string, Partial<AuthOptions>]>([
    ["credentials that never settle", { credentials: () => never() }],
    ["a hook that ignores its signal", { login: () => never() }],
    ["a service that does not respond", { fetch: () => never() }],
    ["a store that does not respond", { store: faultyStore(memoryStore(), [{ on: "lock", fault: { kind: "hang" } }]) }],
  ])("logout() makes calls that wait for %s reject with logged_out", async (_name, options) => {
    const { session, time } = world(options);
    const waiting = [codeOf(session.fetch(units)), codeOf(session.login())];
    await settle();
    const ended = session.logout();
    expect(await Promise.all(waiting)).toEqual(["logged_out", "logged_out"]);
    expect(await ended).toEqual({ remote: false });
    expect(session.snapshot().status).toBe("logged_out");
    expect(time.pending()).toBe(0);
  });

  test.each(["credentials", "login"] as const)(
    "called by the %s function: the calls reject with logged_out",
    async (hook) => {
      const given = world({
        [hook]: async () => {
          await given.session.logout();
          return hook === "login" ? "LATE" : credentials;
        },
      });
      expect(await codeOf(given.session.fetch(units))).toBe("logged_out");
      await settle();
      expect(given.session.snapshot().status).toBe("logged_out");
      expect(given.count(login)).toBe(0);
    },
  );
});

describe("adopt(), and the requests of the application, supersede the login under way", () => {
  test("adopt: the waiting calls go on with its token, and the login rejects with session_replaced", async () => {
    const { session } = world({ credentials: () => never() });
    const waiting = [codeOf(session.fetch(units)), codeOf(session.login())];
    await settle();
    session.adopt("demo.operator");
    expect(await Promise.all(waiting)).toEqual(["resolved", "session_replaced"]);
  });

  test("a login that the application sent itself before login(credentials) is superseded, whenever its response comes", async () => {
    const gate = deferred<void>();
    const { session } = world({}, async (seen) => {
      const { username = "" }: Partial<Credentials> = seen.operation === login ? await seen.request.clone().json() : {};
      await (username === other.username && gate.promise);
      return service(seen);
    });
    const init = { method: "POST", body: JSON.stringify(credentials) };
    const late = deferred<Response>();
    const both = world({}, async (seen) => {
      if (seen.operation !== login) return service(seen);
      const { username }: Credentials = await seen.request.clone().json();
      return username === credentials.username ? late.promise : (await gate.promise, service(seen));
    });
    const own = both.session.fetch(`${baseUrl}/auth/login`, init);
    const pending = codeOf(both.session.login(other));
    await settle();
    late.resolve(respond(200, { token: "demo.operator" }));
    expect((await own).status).toBe(200);
    expect(both.session.snapshot().status).toBe("empty");
    gate.resolve();
    expect(await pending).toBe("resolved");
    expect(await both.session.getToken()).toBe("other.user");
    // Without a later login() it begins the session, as ever.
    await session.fetch(`${baseUrl}/auth/login`, init);
    expect(await session.getToken()).toBe("demo.operator");
  });

  test("a login that the application sent itself after a logout is superseded by the next logout", async () => {
    const late = deferred<Response>();
    const { session } = world({}, async (seen) => (seen.operation === login ? late.promise : service(seen)));
    await session.logout();
    const own = session.fetch(`${baseUrl}/auth/login`, { method: "POST", body: JSON.stringify(credentials) });
    await session.logout();
    late.resolve(respond(200, { token: "demo.operator" }));
    expect((await own).status).toBe(200);
    expect(session.snapshot().status).toBe("logged_out");
  });

  test("a login or logout that the application sends itself, from within credentials", async () => {
    const send = (session: { fetch: TokenSession["fetch"] }, path: string): Promise<Response> =>
      session.fetch(baseUrl + path, { method: "POST", body: JSON.stringify(other) });
    const given = world({ credentials: async () => (await send(given.session, "/auth/login"), never()) });
    expect(await codeOf(given.session.fetch(units))).toBe("resolved");
    expect(await given.session.getToken()).toBe("other.user");
    const ended = world({ credentials: async () => (await send(ended.session, "/auth/logout"), never()) });
    await ended.session.login(other);
    const pending = codeOf(ended.session.login());
    expect(await pending).toBe("logged_out");
  });
});
