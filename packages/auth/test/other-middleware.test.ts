import createClient, { type Middleware } from "openapi-fetch";
import { describe, expect, test } from "vitest";
import type { TokenSession } from "../src/index.ts";
import { answer, baseUrl, setUp } from "./support/fake-service.ts";

const login = "POST /auth/login";
const ok = { responses: { 200: { content: { "application/json": {} as object } } } };
type Operation = typeof ok & { requestBody?: { content: { "application/json": { name: string } } } };
type Paths = Record<"/units", { get: typeof ok; post: Operation }>;

/** Refuses every token but `L1`, and keeps what was sent. */
function world() {
  const received: { token: string | undefined; tenant: string | null; body: string }[] = [];
  const set = setUp(async ({ operation, token, request }) => {
    if (operation === login) return answer(200, { token: "L1" });
    received.push({ token, tenant: request.headers.get("x-tenant"), body: await request.text() });
    return answer(token === "L1" ? 200 : 401);
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

type World = ReturnType<typeof world>;
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

describe.each(clients)("other middleware that makes requests of its own, %s", (_name, open) => {
  test.each<[string, (session: TokenSession) => Middleware]>([
    ["of the platform's class", () => tenant(Request)],
    ["of the session's class", ({ Request: Made }) => tenant(Made)],
    ["by changing the given one", () => inPlace],
  ])("C15 a call without a body is replayed, with the header: %s", async (_how, make) => {
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

  test("C15 a call with a body, remade by the platform's class: the caller gets the 401, and the next call works", async () => {
    const given = world();
    const client = open(given, tenant(Request));
    const first = await client.POST("/units", { body: { name: "van 7" } });
    expect(first.response.status).toBe(401);
    expect(given.events).toContainEqual({ type: "replaySkipped", why: "stream" });
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
