import type { Db } from "../db/db.ts";
import type { Query } from "../db/query.ts";
import { rows } from "../db/query.ts";

/** What a device reports in one message; a group of values that it does not report stays as it is. */
export interface UnitReport {
  readonly unit_id: number;
  /** When the service received it. */
  readonly received_at: Date;
  /** When the device recorded the values. */
  readonly recorded_at: Date;
  readonly has_position?: boolean;
  /** One of the values of the contract, or another one. */
  readonly movement_status?: string;
  /** The counter of the device, in metres. */
  readonly odometer?: DeviceCounter;
  /** The counter of the device, in seconds. */
  readonly engine_hours?: DeviceCounter;
}

interface DeviceCounter {
  readonly value: number;
  /** Such as `gps`, `can` or `obd`. */
  readonly source: string;
}

/**
 * Stores what devices report: one statement, and three more if a batch has several counters of a unit. Reports may come in any
 * order and more than once, because an older value never replaces a newer one. Nobody is their author: they change no version
 * and are not in the audit log. Reports of unknown units are ignored.
 */
export async function reportUnitStates(db: Pick<Db, "query">, reports: readonly UnitReport[]): Promise<void> {
  const ids = unitsToRead(reports);
  const { sql, params } = readingsOf(ids);
  const readings = ids.length === 0 ? [] : await db.query<CounterReadings>(sql, params);
  for (const each of unitStateQueries(reports, { readings })) await db.query(each.sql, each.params);
}

/** When the counters of a unit were read by people last. */
export interface CounterReadings {
  readonly unit_id: number;
  readonly odometer_reading_at: string | null;
  readonly engine_hours_reading_at: string | null;
}

export function readingsOf(unitIds: readonly number[]): Query<CounterReadings[]> {
  return rows(
    "select unit_id, odometer_reading_at, engine_hours_reading_at from unit_states where unit_id = any($1::bigint[])",
    [unitIds],
  );
}

/** The units of a batch whose readings `unitStateQueries` needs: those that report several counters. */
export function unitsToRead(reports: readonly UnitReport[]): number[] {
  return [...reportsByUnit(reports)].filter(([, all]) => hasSeveralCounters(all)).map(([id]) => id);
}

/**
 * The statements that store reports, with the readings of the units that report several counters. `storedAt` is when the batch
 * of positions was received that they come with: then those of a unit count only if the batch has stored a position of it, and not if
 * the unit belongs to its client only since one of them was recorded, which the caller did not know. The units are locked then.
 */
export function unitStateQueries(
  reports: readonly UnitReport[],
  { readings, storedAt = null }: { readonly readings: readonly CounterReadings[]; readonly storedAt?: Date | null },
): Query<object[]>[] {
  const byUnit = reportsByUnit(reports);
  const read = new Map(readings.map((each) => [each.unit_id, each]));
  const anchors = [...byUnit].filter(([id, all]) => hasSeveralCounters(all) && isRead(read.get(id)));
  const around = anchors.map(([id, all]) => anchorsOf(id, all, read.get(id)));
  const rowsOfAll = [
    [...byUnit].map(([id, all]) => merge(id, all)),
    around.map(({ before }) => before),
    around.map(({ after }) => after),
  ];
  return rowsOfAll.filter((each) => each.length > 0).map((each) => store(each, storedAt));
}

function reportsByUnit(reports: readonly UnitReport[]): Map<number, UnitReport[]> {
  const byUnit = new Map<number, UnitReport[]>();
  for (const report of reports) {
    const known = byUnit.get(report.unit_id);
    if (known === undefined) byUnit.set(report.unit_id, [report]);
    else known.push(report);
  }
  return byUnit;
}

function isRead(readings: CounterReadings | undefined): boolean {
  return readings !== undefined && (readings.odometer_reading_at ?? readings.engine_hours_reading_at) !== null;
}

function hasSeveralCounters(reports: readonly UnitReport[]): boolean {
  return reports.filter(hasCounter).length > 1;
}

function hasCounter({ odometer, engine_hours }: UnitReport): boolean {
  return odometer !== undefined || engine_hours !== undefined;
}

/** A row for `unit_states`: when each group of values was recorded, and the values; undefined where there are none. */
interface StateRow {
  readonly unit_id: number;
  /** When the first of the reports was recorded. */
  readonly first_at: Date;
  readonly seen_at?: Date | undefined;
  readonly position_at?: Date | undefined;
  readonly movement?: Recorded<string> | undefined;
  readonly odometer?: Recorded<DeviceCounter> | undefined;
  readonly engine_hours?: Recorded<DeviceCounter> | undefined;
}

interface Recorded<Value> {
  readonly at: Date;
  readonly value: Value;
}

/** The newest of each group of values that a unit reports. */
function merge(unit_id: number, reports: readonly UnitReport[]): StateRow {
  const positions = reports.filter(({ has_position = false }) => has_position);
  return {
    unit_id,
    first_at: firstOf(reports),
    seen_at: newest(reports.map(({ received_at: at }) => ({ at, value: 0 })))?.at,
    position_at: newest(positions.map(({ recorded_at: at }) => ({ at, value: 0 })))?.at,
    movement: newest(recorded(reports, ({ movement_status }) => movement_status)),
    odometer: newest(recorded(reports, ({ odometer }) => odometer)),
    engine_hours: newest(recorded(reports, ({ engine_hours }) => engine_hours)),
  };
}

function recorded<Value>(
  reports: readonly UnitReport[],
  valueOf: (report: UnitReport) => Value | undefined,
): Recorded<Value>[] {
  return reports.flatMap((report) => {
    const value = valueOf(report);
    return value === undefined ? [] : [{ at: report.recorded_at, value }];
  });
}

function newest<Value>(values: readonly Recorded<Value>[]): Recorded<Value> | undefined {
  return values.reduce<Recorded<Value> | undefined>(
    (best, one) => (best === undefined || one.at > best.at ? one : best),
    undefined,
  );
}

function firstOf(reports: readonly UnitReport[]): Date {
  return new Date(reports.reduce((first, { recorded_at }) => Math.min(first, recorded_at.getTime()), Infinity));
}

/**
 * The values of a batch that the offsets of counters may follow from: the newest ones up to the reading of the counter, and the
 * oldest ones after it.
 */
function anchorsOf(
  unit_id: number,
  reports: readonly UnitReport[],
  readings: CounterReadings | undefined,
): { readonly [Side in "before" | "after"]: StateRow } {
  const odometers = recorded(reports, ({ odometer }) => odometer);
  const engineHours = recorded(reports, ({ engine_hours }) => engine_hours);
  const odometer = aroundReading(odometers, readings?.odometer_reading_at ?? null);
  const engine_hours = aroundReading(engineHours, readings?.engine_hours_reading_at ?? null);
  const first_at = firstOf(reports);
  return {
    before: { unit_id, first_at, odometer: odometer.before, engine_hours: engine_hours.before },
    after: { unit_id, first_at, odometer: odometer.after, engine_hours: engine_hours.after },
  };
}

function aroundReading(
  values: readonly Recorded<DeviceCounter>[],
  readingAt: string | null,
): { readonly [Side in "before" | "after"]: Recorded<DeviceCounter> | undefined } {
  if (readingAt === null) return { before: undefined, after: undefined };
  const limit = new Date(readingAt);
  const after = values.filter(({ at }) => at > limit);
  return {
    before: newest(values.filter(({ at }) => at <= limit)),
    after: after.reduce<Recorded<DeviceCounter> | undefined>(
      (first, one) => (first === undefined || one.at < first.at ? one : first),
      undefined,
    ),
  };
}

/** Writes one row for each unit, in the order of their ids: two batches with the same units cannot wait for each other. */
function store(states: readonly StateRow[], storedAt: Date | null): Query<object[]> {
  const column = <Value extends string | number | Date>(valueOf: (row: StateRow) => Value | undefined) =>
    states.map((row) => valueOf(row) ?? null);
  return rows(storedAt === null ? upsertReported : upsertStored, [
    column(({ unit_id }) => unit_id),
    column(({ seen_at }) => seen_at),
    column(({ position_at }) => position_at),
    column(({ movement }) => movement?.at),
    column(({ movement }) => movement?.value),
    column(({ odometer }) => odometer?.at),
    column(({ odometer }) => odometer?.value.value),
    column(({ odometer }) => odometer?.value.source),
    column(({ engine_hours }) => engine_hours?.at),
    column(({ engine_hours }) => engine_hours?.value.value),
    column(({ engine_hours }) => engine_hours?.value.source),
    column(({ first_at }) => first_at),
    ...(storedAt === null ? [] : [storedAt]),
  ]);
}

const counters = [
  ["odometer", "m"],
  ["engine_hours", "s"],
] as const;

const deviceColumns = counters.flatMap(([counter, unit]) => [
  `${counter}_device_at`,
  `${counter}_device_${unit}`,
  `${counter}_device_source`,
]);

/** As many as a batch has at most: with the order of an index, a plan without statistics does not read all arrivals of the day. */
const MAX_POSITIONS = 500;

/** The lock keeps a unit with its client: without it, a report that meets a transfer is stored for the former client. */
const upsertReported = upsert("join units u on u.id = r.unit_id order by r.unit_id for key share of u");

const upsertStored = upsert(`
  join unit_ownerships u on u.unit_id = r.unit_id and u."to" is null and u."from" <= r.first_at
  where r.unit_id = any(array(select a.unit_id from arrivals a
    where a.received_at = $13::timestamptz and a.batch = (select batch from position_feed)
    order by a.batch, a.n limit ${MAX_POSITIONS}))
  order by r.unit_id`);

/** The statement that writes states of the reports `r`; `source` joins them with what has the client of the unit, as `u`. */
function upsert(source: string): string {
  return `
  insert into unit_states as s (unit_id, client_id, agency_id, partner_id, last_seen_at, last_position_at, movement_at,
    movement_status, ${deviceColumns.join(", ")})
  select r.unit_id, u.client_id, u.agency_id, u.partner_id, r.seen_at, r.position_at, r.movement_at,
    coalesce(r.movement_status, 'unknown'), ${deviceColumns.map((name) => `r.${name}`).join(", ")}
  from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::timestamptz[],
    $7::bigint[], $8::text[], $9::timestamptz[], $10::bigint[], $11::text[], $12::timestamptz[])
    r (unit_id, seen_at, position_at, movement_at, movement_status, ${deviceColumns.join(", ")}, first_at)
  ${source}
  on conflict (unit_id) do update set
    last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at),
    last_position_at = greatest(s.last_position_at, excluded.last_position_at),
    ${newer("movement_at", "movement_status")},
    ${counters.map(([counter, unit]) => setCounter(counter, unit)).join(",\n    ")}`;
}

/** Takes columns that were recorded together where their instant, the first of them, is newer: of equal ones the first counts. */
function newer(at: string, ...columns: readonly string[]): string {
  const all = [at, ...columns];
  const take = (name: string): string =>
    `${name} = case when excluded.${at} > coalesce(s.${at}, '-infinity') then excluded.${name} else s.${name} end`;
  return all.map(take).join(", ");
}

/**
 * The newest value of a device, and the offset of its newest reading. The anchor is the value of the device at the reading: the
 * newest one up to it, or while there is none the oldest one after it.
 */
function setCounter(counter: string, unit: string): string {
  const [at, reading, anchor] = [`excluded.${counter}_device_at`, `s.${counter}_reading_at`, `s.${counter}_anchor_at`];
  const isAnchor = `case when ${at} <= ${reading} then ${anchor} is null or ${anchor} > ${reading} or ${at} > ${anchor}
      when ${at} > ${reading} then ${anchor} is null or (${anchor} > ${reading} and ${at} < ${anchor}) end`;
  const offset = `s.${counter}_reading_${unit} - excluded.${counter}_device_${unit}`;
  return [
    newer(`${counter}_device_at`, `${counter}_device_${unit}`, `${counter}_device_source`),
    `${counter}_anchor_at = case when ${isAnchor} then ${at} else ${anchor} end`,
    `${counter}_offset_${unit} = case when ${isAnchor} then ${offset} else s.${counter}_offset_${unit} end`,
  ].join(",\n    ");
}
