import { describe, expect, it } from "vitest";
import { useService } from "../../support/service.ts";

const service = useService();
const minutes = (count: number): number => count * 60_000;

describe("rotation", () => {
  it("keeps a token for 3 minutes, then hands out a newer one with any answer, errors included", async () => {
    const first = await service.login();
    const early = await service.call("GET", "/units/listing", { token: first });
    expect(early.headers.get("authorization")).toBeNull();
    service.clock.advance(minutes(3));
    const wrong = await service.call("GET", "/units/listing?per_page=abc", { token: first });
    expect(wrong.status).toBe(422);
    const second = wrong.headers.get("authorization") ?? "";
    expect(second).toMatch(/^bearer f1\.2\./);
    const unknown = await service.call("GET", "/auth/permission/units/action/fly", { token: first });
    expect([unknown.status, unknown.headers.get("authorization")]).toEqual([404, second]);
  });

  it("gives all requests with one superseded token the same newest token", async () => {
    const first = await service.login();
    service.clock.advance(minutes(3));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.call("GET", "/units/listing?per_page=1", { token: first })),
    );
    const newer = new Set(answers.map(({ headers }) => headers.get("authorization")));
    expect(newer.size).toBe(1);
    expect([...newer][0]).toMatch(/^bearer f1\.2\./);
    service.clock.advance(minutes(3));
    const [second = ""] = [...newer].filter((token) => token !== null);
    const third = (await service.call("GET", "/auth/token", { token: second })).headers.get("authorization");
    const late = await service.call("GET", "/auth/token", { token: first });
    expect(late.headers.get("authorization")).toBe(third);
    expect(late.body.data["token"]).toBe(third);
  });

  it("accepts a superseded token for 7 days, then says token_expired", async () => {
    const first = await service.login();
    service.clock.advance(minutes(3));
    const { headers } = await service.call("GET", "/auth/token", { token: first });
    let newest = headers.get("authorization") ?? "";
    for (let day = 0; day < 6; day += 1) {
      service.clock.advance(minutes(24 * 60));
      newest = (await service.call("GET", "/auth/token", { token: newest })).headers.get("authorization") ?? newest;
    }
    expect((await service.call("GET", "/auth/token", { token: first })).status).toBe(200);
    service.clock.advance(minutes(24 * 60) + 1);
    const expired = await service.call("GET", "/auth/token", { token: first });
    expect([expired.status, expired.body.code]).toEqual([401, "token_expired"]);
    expect(expired.headers.get("authorization")).toBeNull();
    expect((await service.call("GET", "/auth/token", { token: newest })).status).toBe(200);
  });

  it("answers 401 unauthenticated without a token and with one that nobody has", async () => {
    for (const token of [undefined, "bearer f1.1.nonsense", "Basic abc"]) {
      const { status, body, headers } = await service.call(
        "GET",
        "/units/listing",
        token === undefined ? {} : { token },
      );
      expect([status, body.code]).toEqual([401, "unauthenticated"]);
      expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
  });
});

describe("POST /auth/logout", () => {
  it("ends every token of the chain, and of no other session", async () => {
    const first = await service.login();
    const other = await service.login();
    service.clock.advance(minutes(3));
    const second = (await service.call("GET", "/auth/token", { token: first })).headers.get("authorization") ?? "";
    const logout = await service.call("POST", "/auth/logout", { token: first });
    expect(logout.body.data).toEqual({ logged_out: true, logged_out_at: service.clock.now().toISOString() });
    expect(logout.headers.get("authorization")).toBeNull();
    for (const token of [first, second]) {
      const { status, body } = await service.call("GET", "/auth/token", { token });
      expect([status, body.code]).toEqual([401, "token_revoked"]);
    }
    expect((await service.call("GET", "/auth/token", { token: other })).status).toBe(200);
  });
});
