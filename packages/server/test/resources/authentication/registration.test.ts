import type { User } from "@fleet-api/contract/types/authentication";
import { contractVersion } from "@fleet-api/contract/operations";
import { describe, expect, it } from "vitest";
import { useService } from "../../support/service.ts";

const service = useService();

describe("registration", () => {
  const user = {
    username: "demo-newcomer",
    password: "fleet-demo-newcomer",
    first_name: "Demo",
    last_name: "Newcomer",
    timezone: "Europe/Berlin",
    language: "DE",
  };
  const complete = (registration_token: string, change: object = {}) =>
    service.call("POST", "/auth/register/complete", { body: { registration_token, ...user, ...change } });

  it("is read without using it, completed once, and lets the user in", async () => {
    const token = service.messages.find(({ kind }) => kind === "registration")?.payload.token ?? "";
    for (let read = 0; read < 2; read += 1) {
      const { status, body } = await service.call("GET", `/auth/registration/${token}`);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ email: "demo-newcomer@example.com", partner: { name: "Demo Partner" } });
    }
    const taken = await complete(token, { username: "Demo-Partner-Admin" });
    expect([taken.status, taken.body.code]).toEqual([409, "duplicate"]);
    const nowhere = await complete(token, { timezone: "Europe/Nowhere" });
    expect([nowhere.status, nowhere.body.errors?.[0]?.pointer]).toEqual([422, "/timezone"]);
    expect((await complete(token, { language: "no language" })).body.errors?.[0]?.pointer).toBe("/language");
    expect((await complete(token, { timezone: "+02:00" })).body.errors?.[0]?.detail).toBe(
      "must be an IANA time zone such as Europe/Berlin",
    );

    const done = await complete(token);
    expect(done.status).toBe(200);
    expect(done.body.data).toMatchObject({ username: "demo-newcomer", completed: true });
    const login = await service.call<User>("POST", "/auth/login", {
      body: { username: user.username, password: user.password },
    });
    expect(login.status).toBe(200);
    expect(login.body.data).toMatchObject({
      id: done.body.data["user_id"],
      email: "demo-newcomer@example.com",
      timezone: { "Europe/Berlin": "Europe/Berlin" },
      language: { de: "German" },
    });

    expect((await complete(token, { username: "another" })).body.code).toBe("gone");
    const used = await service.call("GET", `/auth/registration/${token}`);
    expect([used.status, used.body.code]).toEqual([410, "gone"]);
    expect(used.body.instance).not.toContain(token);
  });

  it("404 not_found for an unknown token", async () => {
    const unknown = await service.call("GET", `/auth/registration/${"x".repeat(43)}`);
    expect([unknown.status, unknown.body.code]).toEqual([404, "not_found"]);
    expect((await complete("x".repeat(43))).status).toBe(404);
  });
});

describe("POST /auth/monitor/user", () => {
  it("200: a proof of identity that changes with time", async () => {
    const token = await service.login();
    const first = await service.call("POST", "/auth/monitor/user", { token });
    expect(first.body.data).toMatchObject({
      provider: "monitor",
      user_id: "1",
      issued_at: service.clock.now().toISOString(),
    });
    service.clock.advance(1000);
    const second = await service.call("POST", "/auth/monitor/user", { token });
    expect(second.body.data["signature"]).not.toBe(first.body.data["signature"]);
  });
});

describe("GET /tests/ping", () => {
  it("200: without a token, with the version of the contract", async () => {
    const { status, body } = await service.call("GET", "/tests/ping");
    expect([status, body.data]).toEqual([
      200,
      { pong: true, version: contractVersion, time: service.clock.now().toISOString() },
    ]);
  });
});
