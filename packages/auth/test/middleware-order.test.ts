import createClient, { type Middleware } from "openapi-fetch";
import { describe, expect, test } from "vitest";
import type { AuthOptions } from "../src/index.ts";
import { codeOf, deferred, type Deferred, settle } from "./support/deferred.ts";
import { baseUrl, respond, setUp } from "./support/fake-service.ts";

const login = "POST /auth/login";
const ok = { responses: { 200: { content: { "application/json": {} as object } } } };
type Operation = typeof ok & { requestBody?: { content: { "application/json": { name: string } } } };
type Paths = Record<"/units" | "/a" | "/b" | "/auth/token", { get: typeof ok; post: Operation }>;

const hash = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("hex");

/** What a signature covers: a call with another token or body has another one. */
const signatureOf = async (request: Request): Promise<string> =>
  hash(`${request.method} ${request.url} ${request.headers.get("authorization")} ${await request.clone().text()}`);

/** Middleware that signs the request as it is sent. */
function signing(make: (request: Request, headers: Headers) => Request | undefined) {
  const signed: { token: string | null; schemaPath: string }[] = [];
  const middleware: Middleware = {
    async onRequest({ request, schemaPath }) {
      signed.push({ token: request.headers.get("authorization"), schemaPath });
      const headers = new Headers(request.headers);
      headers.set("x-signature", await signatureOf(request));
      return make(request, headers);
    },
  };
  return { signed, middleware };
}

/** Accepts `L1` and right signatures only. */
function world(options: Partial<AuthOptions> = {}) {
  const received: { token: string | undefined; isSigned: boolean; body: string }[] = [];
  const given = setUp(async ({ operation, token, request }) => {
    if (operation === login) return respond(200, { token: "L1" });
    const isSigned = request.headers.get("x-signature") === (await signatureOf(request));
    received.push({ token, isSigned, body: await request.text() });
    if (!isSigned) return respond(400);
    return respond(token === "L1" ? 200 : 401);
  }, options);
  given.session.adopt("expired");
  const client = createClient<Paths>({ baseUrl, fetch: given.fetch, Request: given.session.Request });
  return { ...given, received, client };
}

const kinds: readonly [string, (given: ReturnType<typeof world>) => ReturnType<typeof signing>][] = [
  [
    "that sets a header",
    () =>
      signing((request, headers) => {
        request.headers.set("x-signature", headers.get("x-signature") ?? "");
        return undefined;
      }),
  ],
  [
    "that makes another request",
    ({ session }) => signing((request, headers) => new session.Request(request, { headers })),
  ],
];

describe("middleware() with middleware that must run after the token was set", () => {
  test.each(kinds)("one %s: the replay is signed anew, with body", async (_, make) => {
    const given = world();
    const { signed, middleware } = make(given);
    given.client.use(given.session.middleware({ after: [middleware] }));
    const { response } = await given.client.POST("/units", { body: { name: "van 7" } });
    expect(response.status).toBe(200);
    const body = '{"name":"van 7"}';
    expect(given.received).toEqual([
      { token: "expired", isSigned: true, body },
      { token: "L1", isSigned: true, body },
    ]);
    expect(signed).toEqual([
      { token: "bearer expired", schemaPath: "/units" },
      { token: "bearer L1", schemaPath: "/units" },
    ]);
    expect(given.session.snapshot().inFlight).toBe(0);
  });

  test("a call without a body, and one that is not refused: signed once per request", async () => {
    const given = world();
    const { signed, middleware } = signing((request, headers) => new Request(request, { headers }));
    given.client.use(given.session.middleware({ after: [middleware] }));
    expect((await given.client.GET("/units")).response.status).toBe(200);
    expect((await given.client.GET("/units")).response.status).toBe(200);
    expect(signed.map(({ token }) => token)).toEqual(["bearer expired", "bearer L1", "bearer L1"]);
  });

  test("several run in their order, each time", async () => {
    const given = world();
    const order: string[] = [];
    const note = (name: string): Middleware => ({
      onRequest({ request }) {
        order.push(name);
        request.headers.set("x-order", `${request.headers.get("x-order") ?? ""}${name}`);
      },
    });
    const { middleware } = signing((request, headers) => new given.session.Request(request, { headers }));
    given.client.use(given.session.middleware({ after: [note("a"), note("b"), middleware] }));
    expect((await given.client.GET("/units")).response.status).toBe(200);
    expect(order).toEqual(["a", "b", "a", "b"]);
    expect(given.seen.at(-1)?.request.headers.get("x-order")).toBe("ab");
  });

  test("other middleware before it and after it runs once, and what it set is sent in the replay too", async () => {
    const given = world();
    let runs = 0;
    const tenant: Middleware = {
      onRequest({ request }) {
        runs++;
        request.headers.set("x-tenant", "acme");
      },
    };
    const { middleware } = signing((request, headers) => new given.session.Request(request, { headers }));
    given.client.use(tenant, given.session.middleware({ after: [middleware] }));
    await given.client.GET("/units");
    expect(runs).toBe(1);
    const sent = given.seen.filter(({ operation }) => operation === "GET /units");
    expect(sent.map(({ request }) => request.headers.get("x-tenant"))).toEqual(["acme", "acme"]);
  });

  test("one that throws, at first or in the replay: the caller gets its error, and nothing is left behind", async () => {
    for (const failing of [1, 2]) {
      const given = world();
      let runs = 0;
      const { middleware } = signing((request, headers) => {
        if (++runs === failing) throw new RangeError("no key");
        return new given.session.Request(request, { headers });
      });
      given.client.use(given.session.middleware({ after: [middleware] }));
      await expect(given.client.GET("/units")).rejects.toThrow("no key");
      expect(given.session.snapshot().inFlight).toBe(0);
      expect(given.received.length).toBe(failing - 1);
    }
  });

  test("one that sends the request elsewhere: its 401 causes no login and no replay", async () => {
    const given = setUp(() => respond(401, { token: "FOREIGN" }));
    given.session.adopt("held");
    const client = createClient<Paths>({ baseUrl, fetch: given.fetch, Request: given.session.Request });
    const away: Middleware = { onRequest: ({ request }) => new Request("https://other.example/x", request) };
    client.use(given.session.middleware({ after: [away] }));
    expect((await client.GET("/units")).response.status).toBe(401);
    expect(given.seen.length).toBe(1);
    expect(await given.session.getToken()).toBe("held");
  });

  test("public and foreign calls are signed as well, though the session does not touch them", async () => {
    const given = setUp(() => respond(200));
    const { signed, middleware } = signing((request, headers) => new Request(request, { headers }));
    const client = createClient<Record<"/tests/ping", { get: typeof ok }>>({ baseUrl, fetch: given.fetch });
    client.use(given.session.middleware({ after: [middleware] }));
    await client.GET("/tests/ping");
    expect(signed).toEqual([{ token: null, schemaPath: "/tests/ping" }]);
    expect(given.seen[0]?.request.headers.has("x-signature")).toBe(true);
  });
});

/** Ways in which a call that middleware() has prepared never comes back to it. */
const losses: readonly [string, Middleware][] = [
  ["later middleware gives a response of its own", { onRequest: () => respond(200, { token: "MADE-UP" }) }],
  [
    "later middleware throws",
    {
      onRequest() {
        throw new RangeError("broken");
      },
    },
  ],
  ["later middleware rejects", { onRequest: () => Promise.reject(new RangeError("broken")) }],
  [
    "later middleware throws at the response",
    {
      onResponse() {
        throw new RangeError("broken");
      },
    },
  ],
  ["later middleware gives what is no request", { onRequest: () => ({ odd: true }) as unknown as Request }],
  ["later middleware handles a failure", { onError: () => respond(200) }],
];

describe.each(losses)("calls that do not come back: %s", (name, loss) => {
  /** Three lost calls, then a client without that middleware. */
  async function afterLosses() {
    const gates = new Map<string, Deferred<Response>>();
    const given = setUp(({ operation, token }) => {
      if (operation === login) return respond(200, { token: "L1" });
      if (operation === "GET /auth/token") return respond(200, { body: { data: { token: "NEWEST" } } });
      if (operation === "GET /units") {
        if (name.endsWith("a failure")) throw new TypeError("fetch failed");
        return respond(200);
      }
      expect(token).toBeDefined();
      const gate = deferred<Response>();
      gates.set(operation, gate);
      return gate.promise;
    });
    given.session.adopt("T0");
    const broken = createClient<Paths>({ baseUrl, fetch: given.fetch, Request: given.session.Request });
    broken.use(given.session.middleware(), loss);
    for (let lost = 0; lost < 3; lost++) await codeOf(broken.GET("/units"));
    expect(given.session.snapshot().inFlight).toBe(0);
    const client = createClient<Paths>({ baseUrl, fetch: given.fetch, Request: given.session.Request });
    client.use(given.session.middleware());
    const reply = (operation: string, token: string) => gates.get(operation)?.resolve(respond(200, { token }));
    return { ...given, client, reply };
  }

  test.each(["through middleware()", "through fetch"])("an overlap afterwards is settled at once, %s", async (how) => {
    const { session, client, reply, count } = await afterLosses();
    const calls: Promise<unknown>[] =
      how === "through fetch"
        ? [session.fetch(`${baseUrl}/a`), session.fetch(`${baseUrl}/b`)]
        : [client.GET("/a"), client.GET("/b")];
    await settle();
    expect(session.snapshot().inFlight).toBe(how === "through fetch" ? 2 : 0);
    reply("GET /b", "T2");
    await settle();
    reply("GET /a", "T1");
    await Promise.all(calls);
    await session.flush();
    expect(await session.getToken()).toBe("NEWEST");
    expect(count("GET /auth/token")).toBe(1);
    expect(session.snapshot()).toMatchObject({ inFlight: 0, ambiguous: false });
  });

  test("what the other middleware made up is not taken", async () => {
    const { session } = await afterLosses();
    expect(await session.getToken()).toBe("T0");
  });
});

test("calls that are aborted while middleware() waits for a login are not counted", async () => {
  const gate = deferred<Response>();
  const { session, fetch } = setUp(({ operation }) => (operation === login ? gate.promise : respond(200)));
  const client = createClient<Paths>({ baseUrl, fetch, Request: session.Request });
  client.use(session.middleware());
  const controller = new AbortController();
  const call = client.GET("/units", { signal: controller.signal }).catch((error: unknown) => error);
  await settle();
  controller.abort("left");
  expect(await call).toBe("left");
  gate.resolve(respond(200, { token: "L1" }));
  await settle();
  expect(session.snapshot()).toMatchObject({ inFlight: 0, status: "active" });
});
