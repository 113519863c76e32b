import type { Unit } from "@fleet-api/contract/types/units";
import { beforeAll, describe, expect, it } from "vitest";
import { demoIccid, demoImei } from "../../src/demo/identifiers.ts";
import { meet } from "../support/meet.ts";
import { useService } from "../support/service.ts";

const service = useService();
let token = "";
let serial = 0;

beforeAll(async () => {
  token = await service.login();
});

const call = (method: string, path: string, body?: unknown) => service.call<Unit>(method, path, { token, body });

async function create(more: object = {}): Promise<Unit> {
  serial += 1;
  const body = {
    client_id: 1,
    name: `Unit ${serial}`,
    identifier: `met-${serial}`,
    identifier_type: "custom",
    ...more,
  };
  return (await call("POST", "/units", body)).body.data;
}

describe("changes of units that meet", () => {
  it("one SIM card for two units: one of them gets it", async () => {
    const [one, other] = [await create(), await create()];
    const iccid = demoIccid(7001);
    const assign = () => call("PUT", `/units/${other.id}/sim_card`, { iccid });
    const { status, body } = await meet(
      service,
      (tx) => tx.query("update units set sim_card = $2 where id = $1", [one.id, JSON.stringify({ iccid })]),
      assign,
    );
    expect([status, body.code, body.existing_id]).toEqual([409, "sim_in_use", one.id]);
  });

  it("an identifier becomes an IMEI while another request gives it another value: never both", async () => {
    const imei = demoImei(7002);
    const { id } = await create({ identifier: imei, imei });
    const { status, body } = await meet(
      service,
      (tx) => tx.query("update units set identifier_type = 'imei' where id = $1", [id]),
      () => call("PATCH", `/units/${id}`, { identifier: "anything" }),
    );
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ["/identifier"]]);
  });

  it("a unit gets an IMEI while its identifier becomes one: the IMEI is not lost", async () => {
    const { id } = await create({ identifier: demoImei(7003) });
    const { status, body } = await meet(
      service,
      (tx) => tx.query("update units set imei = $2 where id = $1", [id, demoImei(7004)]),
      () => call("PATCH", `/units/${id}`, { identifier_type: "imei" }),
    );
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ["/identifier_type"]]);
  });

  it("an identifier is no longer an IMEI when another request replaces it: the IMEI stays", async () => {
    const [imei, identifier] = [demoImei(7005), demoImei(7006)];
    const { id } = await create({ identifier: imei, identifier_type: "imei" });
    const { body } = await meet(
      service,
      (tx) => tx.query("update units set identifier_type = 'custom' where id = $1", [id]),
      () => call("PATCH", `/units/${id}`, { identifier }),
    );
    expect(body.data).toMatchObject({ identifier, identifier_type: "custom", imei });
  });

  it("two readings of a counter: the later one counts, and the offsets fit", async () => {
    const { id } = await create();
    const at = (offsetMs: number): Date => new Date(service.clock.now().getTime() + offsetMs);
    const { body } = await meet(
      service,
      (tx) =>
        tx.query("update units set odometer_m = 500, odometer_offset_m = 500, counters_read_at = $2 where id = $1", [
          id,
          at(-2000),
        ]),
      () => call("PUT", `/units/${id}/counters`, { odometer_m: 700, read_at: at(-1000).toISOString() }),
    );
    expect(body.data).toMatchObject({ odometer_m: 700, odometer_offset_m: 700 });
  });
});
