import type { VehicleExpense } from "@fleet-api/contract/types/vehicle_expenses";
import type { VehicleReading } from "@fleet-api/contract/types/vehicles";
import { beforeAll, expect, it } from "vitest";
import { argon2Passwords } from "../../src/platform/node.ts";
import { createRecord } from "../support/create-record.ts";
import type { Tx } from "../support/meet-with.ts";
import { meetWith } from "../support/meet-with.ts";
import { useService } from "../support/service.ts";

const service = useService({ passwords: argon2Passwords({ cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } }) });
let token = "";

beforeAll(async () => {
  token = await service.login();
});

const reading = { occurred_at: "2026-01-15T08:30:00Z", odometer_m: 5000 };
function record(vehicle_id: number) {
  const body = { vehicle_id, vehicle_expense_type_id: 9, amount: "10", currency: "KES", ...reading };
  return service.call<VehicleExpense>("POST", "/vehicle_expenses", { token, body });
}
const annul = (id: number) =>
  service.call<VehicleExpense>("POST", `/vehicle_expenses/${id}/void`, { token, body: { reason: "Recorded twice" } });

async function readings(id: number): Promise<unknown[]> {
  const path = `/vehicles/readings/listing?vehicle_id=${id}`;
  return (await service.call<VehicleReading[]>("GET", path, { token })).body.data.map((one) => one.odometer_m);
}

/** Voids an expense in an open transaction. */
const voided = (id: number) => (tx: Tx) =>
  tx.query("update vehicle_expenses set status = 'voided', void_reason = 'Recorded twice' where id = $1", [id]);

it("of two expenses with one reading that are voided at the same time, none leaves it", async () => {
  const vehicle = await createRecord(service, "vehicles", { token, members: { client_id: 1 } });
  const [first, second] = [(await record(vehicle)).body.data.id, (await record(vehicle)).body.data.id];
  expect((await meetWith(service, voided(first), () => annul(second))).status).toBe(200);
  expect(await readings(vehicle)).toEqual([]);
});

it("an expense has its reading, although one that says the same is voided at the same time", async () => {
  const vehicle = await createRecord(service, "vehicles", { token, members: { client_id: 1 } });
  const first = (await record(vehicle)).body.data.id;
  expect((await meetWith(service, voided(first), () => record(vehicle))).status).toBe(201);
  expect(await readings(vehicle)).toEqual([5000]);
});
