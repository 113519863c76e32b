import { describe, expect, expectTypeOf, test } from "vitest";
import {
  compareTokens,
  createSession,
  isAuthError,
  keepAlive,
  loginWith,
  orderWith,
  reconcile,
  renewWith,
  replayBodies,
  ReplayableRequest,
  withOptionalToken,
  type AuthEvent,
  type Part,
  type RenewContext,
  type Session,
  type SessionOptions,
} from "../src/core-entry.ts";
import type { TokenSession } from "../src/index.ts";
import { answer, baseUrl, credentials, deferred, fakeService, settle, type Handler } from "./support/fake-service.ts";
import { virtualClock } from "./support/virtual-clock.ts";

/** A small session against a handler. */
function setUpCore(handler: Handler, parts?: readonly Part[], options: Partial<SessionOptions> = {}) {
  const service = fakeService(handler);
  const session = createSession({
    baseUrl,
    fetch: service.fetch,
    random: () => 0.5,
    ...(parts ? { parts } : {}),
    ...options,
  });
  const events: AuthEvent[] = [];
  session.subscribe((event) => events.push(event));
  const call = (path: string, init?: RequestInit): Promise<Response> => session.fetch(baseUrl + path, init);
  return { ...service, session, events, call };
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "resolved",
    (error: unknown) => (isAuthError(error) ? error.code : error),
  );

/** A service that knows one good token, and a way to get the next one. */
function renewable(parts: readonly Part[] = []) {
  let good = "T0";
  let renewals = 0;
  const renew = renewWith(async () => {
    await settle();
    renewals++;
    return good;
  });
  const world = setUpCore(({ token }) => answer(token === good ? 200 : 401), [renew, ...parts]);
  return { ...world, renewals: () => renewals, revoke: (next: string) => void (good = next) };
}

/** Two calls that overlap, both sent with T0: the first one's answer comes last. */
async function overlap(first: string, second: string, parts: readonly Part[]) {
  const gates = new Map<string, (response: Response) => void>();
  const world = setUpCore(({ operation }) => {
    if (operation === "GET /auth/token") return answer(200, { body: { data: { token: `bearer ${second}` } } });
    const gate = deferred<Response>();
    gates.set(operation, gate.resolve);
    return gate.promise;
  }, parts);
  world.session.adopt("T0");
  const calls = [world.call("/one"), world.call("/two")];
  await settle();
  gates.get("GET /two")?.(answer(200, { token: second }));
  await settle();
  gates.get("GET /one")?.(answer(200, { token: first }));
  await Promise.all(calls);
  await settle();
  return { token: await world.session.getToken(), questions: world.count("GET /auth/token") };
}

describe("a session without parts", () => {
  test("keeps the newest token: each answer's token goes along with the next call", async () => {
    let next = 1;
    const { session, seen, call, events } = setUpCore(() => answer(200, { token: `T${next++}` }));
    session.adopt("bearer T0");
    for (const path of ["/a", "/b", "/c"]) await call(path);
    expect(seen.map(({ token }) => token)).toEqual(["T0", "T1", "T2"]);
    expect(await session.getToken()).toBe("T3");
    expect(events.map((event) => event.type === "token" && event.why)).toEqual([
      "adopted",
      ...Array(3).fill("rotated"),
    ]);
  });

  test("a token that was proven superseded is not taken up again", async () => {
    const tokens = ["T1", "T2", "T1"];
    const { session, call, events } = setUpCore(() => answer(200, { token: tokens.shift() ?? "T2" }));
    session.adopt("T0");
    for (const path of ["/a", "/b", "/c"]) await call(path);
    expect(await session.getToken()).toBe("T2");
    expect(events.at(-1)).toMatchObject({ type: "staleDropped", why: "superseded" });
  });

  test("a straggler's 401 is replayed with the token that is held by then", async () => {
    const gate = deferred<Response>();
    const { session, seen, call } = setUpCore(({ operation, token }) =>
      operation === "GET /slow" && token === "T0" ? gate.promise : answer(200),
    );
    session.adopt("T0");
    const slow = call("/slow");
    session.adopt("T1");
    await call("/fast");
    gate.resolve(answer(401));
    // The session passed on without saying to whom: the call is not repeated in another name.
    expect(await codeOf(slow)).toBe("session_replaced");
    expect(seen.map(({ token }) => token)).toEqual(["T0", "T1"]);
  });

  test("a 401 to an older token of the same session is replayed with the newer one", async () => {
    const gate = deferred<Response>();
    const { session, seen, call } = setUpCore(({ operation, token }) => {
      if (operation === "GET /fast") return answer(200, { token: "T1" });
      return token === "T0" ? gate.promise : answer(200);
    });
    session.adopt("T0");
    const slow = call("/slow", { method: "POST", body: "same bytes" });
    await call("/fast");
    gate.resolve(answer(401));
    expect((await slow).status).toBe(200);
    expect(seen.map(({ token }) => token)).toEqual(["T0", "T0", "T1"]);
    expect(await seen[2]?.request.text()).toBe("same bytes");
  });

  test("a refused token, and no way to get another: login_required, told once", async () => {
    const { session, call, events, seen } = setUpCore(() => answer(401));
    expect(await codeOf(call("/units"))).toBe("login_required");
    session.adopt("T0");
    expect(await codeOf(call("/units"))).toBe("login_required");
    expect(await codeOf(call("/units"))).toBe("login_required");
    expect(events.filter(({ type }) => type === "loginRequired")).toHaveLength(2);
    expect(seen).toHaveLength(2);
  });

  test("a login that the application sends begins it, and a logout ends it", async () => {
    const { session, call } = setUpCore(({ operation }) =>
      answer(200, operation === "POST /auth/login" ? { token: "L1" } : {}),
    );
    await call("/auth/login", { method: "POST", body: "{}" });
    expect(await session.getToken()).toBe("L1");
    await call("/auth/logout", { method: "POST" });
    expect(await codeOf(session.getToken())).toBe("logged_out");
  });

  test("other hosts get no token and give none; operations with optional authentication carry the held one", async () => {
    const {
      session,
      seen,
      call,
      fetch: _,
    } = setUpCore(({ request }) =>
      answer(200, request.url.startsWith("https://other.example") ? { token: "EVIL" } : {}),
    );
    await call("/auth/password/reset", { method: "POST" });
    session.adopt("T0");
    await session.fetch("https://other.example/api/v1/units");
    await call("/auth/password/reset", { method: "POST" });
    expect(seen.map(({ token }) => token)).toEqual([undefined, undefined, "T0"]);
    expect(await session.getToken()).toBe("T0");
    expect(() => createSession({ baseUrl: "http://fleet.example.com" })).toThrow(
      expect.objectContaining({ code: "insecure_base_url" }),
    );
  });

  test("overlapping answers: the last one is held, and nobody is asked", async () => {
    expect(await overlap("T1", "T2", [])).toEqual({ token: "T1", questions: 0 });
  });

  test("disposed: every use is refused", async () => {
    const { session, call } = setUpCore(() => answer(200));
    session.adopt("T0");
    await session[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    expect(await codeOf(call("/units"))).toBe("disposed");
    expect(await codeOf(session.getToken())).toBe("disposed");
    expect(() => session.adopt("T1")).toThrow(expect.objectContaining({ code: "disposed" }));
  });
});

describe("renewWith", () => {
  test("many calls are refused at once: one renewal, each replayed once", async () => {
    const { session, call, seen, renewals, revoke, events } = renewable();
    session.adopt("T0");
    revoke("T1");
    const statuses = (await Promise.all(Array.from({ length: 50 }, () => call("/units")))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect([seen.length, renewals()]).toEqual([100, 1]);
    expect(events.at(-1)).toMatchObject({ type: "token", why: "login" });
  });

  test("no token yet: got before the first call; a second 401 goes to the caller", async () => {
    const { call, seen, renewals } = renewable();
    expect((await call("/units")).status).toBe(200);
    expect([seen.length, renewals()]).toEqual([1, 1]);
    let got = 0;
    const stubborn = renewWith(async () => {
      got++;
      return "T0";
    });
    const second = setUpCore(() => answer(401), [stubborn]);
    expect((await second.call("/units")).status).toBe(401);
    expect((await second.call("/units")).status).toBe(401);
    // A token that never worked is kept for a while, or each 401 would ask anew.
    expect([second.seen.length, got]).toEqual([2, 1]);
    second.session.adopt("T9");
    expect((await second.call("/units")).status).toBe(401);
    expect(second.seen.map(({ token }) => token)).toEqual(["T0", "T0", "T9", "T0"]);
  });

  test("what it throws is what all who wait are answered with, and the next call tries again", async () => {
    let asked = 0;
    const failure = new Error("no network");
    const { call } = setUpCore(
      () => answer(200),
      [
        renewWith(async () => {
          if (asked++ === 0) throw failure;
          return "T1";
        }),
      ],
    );
    expect(await Promise.all([codeOf(call("/a")), codeOf(call("/b"))])).toEqual([failure, failure]);
    expect((await call("/c")).status).toBe(200);
    expect(asked).toBe(2);
  });

  test("what is no token is refused; what hangs is given up; who gives up waiting leaves the others alone", async () => {
    const { call } = setUpCore(() => answer(200), [renewWith(async () => "two words")]);
    expect(await codeOf(call("/units"))).toBe("token_malformed");

    const time = virtualClock();
    let context: RenewContext | undefined;
    const hanging = renewWith((given) => {
      context = given;
      return new Promise(() => undefined);
    });
    const world = setUpCore(() => answer(200), [hanging], { ...time, loginTimeoutMs: 1_000 });
    const leaving = new AbortController();
    const left = codeOf(world.call("/a", { signal: leaving.signal }));
    const stays = codeOf(world.call("/b"));
    await settle();
    leaving.abort("gone");
    expect(await left).toBe("gone");
    await time.advance(1_000);
    expect(await stays).toBe("login_timeout");
    expect(context?.signal.aborted).toBe(true);
  });

  test("a token that comes after a logout does not revive the session", async () => {
    const gate = deferred<string>();
    const { call, session } = setUpCore(
      ({ operation, token }) => answer(operation === "POST /auth/logout" || token === "T1" ? 200 : 401),
      [renewWith(() => gate.promise)],
    );
    session.adopt("T0");
    const refused = codeOf(call("/units"));
    await settle();
    await call("/auth/logout", { method: "POST" });
    gate.resolve("T1");
    expect(await refused).toBe("logged_out");
    expect(await codeOf(session.getToken())).toBe("logged_out");
  });
});

describe("other parts", () => {
  test("reconcile: overlapping answers are settled by one question", async () => {
    expect(await overlap("T1", "T2", [reconcile()])).toEqual({ token: "T2", questions: 1 });
  });

  test("orderWith: tokens that tell their order need no question", async () => {
    expect(await overlap("f1.1.a", "f1.2.b", [orderWith(compareTokens), reconcile()])).toEqual({
      token: "f1.2.b",
      questions: 0,
    });
  });

  test.each([
    { name: "with replayBodies", parts: [replayBodies()], sent: 2, status: 200 },
    { name: "without", parts: [], sent: 1, status: 401 },
  ])("$name: a Request with a body, refused: sent $sent times", async ({ parts, sent, status }) => {
    const { session, seen, revoke } = renewable(parts);
    session.adopt("T0");
    revoke("T1");
    const request = new ReplayableRequest(`${baseUrl}/units`, { method: "POST", body: "bytes" });
    expect((await session.fetch(request)).status).toBe(status);
    expect(await Promise.all(seen.map(({ request: one }) => one.text()))).toEqual(Array(sent).fill("bytes"));
  });

  test("withOptionalToken: other operations than those of the contract", async () => {
    const { session, call, seen } = setUpCore(
      () => answer(200),
      [withOptionalToken([{ method: "GET", path: "/open/{id}" }])],
    );
    await call("/open/1");
    expect(await codeOf(call("/tests/ping"))).toBe("login_required");
    session.adopt("T0");
    for (const path of ["/open/1", "/open/1/more", "/tests/ping"]) await call(path);
    expect(seen.map(({ token }) => token)).toEqual([undefined, "T0", "T0", "T0"]);
  });

  test("loginWith: password, pause after a failure, limit of waiters", async () => {
    const logins: string[] = [];
    const { call } = setUpCore(
      async ({ operation, request }) => {
        if (operation === "POST /auth/login") logins.push(await request.text());
        return answer(operation === "POST /auth/login" ? 503 : 200);
      },
      [loginWith({ credentials, maxWaiters: 2 })],
      virtualClock(),
    );
    expect(await Promise.all([1, 2, 3].map(() => codeOf(call("/units"))))).toEqual([
      "login_backoff",
      "login_backoff",
      "too_many_waiters",
    ]);
    expect(await codeOf(call("/units"))).toBe("login_backoff");
    expect(logins).toEqual([JSON.stringify(credentials)]);
  });

  test("keepAlive: an idle token is confirmed, until the session is disposed", async () => {
    const time = virtualClock();
    const wakes = { addEventListener: () => undefined, removeEventListener: () => undefined };
    const { session, count } = setUpCore(
      () => answer(200, { token: "T0" }),
      [keepAlive({ everyMs: 1_000, jitter: 0, wakes })],
      time,
    );
    session.adopt("T0");
    await time.advance(3_600_000);
    expect(count("GET /auth/token")).toBeGreaterThan(0);
    await session[Symbol.asyncDispose]();
    expect(time.pending()).toBe(0);
  });
});

test("types: a small session has the small faces, and every large one is a small one", () => {
  expectTypeOf<TokenSession>().toExtend<Session>();
  expectTypeOf<Session>().toExtend<AsyncDisposable>();
  expectTypeOf(createSession).returns.toEqualTypeOf<Session>();
  expectTypeOf<SessionOptions["parts"]>().toEqualTypeOf<readonly Part[] | undefined>();
  expectTypeOf(renewWith).parameter(0).toEqualTypeOf<(context: RenewContext) => Promise<string>>();
  expectTypeOf<ReturnType<typeof keepAlive>>().toExtend<Part>();
  const misuse = (session: Session): unknown[] => [
    // @ts-expect-error logging in is a matter of parts
    session.login,
    // @ts-expect-error asking takes createAuth
    session.getToken({ fresh: true }),
    // @ts-expect-error the function is called first
    createSession({ baseUrl, parts: [reconcile] }),
    // @ts-expect-error credentials belong to loginWith
    createSession({ baseUrl, credentials }),
    // @ts-expect-error a token is a text
    renewWith(async () => 1),
  ];
  expectTypeOf(misuse).toBeFunction();
});
