import type { VehicleExpense } from "@fleet-api/contract/types/vehicle_expenses";
import type { VehicleReading } from "@fleet-api/contract/types/vehicles";
import { beforeEach, describe, expect, it } from "vitest";
import type { UnitReport } from "../../src/telemetry/unit-reports.ts";
import { reportUnitStates } from "../../src/telemetry/unit-reports.ts";
import { installationRequests } from "../support/installations.ts";
import { useService } from "../support/service.ts";

const service = useService();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const toll = 9;
let token = "";

beforeEach(async () => {
  token = await service.login();
});

const { at, assign, call, vehicle, unit, stateOf, moveTo } = installationRequests({
  call: service.call,
  clock: service.clock,
  db: () => service.server.db,
  token: () => token,
});

async function record(vehicle_id: number, more: object): Promise<number> {
  const expense = { vehicle_expense_type_id: toll, occurred_at: at(-MINUTE), amount: "10", currency: "KES" };
  const answer = await call<VehicleExpense>("POST", "/vehicle_expenses", { vehicle_id, ...expense, ...more });
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return answer.body.data.id;
}
const change = async (id: number, members: object): Promise<void> => {
  expect((await call("PATCH", `/vehicle_expenses/${id}`, members)).status).toBe(200);
};
const annul = async (id: number): Promise<void> => {
  expect((await call("POST", `/vehicle_expenses/${id}/void`, { reason: "Recorded twice" })).status).toBe(200);
};

const counters = async (id: number): Promise<(number | null)[]> => {
  const { odometer_m, engine_hours_s } = await stateOf(id);
  return [odometer_m, engine_hours_s];
};
async function drive(tracker: number, odometer: number, engineHours: number): Promise<void> {
  service.clock.advance(MINUTE);
  const now = service.clock.now();
  const counts: Partial<UnitReport> = {
    odometer: { value: odometer, source: "gps" },
    engine_hours: { value: engineHours, source: "can" },
  };
  await reportUnitStates(service.server.db, [{ unit_id: tracker, received_at: now, recorded_at: now, ...counts }]);
}

/** A vehicle whose counters were read when its unit had 5000 m and 50 s, which are 205,000 m and 2050 s now. */
async function driven(): Promise<[vehicle: number, unit: number]> {
  const [van, tracker] = [await vehicle(), await unit()];
  await assign(van, tracker, { installed_at: at(-10 * DAY) });
  await drive(tracker, 5000, 50);
  const reading = { read_at: at(0), odometer_m: 1_000_000, engine_hours_s: 10_000 };
  expect((await call("POST", `/vehicles/${van}/readings`, reading)).status).toBe(201);
  await drive(tracker, 205_000, 2050);
  return [van, tracker];
}

describe("what a unit has counted", () => {
  it("stays when an expense is voided", async () => {
    const [van, tracker] = await driven();
    expect(await counters(van)).toEqual([1_200_000, 12_000]);
    const id = await record(van, { occurred_at: at(0), odometer_m: 1_210_000, engine_hours_s: 12_100 });
    expect(await counters(van)).toEqual([1_210_000, 12_100]);
    await drive(tracker, 255_000, 2550);
    await annul(id);
    expect(await counters(van)).toEqual([1_250_000, 12_500]);
  });

  it("stays when several expenses are voided, in any order", async () => {
    const [van, tracker] = await driven();
    const first = await record(van, { occurred_at: at(0), odometer_m: 1_300_000 });
    await drive(tracker, 215_000, 2150);
    const second = await record(van, { occurred_at: at(0), odometer_m: 1_400_000 });
    const third = await record(van, { occurred_at: at(1), odometer_m: 1_450_000 });
    for (const id of [second, first, third]) await annul(id);
    expect(await counters(van)).toEqual([1_210_000, 12_100]);
  });

  it("stays when an old receipt is corrected or voided", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    await assign(van, tracker, { installed_at: at(-10 * DAY) });
    await drive(tracker, 5_000_000, 50_000);
    const older = await record(van, { occurred_at: at(-9 * DAY), odometer_m: 4_000_000, engine_hours_s: 40_000 });
    const newer = await record(van, { occurred_at: at(-8 * DAY), odometer_m: 4_100_000, engine_hours_s: 41_000 });
    await change(newer, { odometer_m: 4_200_000, engine_hours_s: 42_000 });
    expect(await counters(van)).toEqual([5_000_000, 50_000]);
    for (const id of [newer, older]) {
      await annul(id);
      expect(await counters(van)).toEqual([5_000_000, 50_000]);
    }
  });

  it("stays when a receipt from before the installation is corrected", async () => {
    const [van, tracker] = [await vehicle(), await unit()];
    const first = await record(van, { occurred_at: at(-2 * DAY), odometer_m: 1_000_000 });
    const id = await record(van, { occurred_at: at(-DAY), odometer_m: 1_500_000 });
    await assign(van, tracker);
    await drive(tracker, 0, 0);
    await drive(tracker, 70_000, 700);
    expect(await counters(van)).toEqual([1_570_000, 700]);
    await change(id, { odometer_m: null });
    expect(await counters(van)).toEqual([1_070_000, 700]);
    await annul(first);
    expect(await counters(van)).toEqual([70_000, 700]);
  });

  it("is at least what the newest reading says", async () => {
    const [van] = await driven();
    const id = await record(van, { occurred_at: at(0), odometer_m: 1_300_000 });
    await record(van, { occurred_at: at(-1), odometer_m: 1_250_000 });
    await annul(id);
    expect(await counters(van)).toEqual([1_250_000, 12_000]);
  });
});

it("an expense of a former client says nothing about the vehicle of the present one", async () => {
  const [van] = await driven();
  const id = await record(van, { occurred_at: at(0), odometer_m: 1_300_000 });
  await moveTo("vehicles", van, 2);
  expect((await call("POST", `/vehicles/${van}/readings`, { read_at: at(0), odometer_m: 7 })).status).toBe(201);
  await change(id, { odometer_m: 1_350_000 });
  expect((await stateOf(van)).odometer_m).toBe(7);
});

describe("the reading of two expenses that say the same", () => {
  const readings = async (id: number): Promise<unknown[]> => {
    const { body } = await call<VehicleReading[]>("GET", `/vehicles/readings/listing?vehicle_id=${id}`);
    return body.data.map((one) => [one.odometer_m, one.engine_hours_s, one.read_at]);
  };
  const same = { odometer_m: 5000, engine_hours_s: 70 };

  it.each([
    ["voided", annul],
    ["recorded without it", (id: number) => change(id, { odometer_m: null, engine_hours_s: null })],
  ])("stays when the first one is %s", async (_, undo) => {
    const van = await vehicle();
    const [first, second] = [await record(van, same), await record(van, { odometer_m: 5000 })];
    await record(van, { engine_hours_s: 70 });
    await undo(first);
    expect(await readings(van)).toEqual([
      [null, 70, at(-MINUTE)],
      [5000, null, at(-MINUTE)],
    ]);
    await annul(second);
    expect(await readings(van)).toEqual([[null, 70, at(-MINUTE)]]);
  });

  it("is that of the one that was corrected, until that is voided", async () => {
    const van = await vehicle();
    const [first] = [await record(van, same), await record(van, same)];
    await change(first, { odometer_m: 5001 });
    expect(await readings(van)).toEqual([[5001, 70, at(-MINUTE)]]);
    await change(first, { occurred_at: at(0) });
    expect(await readings(van)).toEqual([
      [5001, 70, at(0)],
      [5000, 70, at(-MINUTE)],
    ]);
    await annul(first);
    expect(await readings(van)).toEqual([[5000, 70, at(-MINUTE)]]);
  });
});
