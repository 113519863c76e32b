import { describe, expect, it } from "vitest";
import { useService } from "../support/service.ts";

const service = useService();

describe("when the service itself fails", () => {
  it("500 internal_error tells nothing of the cause, and 503 unavailable says when to try again", async () => {
    const token = await service.login();
    await service.server.db.query("alter table units rename to units_gone");
    const broken = await service.call("GET", "/units/listing", { token });
    expect([broken.status, broken.body.code]).toEqual([500, "internal_error"]);
    expect(JSON.stringify(broken.body)).not.toMatch(/units_gone|relation|select/i);
    await service.server.db.query("alter table units_gone rename to units");

    await service.server.db.close();
    const gone = await service.call("GET", "/units/listing", { token });
    expect([gone.status, gone.body.code, gone.body.retry_after_s]).toEqual([503, "unavailable", 1]);
    expect(gone.headers.get("retry-after")).toBe("1");
    expect((await service.call("GET", "/tests/ping")).status).toBe(503);
  });
});
