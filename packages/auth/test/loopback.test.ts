import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import createClient from "openapi-fetch";
import { afterEach, describe, expect, test } from "vitest";
import { createAuth, type TokenSession } from "../src/index.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];

async function listen(listener: Listener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Paths {
  "/units/listing": {
    get: {
      parameters: { query?: { page?: number } };
      responses: { 200: { content: { "application/json": { data: number } } } };
    };
  };
  "/units": {
    post: {
      requestBody: { content: { "application/json": { name: string } } };
      responses: { 200: { content: { "application/json": { data: { name: string } } } } };
    };
  };
}

/** A service that rotates with every response and, when told to, forgets all tokens. */
async function rotatingService() {
  const state = { serial: 0, logins: 0, forgotten: 0, sockets: new Set<unknown>() };
  const origin = await listen((request, response) => {
    state.sockets.add(request.socket);
    const token = Number(/^bearer f1\.(\d+)\.x$/.exec(request.headers.authorization ?? "")?.[1] ?? 0);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      if (request.url === "/api/v1/auth/login") state.logins++;
      else if (token <= state.forgotten) {
        response.statusCode = 401;
        return response.end(JSON.stringify({ code: "unauthenticated", pad: "x".repeat(100_000) }));
      }
      response.setHeader("authorization", `bearer f1.${++state.serial}.x`);
      const body = Buffer.concat(chunks).toString();
      response.end(JSON.stringify({ data: body === "" ? token : JSON.parse(body) }));
    });
  });
  return { baseUrl: `${origin}/api/v1`, state };
}

const credentials = async (): Promise<{ username: string; password: string }> => ({ username: "demo", password: "p" });

const ways: [string, (baseUrl: string, session: TokenSession) => ReturnType<typeof createClient<Paths>>][] = [
  ["bind()", (baseUrl, session) => createClient<Paths>({ baseUrl, ...session.bind() })],
  [
    "middleware()",
    (baseUrl, session) => {
      const client = createClient<Paths>({ baseUrl, Request: session.Request });
      client.use(session.middleware());
      return client;
    },
  ],
];

describe("with openapi-fetch over a real connection", () => {
  test.each(ways)("%s: rotation, expiry and replay of a body", async (_, open) => {
    const { baseUrl, state } = await rotatingService();
    await using session = createAuth({ baseUrl, credentials });
    const client = open(baseUrl, session);
    await Promise.all(
      Array.from({ length: 50 }, (_value, page) => client.GET("/units/listing", { params: { query: { page } } })),
    );
    expect(await session.getToken()).toBe(`f1.${state.serial}.x`);
    state.forgotten = state.serial;
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_value, index) => client.POST("/units", { body: { name: `van ${index}` } })),
    );
    expect(responses.map(({ data }) => data?.data.name)).toEqual(
      Array.from({ length: 50 }, (_value, index) => `van ${index}`),
    );
    expect(state.logins).toBe(2);
    expect(await session.getToken()).toBe(`f1.${state.serial}.x`);
    expect(session.snapshot()).toMatchObject({ inFlight: 0, ambiguous: false });
  });

  test("middleware() without session.Request: a call with a body is not repeated, but the next one works", async () => {
    const { baseUrl, state } = await rotatingService();
    await using session = createAuth({ baseUrl, credentials });
    const client = createClient<Paths>({ baseUrl });
    client.use(session.middleware());
    await client.GET("/units/listing");
    state.forgotten = state.serial;
    expect((await client.POST("/units", { body: { name: "van" } })).response.status).toBe(401);
    expect((await client.POST("/units", { body: { name: "van" } })).response.status).toBe(200);
    state.forgotten = state.serial;
    expect((await client.GET("/units/listing")).response.status).toBe(200);
  });

  test("discarded responses do not hold connections", async () => {
    const { baseUrl, state } = await rotatingService();
    // The logins are far enough apart that none waits.
    let hours = 0;
    const clock = { now: () => Date.now(), monotonic: () => hours * 3_600_000 };
    await using session = createAuth({ baseUrl, credentials, clock });
    for (let round = 0; round < 20; round++) {
      hours += 2;
      state.forgotten = state.serial;
      expect((await session.fetch(`${baseUrl}/units/listing`)).status).toBe(200);
    }
    const open = [...state.sockets].filter(
      (socket) => typeof socket === "object" && socket !== null && "destroyed" in socket && !socket.destroyed,
    );
    expect(open.length).toBeLessThan(20);
  });
});

describe("redirects", () => {
  test("a redirect to another origin sends no token there and takes none from there", async () => {
    const seen: (string | undefined)[] = [];
    const evil = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200, { authorization: "bearer EVIL" }).end("{}");
    });
    const origin = await listen((_request, response) => response.writeHead(302, { location: `${evil}/x` }).end());
    const session = createAuth({ baseUrl: `${origin}/api/v1` });
    session.adopt("T0");
    const events: string[] = [];
    session.subscribe(({ type }) => void events.push(type));
    expect((await session.fetch(`${origin}/api/v1/units`)).redirected).toBe(true);
    expect(seen).toEqual([undefined]);
    expect(await session.getToken()).toBe("T0");
    expect(events).toEqual(["scope_refused"]);
    // Whoever answered, it was not the service.
    expect(await session.refresh()).toBe(false);
    expect(await session.getToken()).toBe("T0");
  });

  test("a login that is redirected does not carry the password along", async () => {
    let asked = 0;
    const other = await listen((_request, response) => {
      asked++;
      response.writeHead(200, { authorization: "bearer EVIL" }).end();
    });
    const origin = await listen((_request, response) => response.writeHead(307, { location: `${other}/login` }).end());
    const session = createAuth({ baseUrl: `${origin}/api/v1`, credentials });
    await expect(session.login()).rejects.toMatchObject({ code: "login_backoff", status: 307 });
    expect(asked).toBe(0);
  });
});
