import type { PositionReport } from "@fleet-api/contract/types/monitoring";
import type { Query, SqlValue } from "../db/query.ts";
import { Params, rows } from "../db/query.ts";
import type { Scope } from "../db/scope.ts";
import { scopeCheck } from "../db/scope.ts";

/** The values of a report, by their columns, with the types of these. */
const reported = {
  latitude: "float8",
  longitude: "float8",
  altitude_m: "real",
  speed_kmh: "real",
  heading_deg: "real",
  accuracy_m: "real",
  satellites: "smallint",
  hdop: "real",
  is_valid: "boolean",
  fix_type: "text",
  ignition: "boolean",
  movement_status: "text",
  odometer_m: "bigint",
  engine_hours_s: "bigint",
  fuel_level_percent: "real",
  fuel_volume_l: "real",
  external_power_v: "real",
  battery_level_percent: "real",
  signal_percent: "real",
  temperatures_c: "json",
  inputs: "json",
  event_type: "text",
  attributes: "json",
} as const satisfies Record<Exclude<keyof PositionReport, "unit_id" | "identifier" | "recorded_at">, string>;

type Reported = keyof typeof reported;
const names = Object.keys(reported) as Reported[];

/** The columns of `positions` that a request does not choose, and those that it does. */
const columns = ["class", "unit_id", "recorded_at", "client_id", "received_at", ...names];
/** Those of `latest_positions`. */
const latestColumns = [...columns, "agency_id", "partner_id"];

/** A position of a unit that is known. */
export interface UnitPosition {
  /** Identifies it among those that are stored together. */
  readonly index: number;
  readonly unit_id: number;
  /** To the millisecond. */
  readonly recorded_at: Date;
  readonly values: Pick<PositionReport, Reported>;
}

/**
 * Why a position was not stored: the unit is deleted or out of the scope, it belonged to no client in the scope at that time, or it
 * is older than the client keeps history.
 */
export interface Unstored {
  readonly index: number;
  readonly reason: "unknown_unit" | "not_owned" | "too_old";
  /** For how many days the client keeps history. */
  readonly days: number | null;
}

/** What became of positions. Those that are neither stored nor unstored were there already. */
export interface StoredPositions {
  readonly stored: number;
  readonly unstored: readonly Unstored[];
}

/** Keeps units with their clients until the end of the transaction: whoever gives one away waits. Comes before all other locks. */
export function lockUnits(unitIds: readonly number[]): Query<object[]> {
  return rows("select from units where id = any($1::bigint[]) order by id for key share", [unitIds]);
}

/** Locks the states of units before the batch is taken: one that waited for them later would keep all others waiting. */
export function lockUnitStates(unitIds: readonly number[]): Query<object[]> {
  return rows("select from unit_states where unit_id = any($1::bigint[]) order by unit_id for no key update", [
    unitIds,
  ]);
}

/** Takes the number of the next batch, and waits for the batches before it: so they are committed in the order of their numbers. */
export const takeBatch: Query<{ batch: number }[]> = rows("update position_feed set batch = batch + 1 returning batch");

/**
 * Stores positions as the batch that was taken: of those with the same unit and `recorded_at` the first one. The client is that of
 * the unit at `recorded_at`. A null `scope` is that of the owner of the database.
 */
export function storePositions(
  positions: readonly UnitPosition[],
  { scope, receivedAt }: { readonly scope: Scope | null; readonly receivedAt: Date },
): Query<StoredPositions> {
  const params = new Params([
    positions.map(({ index }) => index),
    positions.map(({ unit_id }) => unit_id),
    positions.map(({ recorded_at }) => recorded_at),
    receivedAt,
  ]);
  const arrays = names.map((name) => {
    const values = positions.map(({ values: { [name]: value = null } }) => columnValue(value, reported[name]));
    // What no position has is null, as if it were sent for each of them.
    return `${params.add(values.some((value) => value !== null) ? values : [])}::${reported[name]}[]`;
  });
  const inScope = (table: string): string =>
    scope === null ? "true" : scopeCheck(scope, params, "client_id", `${table}.`);
  const query = rows<{ stored: number } & (Unstored | { index: null })>(
    `with placed as materialized (
        select s.*, u.id as known, o.client_id, r.class, least(history_days(c.limits), nullif(r.class, 0)) as days,
          c.id is not null and s.recorded_at >= history_begins(c.limits, $4::timestamptz)
            and (r.class = 0 or s.recorded_at >= $4::timestamptz - r.class * interval '24 hours') as is_kept
        from unnest($1::integer[], $2::bigint[], $3::timestamptz[], ${arrays.join(", ")})
          s (index, unit_id, recorded_at, ${names.join(", ")})
        left join units u on u.id = s.unit_id and u.deleted_at is null and ${inScope("u")}
        left join lateral (select o.client_id from unit_ownerships o where o.unit_id = u.id and o."from" <= s.recorded_at
          and (o."to" is null or o."to" > s.recorded_at) and ${inScope("o")} limit 1) o on true
        left join clients c on c.id = o.client_id
        left join client_retentions r on r.client_id = o.client_id and r."from" <= s.recorded_at and r."to" > s.recorded_at),
      fresh as (
        select distinct on (class, unit_id, recorded_at) *, $4::timestamptz as received_at from placed where is_kept
        order by class, unit_id, recorded_at, index),
      stored as (
        insert into positions (${columns.join(", ")}) select ${columns.join(", ")} from fresh
        order by class, unit_id, recorded_at on conflict do nothing returning *),
      logged as (
        insert into arrivals (batch, n, client_id, class, unit_id, recorded_at, received_at)
        select f.batch, row_number() over (order by s.unit_id, s.recorded_at), s.client_id, s.class, s.unit_id, s.recorded_at,
          s.received_at from stored s, position_feed f),
      newest as (
        select distinct on (s.unit_id) s.*, o.agency_id, o.partner_id from stored s
        join unit_ownerships o on o.unit_id = s.unit_id and o.client_id = s.client_id and o."to" is null
          and o."from" <= s.recorded_at
        order by s.unit_id, s.recorded_at desc),
      latest as (
        insert into latest_positions as l (${latestColumns.join(", ")})
        select ${latestColumns.join(", ")} from newest order by unit_id
        on conflict (unit_id) do update set
          (${latestColumns.join(", ")}) = row(${latestColumns.map((name) => `excluded.${name}`).join(", ")})
        where excluded.recorded_at > l.recorded_at)
      select null as index, null as reason, null as days, (select count(*) from stored)::integer as stored
      union all
      select index, case when known is null then 'unknown_unit' when client_id is null then 'not_owned' else 'too_old' end,
        days, 0 from placed where not is_kept`,
    params.values,
  );
  return {
    ...query,
    read: (result) => {
      const all = query.read(result);
      const unstored = all.flatMap((row) => (row.index === null ? [] : [row]));
      return { stored: all.reduce((sum, { stored }) => sum + stored, 0), unstored };
    },
  };
}

/** A value of a report as its column takes it. PostgreSQL refuses what is too small for a real instead of rounding it. */
function columnValue(value: PositionReport[Reported] | null, type: (typeof reported)[Reported]): SqlValue {
  if (typeof value === "number" && type === "real") return Math.fround(value) === 0 ? 0 : value;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? null);
}
