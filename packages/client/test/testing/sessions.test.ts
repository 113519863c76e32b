import { describe, expect, it } from "vitest";
import { createTestServer, problem, type TestServer } from "../../src/testing/index.ts";
import { send, sendJson } from "./support.ts";

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
