import { describe, expect, it } from "vitest";
import { useService } from "../support/service.ts";

const service = useService();
const email = "demo-client-east@example.com";
const password = "a-new-password-for-the-demo";

async function requestReset(address = email): Promise<string> {
  const known = service.messages.length;
  const { status, body } = await service.call("POST", "/auth/password/reset/request", { body: { email: address } });
  expect([status, body.data]).toEqual([200, { accepted: true }]);
  return service.messages.slice(known)[0]?.payload.token ?? "";
}

describe("password reset", () => {
  it("sets the password once, ends every session, and tells nothing of unknown addresses", async () => {
    const session = await service.login("demo-client-east");
    const token = await requestReset(email.toUpperCase());
    expect(service.messages.at(-1)?.recipient).toBe(email);
    const reset = await service.call("POST", "/auth/password/reset", { body: { token, password } });
    expect([reset.status, reset.body.data]).toEqual([200, { reset: true }]);
    expect((await service.call("GET", "/auth/token", { token: session })).body.code).toBe("token_revoked");
    const old = { username: "demo-client-east", password: "fleet-demo-client-east" };
    expect((await service.call("POST", "/auth/login", { body: old })).status).toBe(401);
    expect((await service.call("POST", "/auth/login", { body: { ...old, password } })).status).toBe(200);

    const again = await service.call("POST", "/auth/password/reset", { body: { token, password } });
    expect([again.status, again.body.code]).toEqual([410, "gone"]);
    expect(await requestReset("nobody@example.com")).toBe("");
  });

  it("takes any of several live tokens; 410 gone for all of them once one is used", async () => {
    const tokens = [await requestReset(), await requestReset(), await requestReset()];
    const [, used] = tokens;
    const reset = await service.call("POST", "/auth/password/reset", { body: { token: used, password } });
    expect(reset.status).toBe(200);
    for (const token of tokens) {
      const again = await service.call("POST", "/auth/password/reset", { body: { token, password } });
      expect([again.status, again.body.code]).toEqual([410, "gone"]);
    }
  });

  it("410 gone after 30 minutes", async () => {
    const token = await requestReset();
    service.clock.advance(30 * 60_000);
    const late = await service.call("POST", "/auth/password/reset", { body: { token, password } });
    expect([late.status, late.body.code]).toEqual([410, "gone"]);
  });

  it("404 not_found for a token that was never given out", async () => {
    const { status, body } = await service.call("POST", "/auth/password/reset", {
      body: { token: "x".repeat(43), password },
    });
    expect([status, body.code]).toEqual([404, "not_found"]);
  });

  it("422 for a short password, without using the token", async () => {
    const token = await requestReset();
    const short = await service.call("POST", "/auth/password/reset", { body: { token, password: "short" } });
    expect([short.status, short.body.errors?.[0]?.pointer]).toEqual([422, "/password"]);
    expect((await service.call("POST", "/auth/password/reset", { body: { token, password } })).status).toBe(200);
  });

  it("429 when one address is asked for again and again", async () => {
    service.clock.advance(60_000);
    for (let request = 0; request < 10; request += 1) await requestReset("someone@example.com");
    const body = { email: "someone@example.com" };
    const refused = await service.call("POST", "/auth/password/reset/request", { body });
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
  });
});
