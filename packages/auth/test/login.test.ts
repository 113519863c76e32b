import { describe, expect, test } from "vitest";
import { AuthError, isAuthError, memoryStore } from "../src/index.ts";
import { respond, baseUrl, credentials, ways, setUp, type Handler } from "./support/fake-service.ts";
import { codeOf, deferred, settle } from "./support/deferred.ts";

const many = 200;
const login = "POST /auth/login";

/** Accepts only the tokens that its logins gave; `L1`, `L2`, … */
function strict(): Handler & { logins: number } {
  const handler = Object.assign(
    ({ operation, token }: Parameters<Handler>[0]): Response => {
      if (operation === login) return respond(200, { token: `L${++handler.logins}` });
      return token === `L${handler.logins}` ? respond(200) : respond(401);
    },
    { logins: 0 },
  );
  return handler;
}

const fails = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "resolved",
    (error: unknown) => error,
  );

for (const way of ways) {
  describe(`login, ${way.name}`, () => {
    test("many calls without a token cause one login, and each is sent once", async () => {
      const { session, fetch, count, seen } = setUp(strict());
      const call = way.open(session, fetch);
      const responses = await Promise.all(Array.from({ length: many }, (_, index) => call(`/units/${index}`)));
      expect(responses.every(({ status }) => status === 200)).toBe(true);
      expect(count(login)).toBe(1);
      expect(seen.length).toBe(many + 1);
      expect(await seen[0]?.request.json()).toEqual(credentials);
      expect(seen[0]?.token).toBeUndefined();
    });

    test("many calls under way that are all refused cause one login, and each is replayed once", async () => {
      const service = strict();
      const gate = deferred<void>();
      const { session, fetch, count } = setUp(async (seen) => {
        if (seen.token === "expired") await gate.promise;
        return service(seen);
      });
      session.adopt("expired");
      const call = way.open(session, fetch);
      const calls = Array.from({ length: many }, (_, index) => call(`/units/${index}`));
      await settle();
      gate.resolve();
      expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true);
      expect(count(login)).toBe(1);
      expect(session.stats()).toMatchObject({ logins: 1, replays: many, requests: many });
    });

    test("a straggler's 401 after the login is replayed with the held token", async () => {
      const service = strict();
      const slow = deferred<Response>();
      const { session, fetch, count } = setUp((seen) =>
        seen.operation === "GET /slow" && seen.token === "expired" ? slow.promise : service(seen),
      );
      session.adopt("expired");
      const call = way.open(session, fetch);
      const straggler = call("/slow");
      await settle();
      expect((await call("/quick")).status).toBe(200);
      slow.resolve(respond(401));
      expect((await straggler).status).toBe(200);
      expect(count(login)).toBe(1);
    });

    test("a service that refuses the token of its own login: the call rejects, and the next login waits", async () => {
      const { session, fetch, count, time } = setUp(({ operation }) =>
        operation === login ? respond(200, { token: "L" }) : respond(401),
      );
      session.adopt("expired");
      const call = way.open(session, fetch);
      const failure = {
        code: "login_backoff",
        message: expect.stringContaining("refuses the tokens of its own logins"),
      };
      await expect(call("/units")).rejects.toMatchObject({ ...failure, retryAt: time.clock.now() + 500 });
      expect(count("GET /units")).toBe(2);
      expect(count(login)).toBe(1);
      // A login whose token never worked is not repeated at once for the next call.
      await expect(call("/units")).rejects.toMatchObject(failure);
      expect(count(login)).toBe(1);
      await time.advance(499);
      await expect(call("/units")).rejects.toMatchObject(failure);
      expect(count(login)).toBe(1);
      await time.advance(1);
      await expect(call("/units")).rejects.toMatchObject({ ...failure, retryAt: time.clock.now() + 2_000 });
      expect(count(login)).toBe(2);
      expect(count("GET /auth/token")).toBe(2);
    });

    test("an operation that refuses every token costs one login, also while the token works elsewhere", async () => {
      const gate = deferred<Response>();
      const { session, fetch, count } = setUp(({ operation, token }) => {
        if (operation === login) return respond(200, { token: "L1" });
        if (operation === "GET /works") return respond(200);
        return token === "L1" ? gate.promise : respond(401);
      });
      session.adopt("T0");
      const call = way.open(session, fetch);
      const refused = call("/refused");
      await settle();
      expect((await call("/works")).status).toBe(200);
      gate.resolve(respond(401));
      expect((await refused).status).toBe(401);
      expect(count(login)).toBe(1);
    });

    test("the 401 of an operation with optional authentication, a 403, and a 200 that grumbles pass through", async () => {
      const { session, fetch, count, seen } = setUp(({ operation }) => {
        if (operation.startsWith("GET /auth/registration/")) return respond(401);
        return operation === "GET /secret" ? respond(403) : respond(200, { body: { error: "unauthorized" } });
      });
      session.adopt("T0");
      const call = way.open(session, fetch);
      expect((await call("/auth/registration/abc")).status).toBe(401);
      expect((await call("/secret")).status).toBe(403);
      expect((await call("/units")).status).toBe(200);
      expect(count(login)).toBe(0);
      expect(seen[0]?.token).toBe("T0");
    });

    test("a login that the application sends itself never triggers another, and begins the session if it succeeds", async () => {
      let status = 401;
      const { session, fetch, count, events } = setUp(({ operation }) =>
        operation === login ? respond(status, { token: "L1" }) : respond(200),
      );
      const call = way.open(session, fetch);
      const send = () => call("/auth/login", { method: "POST", body: JSON.stringify(credentials) });
      expect((await send()).status).toBe(401);
      expect(session.snapshot().status).toBe("empty");
      status = 200;
      expect((await send()).status).toBe(200);
      expect(count(login)).toBe(2);
      expect(await session.getToken()).toBe("L1");
      expect(events).toContainEqual(expect.objectContaining({ type: "token", why: "login" }));
    });

    test("a session without credentials rejects with login_required, and reports it once", async () => {
      const service = strict();
      const { fetch, session, events } = setUp(service, { credentials: undefined });
      session.adopt("expired");
      const call = way.open(session, fetch);
      const errors = await Promise.all([fails(call("/a")), fails(call("/b"))]);
      expect(errors.every((error) => isAuthError(error, "login_required"))).toBe(true);
      expect(isAuthError(await fails(call("/c")), "login_required")).toBe(true);
      expect(events.filter(({ type }) => type === "login_required").length).toBe(1);
      await session.login(credentials);
      expect((await call("/a")).status).toBe(200);
      // Another session is told anew.
      session.adopt("expired");
      expect(isAuthError(await fails(call("/a")), "login_required")).toBe(true);
      await settle();
      expect(events.filter(({ type }) => type === "login_required").length).toBe(2);
    });
  });
}

describe("login, failures", () => {
  test("a straggler's 401 does not cause a read of the store", async () => {
    const memory = memoryStore();
    let reads = 0;
    const store = { ...memory, read: () => (reads++, memory.read()) };
    const slow = deferred<Response>();
    const { session } = setUp(
      ({ operation, token }) =>
        operation === "GET /slow" && token === "T0" ? slow.promise : respond(200, { token: "T1" }),
      { store },
    );
    session.adopt("T0");
    const straggler = session.fetch(`${baseUrl}/slow`);
    await session.fetch(`${baseUrl}/quick`);
    await session.flush();
    const before = reads;
    slow.resolve(respond(401));
    expect((await straggler).status).toBe(200);
    expect(reads).toBe(before);
  });

  test("a call of one user is not repeated in the name of another", async () => {
    const slow = deferred<Response>();
    const service = strict();
    const { session, count } = setUp((seen) => (seen.operation === "POST /units" ? slow.promise : service(seen)));
    await session.login(credentials);
    const first = fails(session.fetch(`${baseUrl}/units`, { method: "POST", body: "mine" }));
    await settle();
    await session.login({ username: "somebody.else", password: "p" });
    slow.resolve(respond(401));
    expect(isAuthError(await first, "session_replaced")).toBe(true);
    expect(count("POST /units")).toBe(1);
  });

  test("a call of an adopted session is not repeated with a token that was adopted later, of whomever", async () => {
    const slow = deferred<Response>();
    const { session, seen } = setUp(({ token }) => (token === "T0" ? slow.promise : respond(200)));
    session.adopt("T0");
    const pending = fails(session.fetch(`${baseUrl}/units`));
    await settle();
    session.adopt("T1");
    await session.fetch(`${baseUrl}/units`);
    slow.resolve(respond(401));
    expect(isAuthError(await pending, "session_replaced")).toBe(true);
    expect(seen.map(({ token }) => token)).toEqual(["T0", "T1"]);
  });

  test.each([401, 403, 422])(
    "credentials refused with status %i are never tried again until they change",
    async (status) => {
      let username = "first";
      const { session, count } = setUp(
        ({ operation }) => (operation === login ? Response.json({}, { status }) : respond(200)),
        {
          credentials: async () => ({ username, password: "p" }),
        },
      );
      for (let attempt = 0; attempt < 5; attempt++) {
        const error = await fails(session.fetch(`${baseUrl}/units`));
        expect(isAuthError(error, "credentials_rejected")).toBe(true);
      }
      expect(count(login)).toBe(1);
      username = "second";
      await fails(session.fetch(`${baseUrl}/units`));
      expect(count(login)).toBe(2);
      await fails(session.login());
      expect(count(login)).toBe(3);
    },
  );

  test.each([
    ["seconds", { "retry-after": "30" }],
    ["an HTTP date", { date: "Tue, 01 Jan 2019 00:00:00 GMT", "retry-after": "Tue, 01 Jan 2019 00:00:30 GMT" }],
  ])("a login is not tried again before Retry-After, given as %s", async (_, headers) => {
    const { session, count, time, events } = setUp(({ operation }) =>
      operation === login ? respond(429, { headers }) : respond(200),
    );
    const first = await fails(Promise.all(["/a", "/b"].map((path) => session.fetch(baseUrl + path))));
    expect(first).toMatchObject({ code: "login_backoff", status: 429, retryAt: time.clock.now() + 30_000 });
    expect(events).toContainEqual({ type: "login_backoff", until: time.clock.now() + 30_000 });
    await time.advance(29_999);
    time.sleep(864_000_000);
    expect(isAuthError(await fails(session.fetch(`${baseUrl}/a`)), "login_backoff")).toBe(true);
    expect(count(login)).toBe(1);
    await time.advance(1);
    await fails(session.fetch(`${baseUrl}/a`));
    expect(count(login)).toBe(2);
  });

  test.each([500, 502, 503, "network"])(
    "a login that fails with %s backs off longer each time, for all who wait, and then recovers",
    async (failure) => {
      let broken = true;
      const { session, count, time } = setUp(({ operation }) => {
        if (operation !== login) return respond(200);
        if (!broken) return respond(200, { token: "L1" });
        if (failure === "network")
          throw new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) });
        return respond(Number(failure));
      });
      const errors = await Promise.all(Array.from({ length: 50 }, () => fails(session.fetch(`${baseUrl}/units`))));
      expect(new Set(errors).size).toBe(1);
      expect(errors[0]).toMatchObject({ code: "login_backoff", retryAt: time.clock.now() + 500 });
      expect(String(errors[0])).toContain(failure === "network" ? "ECONNREFUSED" : `status ${failure}`);
      await time.advance(500);
      expect(await fails(session.fetch(`${baseUrl}/units`))).toMatchObject({ retryAt: time.clock.now() + 2_000 });
      expect(count(login)).toBe(2);
      broken = false;
      expect(isAuthError(await fails(session.fetch(`${baseUrl}/units`)), "login_backoff")).toBe(true);
      await time.advance(2_000);
      expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    },
  );

  test.each([
    [0, [0, 0, 0, 0, 0, 300_000, 300_000, 300_000]],
    [0.5, [500, 2_000, 8_000, 32_000, 128_000, 450_000, 450_000, 450_000]],
    [0.999, [999, 3_996, 15_984, 63_936, 255_744, 599_700, 599_700, 599_700]],
  ])("backoffs grow fourfold with full jitter, up to ten minutes (chance %d)", async (chance, expected) => {
    const { session, time } = setUp(() => respond(503), { random: () => chance });
    const backoffs: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const error = await fails(session.fetch(`${baseUrl}/units`));
      const backoff = isAuthError(error) ? (error.retryAt ?? 0) - time.clock.now() : -1;
      backoffs.push(backoff);
      await time.advance(backoff);
    }
    expect(backoffs).toEqual(expected);
  });

  test("a login that hangs ends by its own timeout, and may be tried again", async () => {
    let hang = true;
    const service = strict();
    const { session, time, seen } = setUp((one) => (hang ? deferred<Response>().promise : service(one)));
    const pending = fails(session.fetch(`${baseUrl}/units`));
    await settle();
    await time.advance(15_000);
    expect(isAuthError(await pending, "login_timeout")).toBe(true);
    // It counts as a failure: a service that hangs is not called again and again.
    expect(isAuthError(await fails(session.fetch(`${baseUrl}/units`)), "login_backoff")).toBe(true);
    expect(seen.length).toBe(1);
    await time.advance(500);
    hang = false;
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(time.pending()).toBe(0);
  });

  test.each([
    ["missing", {}, "token_missing"],
    ["blank", { authorization: " " }, "token_missing"],
    ["of another scheme", { authorization: "Basic eA==" }, "token_malformed"],
    ["not a token", { authorization: "bearer é" }, "token_malformed"],
  ])("a login whose token is %s rejects with the code for it", async (_, headers, code) => {
    const { session } = setUp(() => respond(200, { headers }));
    expect(await fails(session.login(credentials))).toMatchObject({ code });
    expect(session.snapshot().status).toBe("empty");
  });

  test("the error for a token that the browser hides names the remedy", async () => {
    const { session } = setUp(() => Object.defineProperty(respond(200), "type", { value: "cors" }));
    const error = await fails(session.login(credentials));
    expect(error).toMatchObject({ code: "token_not_exposed" });
    expect(String(error)).toContain("Access-Control-Expose-Headers: Authorization");
  });

  test.each([
    ["a redirect that the platform followed", { redirected: true, url: `${baseUrl}/auth/login` }],
    ["another origin", { redirected: false, url: "https://evil.example/api/v1/auth/login" }],
  ])("a login with a response of %s gives no token", async (_name, { redirected, url }) => {
    for (const status of [200, 401]) {
      const properties = { redirected: { value: redirected }, url: { value: url } };
      const { session } = setUp(() => Object.defineProperties(respond(status, { token: "EVIL" }), properties));
      expect(await fails(session.login(credentials))).toMatchObject({ code: "login_backoff", status });
      expect(session.snapshot().fingerprint).toBeUndefined();
    }
  });

  test("a newer token in the store is taken over without a login", async () => {
    const store = memoryStore();
    const service = strict();
    const gate = deferred<void>();
    const one = setUp(service, { store });
    await one.session.login();
    // The second session shares the record, but hears of changes only when it looks.
    const deaf = { ...store, watch: () => () => undefined };
    const two = setUp(
      async (seen) => {
        await gate.promise;
        return service(seen);
      },
      { store: deaf },
    );
    const early = two.session.fetch(`${baseUrl}/units`);
    await settle();
    await one.session.login();
    gate.resolve();
    expect((await early).status).toBe(200);
    expect(two.count(login)).toBe(0);
    expect(two.session.stats()).toMatchObject({ replays: 1, logins: 0 });
  });

  test("one login follows when the newer token of the store is refused as well", async () => {
    const store = memoryStore();
    const service = strict();
    const { session, count, seen } = setUp(service, { store: { ...store, watch: () => () => undefined } });
    session.adopt("T0");
    await session.flush();
    const first = await store.read();
    if (!first) throw new Error("not stored");
    await store.commit(first.rev, { ...first, rev: first.rev + 1, token: "T1" });
    expect((await session.fetch(`${baseUrl}/units`)).status).toBe(200);
    expect(count(login)).toBe(1);
    expect(seen.flatMap(({ operation, token }) => (operation === login ? [] : [token]))).toEqual(["T0", "T1", "L1"]);
  });

  test("of sessions that start together on one store, one logs in and the others adopt", async () => {
    const store = memoryStore();
    const service = strict();
    const worlds = Array.from({ length: 10 }, () => setUp(service, { store }));
    const responses = await Promise.all(worlds.map(({ session }) => session.fetch(`${baseUrl}/units`)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(service.logins).toBe(1);
  });

  test("a custom login function", async () => {
    const { session, seen } = setUp(() => respond(200), { credentials: undefined, login: async () => "bearer C1" });
    await session.fetch(`${baseUrl}/units`);
    expect(seen.map(({ token }) => token)).toEqual(["C1"]);
    const odd = setUp(() => respond(200), { login: async () => "two words" });
    expect(await fails(odd.session.login())).toMatchObject({ code: "token_malformed" });
    const rejecting = setUp(() => respond(200), {
      login: async () => {
        throw new AuthError("credentials_rejected", "no");
      },
    });
    expect(await fails(rejecting.session.fetch(`${baseUrl}/units`))).toMatchObject({ code: "credentials_rejected" });
  });

  test("a login function is called once for all calls that were refused, and each is replayed once", async () => {
    let called = 0;
    const { session, seen } = setUp(({ token }) => respond(token === "C1" ? 200 : 401), {
      credentials: undefined,
      login: async () => {
        await settle();
        called++;
        return "C1";
      },
    });
    session.adopt("expired");
    const calls = Array.from({ length: 50 }, () => session.fetch(`${baseUrl}/units`));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect([seen.length, called]).toEqual([100, 1]);
  });

  test("a login function whose token never works is not called again for each 401", async () => {
    let called = 0;
    const { session, seen } = setUp(() => respond(401), { credentials: undefined, login: async () => `C${++called}` });
    const sent = (): (string | undefined)[] =>
      seen.filter(({ operation }) => operation === "GET /units").map(({ token }) => token);
    expect(await codeOf(session.fetch(`${baseUrl}/units`))).toBe("login_backoff");
    expect(await codeOf(session.fetch(`${baseUrl}/units`))).toBe("login_backoff");
    expect(sent()).toEqual(["C1", "C1"]);
    session.adopt("T9");
    expect(await codeOf(session.fetch(`${baseUrl}/units`))).toBe("login_backoff");
    expect(sent()).toEqual(["C1", "C1", "T9", "C2"]);
  });

  test("the signal of a login function that hangs is aborted when the time is up", async () => {
    let signal: AbortSignal | undefined;
    const { session, time } = setUp(() => respond(200), {
      credentials: undefined,
      login: (context) => {
        signal = context.signal;
        return new Promise(() => undefined);
      },
    });
    const pending = fails(session.fetch(`${baseUrl}/units`));
    await settle();
    await time.advance(15_000);
    expect(isAuthError(await pending, "login_timeout")).toBe(true);
    expect(signal?.aborted).toBe(true);
  });
});
