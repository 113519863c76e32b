import { permissionCatalogue } from "@fleet-api/contract/permissions";
import type { User } from "@fleet-api/contract/types/authentication";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { demoLogins } from "../../../src/index.ts";
import { useService } from "../../support/service.ts";

const service = useService();
const admin = { username: "demo-partner-admin", password: "fleet-demo-partner-admin" };

describe("POST /auth/login", () => {
  it("200: the token in the header, the User record in the body", async () => {
    const { status, headers, body } = await service.call<User>("POST", "/auth/login", { body: admin });
    expect(status).toBe(200);
    expect(headers.get("authorization")).toMatch(/^bearer f1\.1\.[\w-]{43}$/);
    expect(headers.get("cache-control")).toContain("no-store");
    expect(Object.keys(body.data)).toHaveLength(31);
    expect(body.data).toMatchObject({ username: admin.username, logged_in: true, accessed_route: "/auth/login" });
    expect(Object.keys(body.data.permissions).toSorted()).toEqual(Object.keys(permissionCatalogue).toSorted());
    expect(JSON.stringify(body)).not.toContain("argon2");
  });

  it("200: keeps the first 500 characters of the User-Agent with the session", async () => {
    const headers = { "user-agent": `agent ${"x".repeat(5000)}` };
    expect((await service.call("POST", "/auth/login", { body: admin, headers })).status).toBe(200);
    const [kept] = await service.server.db.query<{ length: number }>(
      "select length(user_agent) as length from sessions where user_agent like 'agent x%'",
    );
    expect(kept?.length).toBe(500);
  });

  it("200: letter case of the username does not matter", async () => {
    const { status } = await service.call("POST", "/auth/login", {
      body: { ...admin, username: "DEMO-Partner-Admin" },
    });
    expect(status).toBe(200);
  });

  it("401 invalid_credentials: the same for a wrong password and an unknown username", async () => {
    const wrong = await service.call("POST", "/auth/login", { body: { ...admin, password: "wrong-password" } });
    const unknown = await service.call("POST", "/auth/login", {
      body: { username: "nobody", password: "wrong-password" },
    });
    for (const { status, headers, body } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(body.code).toBe("invalid_credentials");
      expect(headers.get("authorization")).toBeNull();
      expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
    expect(wrong.body.detail).toBe(unknown.body.detail);
  });

  it("429 too_many_requests: after 10 failures, until a minute has passed", async () => {
    const guess = () =>
      service.call("POST", "/auth/login", { body: { username: "demo-client-north", password: "a-wrong-guess" } });
    for (let failure = 0; failure < 10; failure += 1) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(refused.body.retry_after_s).toBe(60);
    expect(refused.headers.get("retry-after")).toBe("60");
    service.clock.advance(61_000);
    expect(await service.login("demo-client-north")).toMatch(/^bearer /);
  });

  it("429 too_many_requests: another spelling of a username is another user, or counts as the same", async () => {
    service.clock.advance(61_000);
    const guess = (username: string) =>
      service.call("POST", "/auth/login", { body: { username, password: "a-wrong-guess" } });
    for (let failure = 0; failure < 10; failure += 1) await guess("demo-client-west");
    expect((await guess("DEMO-Client-West")).status).toBe(429);
    // A capital I with a dot, which some ways of lowering take for an i, and a Kelvin sign, which others take for a k.
    const password = "fleet-demo-client-west";
    for (const username of ["demo-cl\u0130ent-west", "demo-\u212Aelvin"]) {
      expect((await service.call("POST", "/auth/login", { body: { username, password } })).status).toBe(401);
    }
    service.clock.advance(61_000);
  });

  it("200: from a device that the user had before, while somebody guesses at the same address", async () => {
    service.clock.advance(61_000);
    const known = { "user-agent": "a known device" };
    const send = (username: string, password: string, headers: Record<string, string>) =>
      service.call("POST", "/auth/login", { body: { username, password }, headers });
    expect((await send(admin.username, admin.password, known)).status).toBe(200);
    const guesses: number[] = [];
    for (let n = 0; n < 120; n += 1) {
      const username = n % 3 === 0 ? admin.username : `nobody-${n}`;
      guesses.push((await send(username, "a-wrong-guess", { "user-agent": `guesser ${n}` })).status);
    }
    expect(guesses.filter((status) => status === 401)).toHaveLength(60);
    expect((await send(admin.username, admin.password, { "user-agent": "another device" })).status).toBe(429);
    const wrong = await send(admin.username, "a-wrong-guess", known);
    const unknown = await send("nobody", "a-wrong-guess", known);
    expect([wrong.status, wrong.body.detail]).toEqual([unknown.status, unknown.body.detail]);
    expect((await send(admin.username, admin.password, known)).status).toBe(200);
    service.clock.advance(15 * 61_000);
  });

  it("422 validation_failed: every finding at once", async () => {
    const { status, body } = await service.call("POST", "/auth/login", { body: { username: 1, pasword: "x" } });
    expect(status).toBe(422);
    const pointers = body.errors?.map((finding) => finding.pointer);
    expect(pointers).toEqual(expect.arrayContaining(["/username", "/pasword", "/password"]));
  });
});

/** A reverse proxy on loopback that appends the address of its client, as the usual ones do; one per client. */
async function proxyOf(client: string, upstream: number): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const forwarded = [incoming.headers["x-forwarded-for"], client].filter(Boolean).join(", ");
    const { method, url: path, headers } = incoming;
    const onward = request(
      { host: "127.0.0.1", port: upstream, method, path, headers: { ...headers, "x-forwarded-for": forwarded } },
      (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => void proxy.close(() => resolve()).closeAllConnections()));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v1`;
}

async function logIn(baseUrl: string, username: string, password: string, headers = {}): Promise<number> {
  const { status } = await fetch(`${baseUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ username, password }),
  });
  return status;
}

const [user = { username: "", password: "" }] = demoLogins;

describe.each([
  ["trusted", { trust_proxy: "127.0.0.1" }, 200],
  ["not trusted", {}, 429],
])("wrong logins of one client behind a proxy that is %s", (_case, settings, ofTheOther) => {
  const proxied = useService({ settings });

  it(`lock out that client; another one is answered ${ofTheOther}`, async () => {
    const { port } = proxied.server;
    const [guesser, other] = [await proxyOf("192.0.2.7", port), await proxyOf("192.0.2.8", port)];
    for (let guess = 0; guess < 60; guess += 1) {
      // An address of the client's own choice must not help it.
      const headers = { "x-forwarded-for": `198.51.100.${guess}` };
      expect(await logIn(guesser, `nobody-${guess}`, "wrong", headers)).toBe(401);
    }
    expect(await logIn(guesser, user.username, user.password)).toBe(429);
    expect(await logIn(other, user.username, user.password)).toBe(ofTheOther);
  });
});
