import { describe, expect, it } from "vitest";
import { type TestServer, createTestServer, problem } from "../../src/testing/index.ts";
import { deferred } from "../support/answers.ts";
import { send, sendJson, setUp } from "./support.ts";

const badGateway = (): Response =>
  new Response("<html>Bad Gateway</html>", { status: 502, headers: { "content-type": "text/html" } });

describe("failNext", () => {
  it("makes so many calls of one operation fail, and no others", async () => {
    const { server, fleet } = setUp();
    server.failNext("unitsListing", "network", { times: 2 });
    expect((await fleet.tests.ping()).ok).toBe(true);
    expect(await fleet.units.listing()).toMatchObject({ ok: false, kind: "network" });
    expect(await fleet.units.listing()).toMatchObject({ ok: false, kind: "network" });
    expect((await fleet.units.listing()).ok).toBe(true);
    server.assertNoErrors();
  });

  it("takes failures in the order in which they were planned", async () => {
    const { server, fleet } = setUp();
    server.failNext("*", problem("unavailable", { retry_after_s: 7 }));
    server.failNext("unitsListing", badGateway(), { times: 2 });
    const first = await fleet.units.listing();
    expect(first).toMatchObject({ kind: "http", status: 503, error: { code: "unavailable", retry_after_s: 7 } });
    expect(first.headers?.get("retry-after")).toBe("7");
    expect(await fleet.units.listing()).toMatchObject({ kind: "unexpected", status: 502 });
    expect(await fleet.units.listing()).toMatchObject({ kind: "unexpected", status: 502 });
    expect((await fleet.units.listing()).ok).toBe(true);
  });

  it("is seen by a client that retries", async () => {
    const { server, fleet } = setUp({}, { retry: { maxDelayMs: 1, baseDelayMs: 1 } });
    server.failNext("unitsListing", "network", { times: 2 });
    expect((await fleet.units.listing().orThrow()).meta.attempts).toBe(3);
    expect(server.callsOf("unitsListing")).toHaveLength(3);
  });

  it("refuses a response that has been read", async () => {
    const { server, fleet } = setUp();
    const response = badGateway();
    await response.text();
    server.failNext("testsPing", response);
    await fleet.tests.ping();
    expect(() => server.assertNoErrors()).toThrow(
      "testsPing: the response breaks the contract: it is a Response whose body",
    );
  });

  it("takes an error response of the platform for no answer", async () => {
    const { server } = setUp();
    server.failNext("testsPing", Response.error());
    await expect(send(server, "/tests/ping")).rejects.toThrow(new TypeError("fetch failed"));
  });

  it("hangs until the signal aborts", async () => {
    const { server, fleet } = setUp();
    server.failNext("unitsListing", "hang", { times: 2 });
    expect(await fleet.units.listing({}, { timeoutMs: 1 })).toMatchObject({ kind: "timeout" });
    const controller = new AbortController();
    const pending = send(server, "/units/listing", { signal: controller.signal });
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });

  it("is what a handler may give as well", async () => {
    const { server, fleet } = setUp();
    server.use({ unitsListing: ({ query }) => (query.page === 2 ? "network" : { data: [] }), testsPing: badGateway });
    expect((await fleet.units.listing()).ok).toBe(true);
    expect(await fleet.units.listing({ query: { page: 2 } })).toMatchObject({ kind: "network" });
    expect(await fleet.tests.ping()).toMatchObject({ kind: "unexpected", status: 502 });
    server.assertNoErrors();
  });
});

describe("delayNext", () => {
  it("holds a call until the promise of the test is fulfilled", async () => {
    const { server, fleet } = setUp();
    const gate = deferred();
    server.delayNext("unitsListing", () => gate.promise);
    let answered = false;
    const held = Promise.resolve(fleet.units.listing()).then((result) => {
      answered = true;
      return result;
    });
    expect((await fleet.tests.ping()).ok).toBe(true);
    expect(answered).toBe(false);
    gate.resolve();
    expect((await held).ok).toBe(true);
  });

  it("comes before a failure", async () => {
    const { server, fleet } = setUp();
    const order: string[] = [];
    server.delayNext("*", async () => void order.push("delayed"));
    server.failNext("*", "network");
    await fleet.tests.ping();
    order.push("failed");
    expect(order).toEqual(["delayed", "failed"]);
  });

  it("that fails is a mistake of the test", async () => {
    const { server, fleet } = setUp();
    server.delayNext("*", () => Promise.reject(new Error("no clock")));
    await fleet.tests.ping();
    expect(() => server.assertNoErrors()).toThrow("testsPing: the delay failed: Error: no clock");
  });
});

describe("signals", () => {
  it("that aborted before leave no call", async () => {
    const { server } = setUp();
    await expect(send(server, "/tests/ping", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(server.calls).toEqual([]);
  });

  it("end a handler that is still at work, whose error is then nobody's mistake", async () => {
    const { server } = setUp();
    const controller = new AbortController();
    server.use({
      testsPing: ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const pending = send(server, "/tests/ping", { signal: controller.signal });
    setTimeout(() => controller.abort(), 0);
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
    server.assertNoErrors();
  });

  it("of calls from before a reset change nothing after it", async () => {
    const { server, fleet } = setUp();
    const gate = deferred();
    server.use({ testsPing: () => gate.promise.then(() => Object({ data: 1 })) });
    const late = Promise.resolve(fleet.tests.ping());
    await fleet.units.listing();
    server.reset();
    gate.resolve();
    expect((await late).ok).toBe(false);
    expect([server.errors, server.calls]).toEqual([[], []]);
  });
});

const credentials = { username: "ada", password: "open sesame" };
const tokenOf = (response: Response): string => response.headers.get("authorization") ?? "";
const list = (server: TestServer, authorization: string): Promise<Response> =>
  send(server, "/units/listing", { headers: { authorization } });
const codeOf = async (response: Response): Promise<unknown> => [response.status, (await response.json()).code];

async function loggedIn(): Promise<{ server: TestServer; token: string }> {
  const server = createTestServer({ sessions: true });
  return { server, token: tokenOf(await sendJson(server, "POST", "/auth/login", credentials)) };
}

describe("a server with sessions", () => {
  it("lets in who has logged in, and nobody else", async () => {
    const { server, token } = await loggedIn();
    expect(token).toMatch(/^bearer f1\.1\./);
    const response = await list(server, token);
    expect([response.status, response.headers.get("authorization")]).toEqual([200, null]);
    const refused = await send(server, "/units/listing");
    expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="fleet"');
    expect(await codeOf(refused)).toEqual([401, "unauthenticated"]);
    const unknown = await list(server, "bearer f1.9.test");
    expect(unknown.headers.get("www-authenticate")).toBe('Bearer realm="fleet", error="invalid_token"');
    expect(await codeOf(unknown)).toEqual([401, "unauthenticated"]);
  });

  it("refuses before it looks at the rest of the request, as the service does", async () => {
    const { server } = await loggedIn();
    expect(await codeOf(await send(server, "/units/listing?pge=1"))).toEqual([401, "unauthenticated"]);
  });

  it("hands out a newer token once, and to each caller with a superseded one", async () => {
    const { server, token } = await loggedIn();
    server.rotate();
    const newer = tokenOf(await list(server, token));
    expect(newer).toMatch(/^bearer f1\.2\./);
    expect(tokenOf(await list(server, newer))).toBe("");
    expect(tokenOf(await list(server, token))).toBe(newer);
    const current = await send(server, "/auth/token", { headers: { authorization: token } });
    expect(await current.json()).toEqual({ data: { token: newer } });
  });

  it("hands it out with problems too, but never with no answer", async () => {
    const { server, token } = await loggedIn();
    server.rotate();
    server.failNext("unitsListing", "network");
    server.failNext("unitsListing", problem("permission_denied"));
    await expect(list(server, token)).rejects.toThrow(TypeError);
    const response = await list(server, token);
    expect([response.status, tokenOf(response)]).toEqual([403, expect.stringMatching(/^bearer f1\.2\./)]);
  });

  it.each([
    ["revoke", "token_revoked"],
    ["expire", "token_expired"],
  ] as const)("%s() ends all sessions with %s", async (method, code) => {
    const { server, token } = await loggedIn();
    server[method]();
    const response = await list(server, token);
    expect(response.headers.get("www-authenticate")).toContain("invalid_token");
    expect(await codeOf(response)).toEqual([401, code]);
    const again = tokenOf(await sendJson(server, "POST", "/auth/login", credentials));
    expect((await list(server, again)).status).toBe(200);
  });

  it("ends a session with its logout, and no other", async () => {
    const { server, token } = await loggedIn();
    const other = tokenOf(await sendJson(server, "POST", "/auth/login", credentials));
    server.rotate();
    const response = await send(server, "/auth/logout", { method: "POST", headers: { authorization: token } });
    expect([response.status, tokenOf(response)]).toEqual([200, ""]);
    expect(await codeOf(await list(server, token))).toEqual([401, "token_revoked"]);
    expect((await list(server, other)).status).toBe(200);
  });

  it("begins none where a handler refuses the login", async () => {
    const server = createTestServer({ sessions: true });
    server.use({ authLogin: () => problem("invalid_credentials") });
    const response = await sendJson(server, "POST", "/auth/login", credentials);
    expect([response.status, tokenOf(response)]).toEqual([401, ""]);
  });

  it("treats any caller as anonymous where a token is optional", async () => {
    const { server } = await loggedIn();
    const response = await send(server, "/tests/ping", { headers: { authorization: "bearer f1.9.test" } });
    expect(response.status).toBe(200);
  });

  it("forgets its sessions with a reset", async () => {
    const { server, token } = await loggedIn();
    server.reset();
    expect(await codeOf(await list(server, token))).toEqual([401, "unauthenticated"]);
  });
});
