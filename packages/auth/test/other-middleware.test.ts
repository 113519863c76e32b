import createClient, { type Middleware } from "openapi-fetch";
import { describe, expect, test } from "vitest";
import type { TokenSession } from "../src/index.ts";
import { respond, baseUrl, setUp } from "./support/fake-service.ts";

const login = "POST /auth/login";
const ok = { responses: { 200: { content: { "application/json": {} as object } } } };
type Operation = typeof ok & { requestBody?: { content: { "application/json": { name: string } } } };
type Paths = Record<"/units", { get: typeof ok; post: Operation }>;

/** Refuses every token but `L1`, and keeps what was sent. */
function world() {
  const received: { token: string | undefined; tenant: string | null; body: string }[] = [];
  const set = setUp(async ({ operation, token, request }) => {
    if (operation === login) return respond(200, { token: "L1" });
    received.push({ token, tenant: request.headers.get("x-tenant"), body: await request.text() });
    return respond(token === "L1" ? 200 : 401);
  });
  set.session.adopt("expired");
  return { ...set, received };
}

/** Adds a header by making another request, of the platform's class or of the session's. */
const tenant = (Made: typeof Request): Middleware => ({
  onRequest({ request }) {
    const headers = new Headers(request.headers);
    headers.set("x-tenant", "acme");
    return new Made(request, { headers });
  },
});

const inPlace: Middleware = {
  onRequest({ request }) {
    request.headers.set("x-tenant", "acme");
    return request;
  },
};

type World = Pick<ReturnType<typeof setUp>, "session" | "fetch">;
type Client = ReturnType<typeof createClient<Paths>>;

const clients: readonly [string, (world: World, other: Middleware) => Client][] = [
  [
    "bind()",
    ({ session }, other) => {
      const client = createClient<Paths>({ baseUrl, ...session.bind() });
      client.use(other);
      return client;
    },
  ],
  [
    "middleware(), used first",
    ({ session, fetch }, other) => {
      const client = createClient<Paths>({ baseUrl, fetch, Request: session.Request });
      client.use(session.middleware(), other);
      return client;
    },
  ],
  [
    "middleware(), used last",
    ({ session, fetch }, other) => {
      const client = createClient<Paths>({ baseUrl, fetch, Request: session.Request });
      client.use(other, session.middleware());
      return client;
    },
  ],
];

describe.each(clients)("other middleware that makes another request, %s", (_name, open) => {
  test.each<[string, (session: TokenSession) => Middleware]>([
    ["of the platform's class", () => tenant(Request)],
    ["of the session's class", ({ Request: Made }) => tenant(Made)],
    ["by changing the given one", () => inPlace],
  ])("a call without a body is replayed with the header that middleware set: %s", async (_how, make) => {
    const given = world();
    const { response } = await open(given, make(given.session)).GET("/units");
    expect(response.status).toBe(200);
    expect(given.received).toEqual([
      { token: "expired", tenant: "acme", body: "" },
      { token: "L1", tenant: "acme", body: "" },
    ]);
  });

  test.each<[string, (session: TokenSession) => Middleware]>([
    ["of the session's class", ({ Request: Made }) => tenant(Made)],
    ["by changing the given one", () => inPlace],
  ])("a call with a body is replayed, with header and body: %s", async (_how, make) => {
    const given = world();
    const { response } = await open(given, make(given.session)).POST("/units", { body: { name: "van 7" } });
    expect(response.status).toBe(200);
    expect(given.received).toEqual([
      { token: "expired", tenant: "acme", body: '{"name":"van 7"}' },
      { token: "L1", tenant: "acme", body: '{"name":"van 7"}' },
    ]);
  });

  test("a call with a body that middleware remade with the platform's class ends with the 401, and the next call works", async () => {
    const given = world();
    const client = open(given, tenant(Request));
    const first = await client.POST("/units", { body: { name: "van 7" } });
    expect(first.response.status).toBe(401);
    expect(given.events).toContainEqual({ type: "replay_skipped", why: "stream" });
    expect(given.count(login)).toBe(1);
    const second = await client.POST("/units", { body: { name: "van 7" } });
    expect(second.response.status).toBe(200);
    expect(given.received).toEqual([
      { token: "expired", tenant: "acme", body: '{"name":"van 7"}' },
      { token: "L1", tenant: "acme", body: '{"name":"van 7"}' },
    ]);
    expect(given.session.snapshot().inFlight).toBe(0);
  });
});

test("session.Request takes every Request for an instance, and nothing else", () => {
  const { session } = world();
  class Own extends session.Request {}
  const [plain, own] = [new Request(baseUrl), new Own(baseUrl)];
  expect([plain, own].map((one) => one instanceof session.Request)).toEqual([true, true]);
  expect(own instanceof Own).toBe(true);
  for (const other of [undefined, null, {}, baseUrl, new Response(), Object.create(null)]) {
    expect(Object(other) instanceof session.Request).toBe(false);
  }
});

const elsewhere = "https://other.example/api/v1/units";

/** Replaces each request. */
const rewrite = (change: (request: Request) => Request): Middleware => ({
  onRequest: ({ request }) => change(request),
});

/** Sets the Authorization header of a prepared request, or deletes it. */
const authorize = (value: string | undefined): Middleware =>
  rewrite((request) => {
    const headers = new Headers(request.headers);
    headers.delete("authorization");
    if (value) headers.set("authorization", value);
    return new Request(request, { headers });
  });

function capitalise(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("authorization", headers.get("authorization")?.replace("bearer", "Bearer") ?? "");
  return new Request(request, { headers });
}

const sent = ({ headers, signal }: Request): RequestInit => ({ headers, signal });

const rewrites: [string, Middleware][] = [
  ["to another host", rewrite((request) => new Request(elsewhere, request))],
  ["to another version", rewrite((request) => new Request("https://fleet.example.com/api/v10/units", request))],
  ["to the login", rewrite((request) => new Request(`${baseUrl}/auth/login`, { ...sent(request), method: "POST" }))],
  ["with other credentials", authorize("Basic b3RoZXI6c2VjcmV0")],
];

describe.each(clients)("other middleware that rewrites the request, %s", (_name, open) => {
  test.each(rewrites)(
    "the 401 of a call %s causes no login and no replay, and its token is not taken",
    async (_, other) => {
      const given = setUp(() => respond(401, { token: "FOREIGN" }));
      given.session.adopt("held");
      const { response } = await open(given, other).GET("/units");
      expect(response.status).toBe(401);
      expect(given.seen.length).toBe(1);
      expect(await given.session.getToken()).toBe("held");
      expect(given.session.snapshot().inFlight).toBe(0);
      expect(given.session.stats()).toMatchObject({ replays: 0, logins: 0, rotations: 0 });
      expect(given.events.filter(({ type }) => type !== "token" && type !== "scope_refused")).toEqual([]);
    },
  );

  test.each(rewrites.filter(([name]) => name !== "to the login"))(
    "the token of a successful call %s is not taken",
    async (_, other) => {
      const given = setUp(() => respond(200, { token: "FOREIGN" }));
      given.session.adopt("held");
      await open(given, other).GET("/units");
      expect(await given.session.getToken()).toBe("held");
    },
  );

  test("to another operation in scope: it is replayed there", async () => {
    const given = setUp(({ operation, token }) =>
      operation === login ? respond(200, { token: "L1" }) : respond(token === "L1" ? 200 : 401),
    );
    given.session.adopt("expired");
    const other = rewrite((request) => new Request(`${baseUrl}/tenants/7/units`, request));
    const { response } = await open(given, other).GET("/units");
    expect(response.status).toBe(200);
    expect(given.seen.map(({ operation }) => operation)).toEqual([
      "GET /tenants/7/units",
      login,
      "GET /tenants/7/units",
    ]);
  });
});

describe("other middleware that rewrites the request after middleware()", () => {
  const [, open] = clients[1] as (typeof clients)[number];

  test("a replay does not put back the Authorization header that middleware removed", async () => {
    const given = setUp(() => respond(401));
    given.session.adopt("held");
    await open(given, authorize(undefined)).GET("/units");
    expect(given.seen.map(({ operation, token }) => [operation, token])).toEqual([["GET /units", undefined]]);
  });

  test.each([200, 401])(
    "a call sent to an operation with optional authentication causes no login and no replay, and a %i gives no token",
    async (status) => {
      const given = setUp(() => respond(status, { token: "FOREIGN" }));
      given.session.adopt("held");
      const other = rewrite((request) => new Request(`${baseUrl}/tests/ping`, request));
      expect((await open(given, other).GET("/units")).response.status).toBe(status);
      expect(given.seen).toHaveLength(1);
      expect(await given.session.getToken()).toBe("held");
      expect(given.session.stats()).toMatchObject({ replays: 0, logins: 0, rotations: 0 });
    },
  );

  test("a token that another host responds with is reported as scope_refused", async () => {
    const given = setUp(() => respond(200, { token: "FOREIGN" }));
    given.session.adopt("held");
    await open(
      given,
      rewrite((request) => new Request(elsewhere, request)),
    ).GET("/units");
    expect(given.events).toContainEqual({ type: "scope_refused", origin: "https://other.example" });
  });

  test("another spelling of the scheme is the same token: the call is replayed", async () => {
    const given = world();
    await open(given, rewrite(capitalise)).GET("/units");
    expect(given.count(login)).toBe(1);
    expect(given.session.stats().replays).toBe(1);
  });

  test("a logout that is sent elsewhere does not end the session", async () => {
    const given = setUp(() => respond(401));
    given.session.adopt("held");
    const client = createClient<Record<"/auth/logout", { post: typeof ok }>>({ baseUrl, fetch: given.fetch });
    client.use(
      given.session.middleware(),
      rewrite((request) => new Request(elsewhere, request)),
    );
    await client.POST("/auth/logout");
    expect(given.session.snapshot().status).toBe("active");
  });

  test("a call to another host that fails causes no reconcile", async () => {
    const given = setUp(() => Promise.reject(new TypeError("fetch failed")));
    given.session.adopt("held");
    const other = rewrite((request) => new Request(elsewhere, { ...sent(request), method: "POST", body: "text" }));
    const call = open(given, other).POST("/units", { body: { name: "van 7" } });
    await expect(call).rejects.toThrow("fetch failed");
    expect(given.seen.length).toBe(1);
    expect(given.session.snapshot().inFlight).toBe(0);
  });
});
