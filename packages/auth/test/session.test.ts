import createClient from "openapi-fetch";
import { describe, expect, expectTypeOf, test } from "vitest";
import { type AuthMiddleware, createAuth, isAuthError, memoryStore, type TokenSession } from "../src/index.ts";
import { baseUrl, credentials, type Handler, respond, setUp, ways } from "./support/fake-service.ts";
import { codeOf, deferred, settle } from "./support/deferred.ts";

const login = "POST /auth/login";

const friendly: Handler = ({ operation }) => (operation === login ? respond(200, { token: "L1" }) : respond(200));

for (const way of ways) {
  describe(`ending a session, ${way.name}`, () => {
    test("late responses of an ended session change nothing, not even in the next one", async () => {
      const gates = Array.from({ length: 30 }, () => deferred<Response>());
      const { session, fetch } = setUp((seen) => {
        const index = /^GET \/r\/(\d+)$/.exec(seen.operation)?.[1];
        return index === undefined ? friendly(seen) : (gates[Number(index)]?.promise ?? respond(500));
      });
      session.adopt("T0");
      const call = way.open(session, fetch);
      const calls = gates.map((_, index) => call(`/r/${index}`));
      await settle();
      expect(await session.logout()).toEqual({ remote: true });
      for (const gate of gates.slice(0, 15)) gate.resolve(respond(200, { token: "REVIVED" }));
      await settle();
      expect(session.snapshot()).toMatchObject({ status: "logged_out", fingerprint: undefined });
      // A middleware cannot see every end of a call, so its calls are not counted.
      expect(session.snapshot().inFlight).toBe(way.name === "fetch" ? 15 : 0);
      expect(await codeOf(call("/units"))).toBe("logged_out");
      await session.login(credentials);
      for (const gate of gates.slice(15)) gate.resolve(respond(200, { token: "REVIVED" }));
      await Promise.all(calls);
      expect(await session.getToken()).toBe("L1");
      expect(session.stats().staleDropped).toBe(30);
    });

    test("a 401 that arrives after logout does not log in again", async () => {
      const gate = deferred<Response>();
      const { session, fetch, count } = setUp((seen) =>
        seen.operation === "GET /slow" ? gate.promise : friendly(seen),
      );
      session.adopt("T0");
      const pending = codeOf(way.open(session, fetch)("/slow"));
      await settle();
      await session.logout();
      gate.resolve(respond(401));
      expect(await pending).toBe("logged_out");
      expect(count(login)).toBe(0);
    });

    test("a logout that the application sends itself ends the session, and its token is ignored", async () => {
      const { session, fetch, seen } = setUp(() => respond(200, { token: "NEW" }));
      session.adopt("T0");
      await way.open(session, fetch)("/auth/logout", { method: "POST" });
      expect(session.snapshot().status).toBe("logged_out");
      expect(session.stats().rotations).toBe(0);
      expect(seen.map(({ token }) => token)).toEqual(["T0"]);
    });
  });
}

describe("ending a session", () => {
  test("a logout ends the session also when the service cannot be reached, and says so", async () => {
    const { session } = setUp(() => {
      throw new TypeError("fetch failed");
    });
    session.adopt("T0");
    expect(await session.logout()).toEqual({ remote: false });
    expect(await codeOf(session.getToken())).toBe("logged_out");
  });
});

describe("the session object", () => {
  test("a disposed session ends its background work and refuses use, and can be disposed twice", async () => {
    const { session, time } = setUp(() => deferred<Response>().promise);
    const waiting = codeOf(session.fetch(`${baseUrl}/units`));
    await settle();
    await Promise.all([session[Symbol.asyncDispose](), session[Symbol.asyncDispose]()]);
    expect(await waiting).toBe("disposed");
    expect(time.pending()).toBe(0);
    expect(await codeOf(session.fetch(`${baseUrl}/units`))).toBe("disposed");
    expect(await codeOf(session.login())).toBe("disposed");
    expect(await codeOf(session.getToken())).toBe("disposed");
    expect(await codeOf(session.logout())).toBe("disposed");
    expect(() => session.adopt("x")).toThrow(expect.objectContaining({ code: "disposed" }));
  });

  test("await using writes what is to be written and closes the store", async () => {
    let closed = 0;
    const store = { ...memoryStore(), close: async () => void closed++ };
    {
      await using session = setUp(() => respond(200), { store }).session;
      session.adopt("T7");
    }
    expect(closed).toBe(1);
    expect((await store.read())?.token).toBe("T7");
  });

  test("middleware that is used twice, and together with fetch, sets one header and reads a response once", async () => {
    const { session, seen, count } = setUp((one) => (one.token === "T0" ? respond(401) : friendly(one)));
    session.adopt("T0");
    const client = createClient<{
      "/units": { get: { responses: { 200: { content: { "application/json": object } } } } };
    }>({
      baseUrl,
      ...session.bind(),
    });
    client.use(session.middleware(), session.middleware());
    expect((await client.GET("/units")).response.status).toBe(200);
    expect(count(login)).toBe(1);
    expect(seen.map(({ token }) => token)).toEqual(["T0", undefined, "L1"]);
    expect(session.stats()).toMatchObject({ requests: 1, replays: 1 });
    expect(session.snapshot().inFlight).toBe(0);
  });

  test("a response that other middleware made up is not read, and leaves nothing behind", async () => {
    const { session, fetch, seen } = setUp(() => respond(200));
    session.adopt("T0");
    const client = createClient<{
      "/units": { get: { responses: { 200: { content: { "application/json": object } } } } };
    }>({ baseUrl, fetch });
    client.use(session.middleware(), { onRequest: () => respond(200, { token: "FAKE" }) });
    await client.GET("/units");
    expect(seen.length).toBe(0);
    expect(await session.getToken()).toBe("T0");
  });

  test("an option that is undefined is an option that is not given", async () => {
    const unset: Record<string, undefined> = { loginPath: undefined, clock: undefined, fetch: undefined };
    const { fetch, seen } = setUp(friendly);
    const session = createAuth({ baseUrl, credentials, ...unset, fetch });
    await session.fetch(`${baseUrl}/units`);
    expect(seen.map(({ operation }) => operation)).toEqual([login, "GET /units"]);
    expect(session.snapshot().ageMs).toBeLessThan(60_000);
  });

  test("each session has a name of its own, from newId", async () => {
    const store = memoryStore();
    let turn = 0;
    const { session } = setUp(friendly, { store, newId: () => `session-${++turn}` });
    await session.login();
    expect((await store.read())?.sid).toBe("session-1");
    await session.login();
    expect((await store.read())?.sid).toBe("session-2");
  });

  test("isAuthError knows errors of another copy of the package, and narrows to a code", () => {
    const foreign = Object.assign(new Error("x"), { code: "disposed", [Symbol.for("fleet-api.auth-error")]: true });
    expect(isAuthError(foreign)).toBe(true);
    expect(isAuthError(foreign, "disposed")).toBe(true);
    expect(isAuthError(foreign, "logged_out")).toBe(false);
    for (const other of [null, undefined, "disposed", { code: "disposed" }]) expect(isAuthError(other)).toBe(false);
  });

  test("types fit the clients they are made for", () => {
    type Options = NonNullable<Parameters<typeof createClient>[0]>;
    type Use = Parameters<ReturnType<typeof createClient>["use"]>[0];
    expectTypeOf<ReturnType<TokenSession["bind"]>>().toExtend<Options>();
    expectTypeOf<AuthMiddleware>().toExtend<Use>();
    expectTypeOf<TokenSession["fetch"]>().toExtend<typeof fetch>();
    // @ts-expect-error a base URL is needed
    expect(() => createAuth({})).toThrow(expect.objectContaining({ code: "invalid_option" }));
  });
});
