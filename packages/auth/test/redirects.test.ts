import * as fc from "fast-check";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { type AuthEvent, type AuthOptions, createAuth } from "../src/index.ts";
import { codeOf, settle } from "./support/deferred.ts";
import { baseUrl, credentials, fingerprintOf, inWaves, respond, setUp, ways } from "./support/fake-service.ts";

/** Responds to one request of a real server. */
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Servers on loopback, each another origin, which live as long as one test: `await using servers = realServers()`. */
function realServers(): { listen(listener: Listener): Promise<string> } & AsyncDisposable {
  const servers: Server[] = [];
  return {
    /** Resolves to the origin. */
    async listen(listener) {
      const server = createServer((request, response) => void listener(request, response));
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(
        servers.map((server) => {
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeAllConnections();
          return closed;
        }),
      );
    },
  };
}

const basePath = "/api/v1";
const publicPath = `${basePath}/auth/registration/of-the-attacker`;

/** A service and another origin, on real ports. `routes`: from a path to where it redirects, by turns. */
async function world(servers: ReturnType<typeof realServers>, options: Partial<AuthOptions> = {}) {
  const sent: { origin: string; path: string; token: string | undefined }[] = [];
  const routes = new Map<string, { to: string; status?: number }>();
  const state = { current: "CURRENT", found: "ATTACKER", status: 200, tokenStatus: 200 };
  const open = (): Promise<string> =>
    servers.listen((request, response) => {
      const origin = `http://${request.headers.host}`;
      const path = request.url ?? "/";
      sent.push({ origin, path, token: request.headers.authorization?.replace(/^bearer /, "") });
      const route = routes.get(`${origin}${path}`);
      if (route) return response.writeHead(route.status ?? 307, { location: route.to }).end();
      if (path === `${basePath}/auth/token`)
        return response.writeHead(state.tokenStatus).end(JSON.stringify({ data: { token: state.current } }));
      return response.writeHead(state.status, { authorization: `bearer ${state.found}` }).end("{}");
    });
  const [origin, elsewhere] = [await open(), await open()];
  const redirect = (from: string, to: string, status?: number): void =>
    void routes.set(from, { to, ...(status !== undefined && { status }) });
  const base = origin + basePath;
  const session = createAuth({ baseUrl: base, random: () => 0.9, ...options });
  session.adopt("HELD");
  const events: AuthEvent[] = [];
  session.subscribe((event) => void events.push(event));
  const count = (path: string): number => sent.filter((one) => one.path === basePath + path).length;
  return { session, events, sent, redirect, count, state, origin, elsewhere, base };
}

type World = Awaited<ReturnType<typeof world>>;

/** Chains that begin at /units of the service and end in a response with a token. */
const chains: readonly [string, (given: World) => void][] = [
  [
    "leaves the origin and comes back",
    ({ base, elsewhere, origin, redirect }) => {
      redirect(`${base}/units`, `${elsewhere}/login`);
      redirect(`${elsewhere}/login`, `${origin}${publicPath}`);
    },
  ],
  [
    "leaves the origin and comes back to a protected operation",
    ({ base, elsewhere, redirect }) => {
      redirect(`${base}/units`, `${elsewhere}/x`);
      redirect(`${elsewhere}/x`, `${base}/vehicles`);
    },
  ],
  [
    "leaves the origin in the middle of the way",
    ({ base, elsewhere, origin, redirect }) => {
      redirect(`${base}/units`, `${base}/one`);
      redirect(`${base}/one`, `${elsewhere}/two`);
      redirect(`${elsewhere}/two`, `${base}/three`);
      redirect(`${base}/three`, `${origin}${publicPath}`);
    },
  ],
  [
    "leaves the base path and comes back",
    ({ base, origin, redirect }) => {
      redirect(`${base}/units`, `${origin}/other`);
      redirect(`${origin}/other`, `${origin}${publicPath}`);
    },
  ],
  [
    "goes from a protected to a public operation",
    ({ base, origin, redirect }) => redirect(`${base}/units`, `${origin}${publicPath}`),
  ],
  [
    "goes from a protected operation to the ping",
    ({ base, redirect }) => redirect(`${base}/units`, `${base}/tests/ping`),
  ],
];

describe.each(ways)("a response after a redirect, $name", (way) => {
  test.each(chains)("that %s: its token is not taken, the session reconciles", async (_, lay) => {
    await using servers = realServers();
    const given = await world(servers);
    const { session, events, sent, count } = given;
    lay(given);
    const response = await way.open(session, fetch, given.base)("/units");
    expect({ status: response.status, redirected: response.redirected }).toEqual({ status: 200, redirected: true });
    await session.flush();
    expect(await session.getToken()).toBe("CURRENT");
    expect(count("/auth/token")).toBe(1);
    expect(sent.map(({ token }) => token)).not.toContain("ATTACKER");
    expect(events).toContainEqual(expect.objectContaining({ type: "stale_dropped", why: "redirected" }));
    expect(session.snapshot()).toMatchObject({ status: "active", ambiguous: false, inFlight: 0 });
  });

  test.each(["POST", "PATCH", "DELETE"])(
    "that ends in 401 does not repeat a %s, which may have been carried out",
    async (method) => {
      await using servers = realServers();
      const given = await world(servers, { credentials: { username: "anna", password: "x" } });
      const { session, base, count, redirect, state } = given;
      redirect(`${base}/units`, `${base}/vehicles`, 303);
      // The service replaced the token in the redirect, where fetch hides it, and knows neither any more.
      Object.assign(state, { status: 401, tokenStatus: 401 });
      const response = await way.open(session, fetch, base)("/units", { method, headers: { "idempotency-key": "k" } });
      expect({ status: response.status, redirected: response.redirected }).toEqual({ status: 401, redirected: true });
      expect([count("/units"), count("/auth/login")]).toEqual([1, 0]);
    },
  );

  test.each([301, 302, 303, 307, 308])("by status %i, of a call with a body", async (status) => {
    await using servers = realServers();
    const given = await world(servers);
    const { session, base, elsewhere, redirect } = given;
    redirect(`${base}/units`, `${elsewhere}/x`, status);
    redirect(`${elsewhere}/x`, `${base}/tests/ping`, status);
    const init = { method: "POST", body: "{}" };
    expect((await way.open(session, fetch, base)("/units", init)).status).toBe(200);
    await session.flush();
    expect(await session.getToken()).toBe("CURRENT");
  });

  test("inside the scope: the session ends up with the newest token, by a reconcile", async () => {
    await using servers = realServers();
    const given = await world(servers);
    const { session, base, redirect, state, count } = given;
    state.current = state.found = "NEWEST";
    redirect(`${base}/units`, `${base}/vehicles`);
    await way.open(session, fetch, base)("/units");
    await session.flush();
    expect(await session.getToken()).toBe("NEWEST");
    expect(count("/auth/token")).toBe(1);
  });

  test("a redirect that leaves the path on the same origin carries the token, and nothing it says counts", async () => {
    await using servers = realServers();
    const { session, base, origin, redirect, sent, state, events } = await world(servers, { credentials });
    redirect(`${base}/units`, `${origin}/other`);
    state.status = 401;
    const response = await way.open(session, fetch, base)("/units");
    await session.flush();
    expect(response.status).toBe(401);
    // No client can prevent it: see docs/how-it-works.md.
    expect(sent).toEqual([
      { origin, path: `${basePath}/units`, token: "HELD" },
      { origin, path: "/other", token: "HELD" },
    ]);
    expect(await session.getToken()).toBe("HELD");
    expect(events).toEqual([{ type: "scope_refused", origin }]);
  });
});

describe("a response after a redirect", () => {
  test("reconcile: off: the held token stays, and nothing is sent", async () => {
    await using servers = realServers();
    const { session, base, redirect, count, events } = await world(servers, { reconcile: "off" });
    redirect(`${base}/units`, `${base}/vehicles`);
    await session.fetch(`${base}/units`);
    await session.flush();
    expect(await session.getToken()).toBe("HELD");
    expect(count("/auth/token")).toBe(0);
    expect(events.at(-1)).toMatchObject({ type: "stale_dropped", why: "redirected" });
  });

  test("tokens that tell their order do not help: what a redirect brings is never taken", async () => {
    await using servers = realServers();
    const { session, base, elsewhere, redirect, state } = await world(servers);
    session.adopt("f1.1.held");
    Object.assign(state, { found: "f1.99.attacker", current: "f1.2.newest" });
    redirect(`${base}/units`, `${elsewhere}/x`);
    redirect(`${elsewhere}/x`, `${base}/tests/ping`);
    await session.fetch(`${base}/units`);
    await session.flush();
    expect(await session.getToken()).toBe("f1.2.newest");
  });

  test("of an operation with optional authentication", async () => {
    await using servers = realServers();
    const { session, base, elsewhere, redirect } = await world(servers);
    redirect(`${base}/tests/ping`, `${elsewhere}/x`);
    redirect(`${elsewhere}/x`, `${base}/auth/registration/y`);
    await session.fetch(`${base}/tests/ping`);
    await session.flush();
    expect(await session.getToken()).toBe("CURRENT");
  });

  test.each([true, false])("of a login that the application sends: no session begins (held: %s)", async (isHeld) => {
    await using servers = realServers();
    const { session, base, elsewhere, redirect } = await world(servers);
    if (!isHeld) await session.logout();
    redirect(`${base}/auth/login`, `${elsewhere}/x`);
    redirect(`${elsewhere}/x`, `${base}/tests/ping`);
    const { status, epoch } = session.snapshot();
    await session.fetch(`${base}/auth/login`, { method: "POST", body: "{}" });
    await session.flush();
    expect(session.snapshot()).toMatchObject({ status, epoch });
    if (isHeld) expect(await session.getToken()).toMatch(/^(HELD|CURRENT)$/);
  });

  test("to a reconcile: neither header nor body counts, and it is not repeated at once", async () => {
    await using servers = realServers();
    const { session, base, elsewhere, redirect, state, count } = await world(servers);
    state.current = "ATTACKER";
    redirect(`${base}/auth/token`, `${elsewhere}/x`);
    redirect(`${elsewhere}/x`, `${base}/tests/ping`);
    await session.refresh();
    expect(await session.getToken()).toBe("HELD");
    redirect(`${elsewhere}/x`, `${base}/auth/token?again`);
    await session.refresh();
    await session.flush();
    expect(await session.getToken()).toBe("HELD");
    expect(count("/auth/token")).toBe(2);
    expect(await codeOf(session.getToken({ fresh: true }))).toBe("token_unconfirmed");
  });

  test("a service that redirects everything: reconciles end", async () => {
    await using servers = realServers();
    const { session, base, redirect, count } = await world(servers);
    redirect(`${base}/auth/token`, `${base}/auth/current`);
    redirect(`${base}/units`, `${base}/vehicles`);
    for (let round = 0; round < 5; round++) await session.fetch(`${base}/units`);
    await session.flush();
    for (let turn = 0; turn < 10; turn++) await settle();
    expect(count("/auth/token")).toBeLessThanOrEqual(5);
    expect(await session.getToken()).toBe("HELD");
  });
});

test("redirected and direct responses in any order: the newest token is held in the end, and no redirect brought one", async () => {
  const call = fc.record({ isRedirected: fc.boolean(), isOverlapping: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
      let serial = 0;
      const brought = new Set<string>();
      const { session, events } = setUp(({ operation }) => {
        const token = `T${++serial}`;
        const response = respond(200, { token });
        if (!operation.startsWith("GET /redirected")) return response;
        brought.add(token);
        return Object.defineProperty(response, "redirected", { value: true });
      });
      session.adopt("T0");
      await inWaves(calls, ({ isRedirected }, index) =>
        session.fetch(`${baseUrl}/${isRedirected ? "redirected" : "direct"}/${index}`),
      );
      await session.flush();
      expect(await session.getToken()).toBe(`T${serial}`);
      const prints = new Set([...brought].map(fingerprintOf));
      const taken = events.filter((event) => event.type === "token" && prints.has(event.fingerprint));
      expect(taken).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ["its URL, of a platform that does not say `redirected`", `${baseUrl}/vehicles`, 1],
  ["an empty URL", "", 2],
  ["the URL that was called", `${baseUrl}/units#part`, 2],
])("a 401 to a write with %s is repeated only if nothing says that it was redirected", async (_what, url, times) => {
  let sent = 0;
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    if (String(input).endsWith("/auth/login")) return respond(200, { token: "T2" });
    sent++;
    const response = respond(sent === 1 ? 401 : 200);
    return Object.defineProperties(response, { redirected: { value: undefined }, url: { value: url } });
  };
  const { session } = setUp(() => respond(500), { fetch, reconcile: "off" });
  session.adopt("T1");
  await session.fetch(`${baseUrl}/units`, { method: "POST", body: "{}" });
  expect(sent).toBe(times);
});

test("a token in a response with a URL that is none is not taken, and the response is handed out", async () => {
  const fetch = async (): Promise<Response> =>
    Object.defineProperty(respond(201, { token: "OTHER" }), "url", { value: "mock" });
  const { session } = setUp(() => respond(500), { fetch });
  session.adopt("T1");
  expect((await session.fetch(`${baseUrl}/units`, { method: "POST", body: "{}" })).status).toBe(201);
  expect(await session.getToken()).toBe("T1");
});

test.each(["connect ECONNREFUSED signal.example.com", "signal is aborted without reason", "the cache is full"])(
  "a login whose fetch fails with %j is sent once",
  async (message) => {
    let sent = 0;
    const fetch = async (): Promise<Response> => {
      sent++;
      throw new TypeError(message);
    };
    const { session } = setUp(() => respond(500), { fetch });
    await session.login(credentials).catch(() => undefined);
    expect(sent).toBe(1);
  },
);

describe("where the platform does not say that a response was redirected, its URL does", () => {
  const signIn = (status: number, token?: string): Response => {
    const response = respond(status, token === undefined ? {} : { token });
    Object.defineProperty(response, "redirected", { value: undefined });
    return Object.defineProperty(response, "url", { value: `${baseUrl}/signin` });
  };

  test("a logout is not confirmed", async () => {
    const { session } = setUp(() => signIn(200));
    session.adopt("T1");
    expect(await session.logout()).toEqual({ remote: false });
  });

  test.each([200, 401])("a reconcile with status %i proves nothing, and there is no login", async (status) => {
    const { session, seen } = setUp(() => signIn(status, "EVIL"));
    session.adopt("T1");
    expect(await session.refresh()).toBe(false);
    expect(await session.getToken()).toBe("T1");
    expect(seen.map(({ operation }) => operation)).toEqual(["GET /auth/token"]);
  });

  test("a login gives no token", async () => {
    const { session } = setUp(() => signIn(200, "EVIL"));
    await expect(session.login()).rejects.toMatchObject({ code: "login_backoff" });
  });

  test("nor does a login or a logout that the application sends itself", async () => {
    const { session } = setUp(() => signIn(200, "EVIL"));
    session.adopt("T1");
    await session.fetch(`${baseUrl}/auth/login`, { method: "POST", body: JSON.stringify({ username: "u" }) });
    await session.fetch(`${baseUrl}/auth/logout`, { method: "POST" });
    expect(session.snapshot().status).toBe("active");
    expect(await session.getToken()).toBe("T1");
  });

  test("a call brings no token", async () => {
    const { session } = setUp(({ operation }) => (operation === "GET /units" ? signIn(200, "EVIL") : respond(503)));
    session.adopt("T1");
    await session.fetch(`${baseUrl}/units`);
    expect(await session.getToken()).toBe("T1");
  });
});
