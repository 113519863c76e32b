import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { UnitReport } from "../../src/telemetry/unit-reports.ts";
import { reportUnitStates } from "../../src/telemetry/unit-reports.ts";
import { runs, useDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const db = useDatabase();
const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1) + second * 1000);
const READING = { second: 5, odometer: 1000 };
let units: number[] = [];

beforeEach(async () => {
  await insertUser(db());
  const client = await insertClient(db(), "a");
  const rows = await db().query<{ id: number }>(
    `insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
     select $1, n::text, n::text, 'custom', $2, $2 from generate_series(1, 3) n returning id`,
    [client, at(-100)],
  );
  units = rows.map(({ id }) => id);
});

/** What a device says at an instant follows from the instant, so the newest report is one only. */
function reportAt(unit: number, second: number, has: Has): UnitReport {
  return {
    unit_id: unit,
    received_at: at(second),
    recorded_at: at(second),
    has_position: has.position,
    ...(has.movement && { movement_status: second % 2 === 0 ? "moving" : "parked" }),
    ...(has.odometer && { odometer: { value: 10 * second, source: second % 3 === 0 ? "can" : "gps" } }),
    ...(has.hours && { engine_hours: { value: 7 * second, source: "can" } }),
  };
}

const has = fc.record({ position: fc.boolean(), movement: fc.boolean(), odometer: fc.boolean(), hours: fc.boolean() });
type Has = typeof has extends fc.Arbitrary<infer Value> ? Value : never;
const reports = fc.array(fc.record({ unit: fc.nat(2), second: fc.nat(12), has }), { maxLength: 20 });

const columns = `unit_id, last_seen_at, last_position_at, movement_at, movement_status, odometer_device_at,
  odometer_device_m, odometer_device_source, odometer_offset_m, engine_hours_device_at, engine_hours_device_s,
  engine_hours_offset_s`;

/** What the states are after reports in any order: of each group of values the newest. */
function model(unit: number, all: readonly UnitReport[], reading: typeof READING | null): object | undefined {
  const own = all.filter(({ unit_id }) => unit_id === unit);
  if (own.length === 0 && reading === null) return undefined;
  const newest = (given: readonly UnitReport[]): UnitReport | undefined =>
    given.toSorted((one, other) => one.recorded_at.getTime() - other.recorded_at.getTime()).at(-1);
  const instant = (report: UnitReport | undefined): string | null => report?.recorded_at.toISOString() ?? null;
  const movement = newest(own.filter(({ movement_status }) => movement_status !== undefined));
  const withOdometer = own.filter(({ odometer }) => odometer !== undefined);
  const odometer = newest(withOdometer);
  const hours = newest(own.filter(({ engine_hours }) => engine_hours !== undefined));
  // The value of the device at the reading: the newest one up to it, else the oldest one after it.
  const limit = reading === null ? 0 : at(reading.second).getTime();
  const anchor =
    newest(withOdometer.filter(({ recorded_at }) => recorded_at.getTime() <= limit)) ??
    withOdometer.toSorted((one, other) => one.recorded_at.getTime() - other.recorded_at.getTime())[0];
  const offset = reading === null || anchor?.odometer === undefined ? 0 : reading.odometer - anchor.odometer.value;
  return {
    unit_id: unit,
    last_seen_at: instant(newest(own)),
    last_position_at: instant(newest(own.filter(({ has_position = false }) => has_position))),
    movement_at: instant(movement),
    movement_status: movement?.movement_status ?? "unknown",
    odometer_device_at: instant(odometer),
    odometer_device_m: odometer?.odometer?.value ?? null,
    odometer_device_source: odometer?.odometer?.source ?? null,
    odometer_offset_m: offset,
    engine_hours_device_at: instant(hours),
    engine_hours_device_s: hours?.engine_hours?.value ?? null,
    engine_hours_offset_s: 0,
  };
}

function insertReading(unit: number): Promise<unknown> {
  return db().query(
    `insert into unit_readings (unit_id, client_id, read_at, odometer_m, source, created_at)
     select id, client_id, $2, $3, 'manual', $2 from units where id = $1`,
    [unit, at(READING.second), READING.odometer],
  );
}

describe("reports of devices", () => {
  it("leave the newest of each group of values, in any order, in any batches and however often", async () => {
    const readings = fc.array(fc.boolean(), { minLength: 3, maxLength: 3 });
    const cuts = fc.infiniteStream(fc.boolean());
    await fc.assert(
      fc.asyncProperty(reports, cuts, readings, async (given, cut, isRead) => {
        await db().query("delete from unit_readings");
        await db().query("delete from unit_states");
        for (const [index, unit] of units.entries()) if (isRead[index]) await insertReading(unit);
        const all = given.map((one) => reportAt(units[one.unit] ?? 0, one.second, one.has));
        let batch: UnitReport[] = [];
        for (const report of [...all, ...all.slice(0, 3)]) {
          batch.push(report);
          if (cut.next().value === true) continue;
          await reportUnitStates(db(), batch);
          batch = [];
        }
        await reportUnitStates(db(), batch);
        const found = await db().query(`select ${columns} from unit_states order by unit_id`);
        // Values without an instant stay out of a comparison of two reports of one instant.
        const merged = mergeInstants(all);
        const expected = units.map((unit, index) => model(unit, merged, isRead[index] ? READING : null));
        expect(found).toEqual(expected.filter((one) => one !== undefined));
      }),
      { numRuns: runs(200) },
    );
  });

  it("move no version and write nothing to the audit log", async () => {
    const before = await db().query("select id, version, updated_at from units order by id");
    const [{ n } = { n: -1 }] = await db().query<{ n: number }>("select count(*) as n from audit_log");
    for (const second of [1, 2, 3])
      await reportUnitStates(
        db(),
        units.map((unit) => reportAt(unit, second, { position: true, movement: true, odometer: true, hours: true })),
      );
    expect(await db().query("select id, version, updated_at from units order by id")).toEqual(before);
    expect(await db().query("select count(*) as n from audit_log")).toEqual([{ n }]);
    expect(await db().query("select count(*) as n from unit_states")).toEqual([{ n: 3 }]);
  });

  it("of units that do not exist are ignored, and none at all are no error", async () => {
    await reportUnitStates(db(), []);
    const nobody = { position: true, movement: false, odometer: false, hours: false };
    await reportUnitStates(db(), [reportAt(999_999, 1, nobody), reportAt(units[0] ?? 0, 2, nobody)]);
    expect(await db().query("select unit_id from unit_states")).toEqual([{ unit_id: units[0] }]);
  });

  it("do not wait for each other when batches have the same units in another order", async () => {
    const all = { position: true, movement: true, odometer: true, hours: true };
    const batches = Array.from({ length: 20 }, (_, second) => {
      const batch = units.map((unit) => reportAt(unit, second, all));
      return second % 2 === 0 ? batch : batch.toReversed();
    });
    await Promise.all(batches.map((batch) => reportUnitStates(db(), batch)));
    expect(await db().query("select distinct last_seen_at from unit_states")).toEqual([
      { last_seen_at: at(19).toISOString() },
    ]);
  });
});

/** Several reports of one instant say the same, each a part of it: the union of them. */
function mergeInstants(all: readonly UnitReport[]): UnitReport[] {
  const merged = new Map<string, UnitReport>();
  for (const report of all) {
    const key = `${report.unit_id} ${report.recorded_at.getTime()}`;
    const known = merged.get(key);
    const has_position = report.has_position === true || known?.has_position === true;
    merged.set(key, { ...known, ...report, has_position });
  }
  return [...merged.values()];
}
