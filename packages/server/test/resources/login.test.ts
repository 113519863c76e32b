import { permissionCatalogue } from "@fleet-api/contract/permissions";
import type { User } from "@fleet-api/contract/types/authentication";
import { describe, expect, it } from "vitest";
import { useService } from "../support/service.ts";

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

  it("422 validation_failed: every finding at once", async () => {
    const { status, body } = await service.call("POST", "/auth/login", { body: { username: 1, pasword: "x" } });
    expect(status).toBe(422);
    const pointers = body.errors?.map((finding) => finding.pointer);
    expect(pointers).toEqual(expect.arrayContaining(["/username", "/pasword", "/password"]));
  });
});
