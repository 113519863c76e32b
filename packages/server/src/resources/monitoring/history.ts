import type { PositionHistory } from "@fleet-api/contract/types/monitoring";
import type { Query, UnitOfWork } from "../../db/index.ts";
import { Params, rows, scopeCheck } from "../../db/index.ts";
import type { RawJson } from "../../kernel/reply.ts";
import { rawJson } from "../../kernel/reply.ts";
import type { QueryOf } from "../../kernel/types.ts";
import { cursorParts, cursorText, instantOf, queryRefusal } from "../../records/index.ts";
import { primaryDriverAt } from "../driver-sql.ts";
import { positionProjection, vehicleAt } from "./position-sql.ts";
import { simplifyTrack } from "./simplify.ts";

const LONGEST_MS = 31 * 24 * 60 * 60_000;

/** How many positions a page may read of which it returns only some. */
const READ_AT_MOST = 20_000;

const subjects = ["unit_id", "vehicle_id", "driver_id"] as const;
type Subject = (typeof subjects)[number];

/** A history that is wanted, from some instant on. Instants are milliseconds since 1970. */
interface Wanted {
  readonly subject: Subject;
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** Where this page begins. */
  readonly at: number;
}

/** Reads one page of a history. */
export async function readHistory(
  work: UnitOfWork,
  query: QueryOf<"monitoringHistory">,
  now: Date,
): Promise<{ readonly json: RawJson<PositionHistory> }> {
  const { per_page: size, min_interval_s: interval = null, tolerance_m: tolerance = null } = query;
  const wanted = wantedOf(query);
  const intervalMs = interval === null ? 1 : interval * 1000;
  const [read] = await work.read(positionsOf(work, wanted, { now, intervalMs, size: size + 1 }));
  const { found, reachedEnd, lastRead } = read;
  const page = found.slice(0, size);
  const last = page.at(-1);
  const isCut = found.length > size;
  // An interval of which a position was returned has none on the next page.
  const afterLast = last === undefined ? wanted.at : (Math.floor(last.at / intervalMs) + 1) * intervalMs;
  const next = isCut ? afterLast : reachedEnd ? null : Math.max(afterLast, lastRead + 1);
  const hasMore = next !== null && next < wanted.to;
  const stays = tolerance === null ? null : simplifyTrack(page, tolerance);
  const shown = page.filter((_position, index) => stays?.[index] !== false).map(({ json }) => json);
  const cursor = hasMore ? `"${writeCursor({ ...wanted, at: next })}"` : "null";
  return { json: rawJson(`{"positions":[${shown.join(",")}],"next_cursor":${cursor},"has_more":${hasMore}}`) };
}

function wantedOf(query: QueryOf<"monitoringHistory">): Wanted {
  const given = subjects.filter((name) => query[name] !== undefined);
  const [subject] = given;
  if (subject === undefined) throw queryRefusal("unit_id", "is missing: send unit_id, vehicle_id or driver_id");
  if (given.length > 1) throw queryRefusal(given[1] ?? "", `cannot be combined with ${subject}; send one of them`);
  const [from, to] = [instantOf(query.from).getTime(), instantOf(query.to).getTime()];
  if (to <= from) throw queryRefusal("to", "must be later than from");
  if (to - from > LONGEST_MS)
    throw queryRefusal("to", "must be at most 31 days after from; request longer times in parts");
  const wanted = { subject, id: query[subject] ?? 0, from, to };
  if (query.cursor === undefined) return { ...wanted, at: from };
  const at = readCursor(query.cursor, wanted);
  if (at === null)
    throw queryRefusal("cursor", "is not a next_cursor of this history; send it with the same parameters");
  return { ...wanted, at };
}

const FORMAT = "history 1";

function writeCursor({ subject, id, from, to, at }: Wanted): string {
  return cursorText([FORMAT, subject, id, from, to, at]);
}

/** Where the next page begins; null for a cursor of another history. */
function readCursor(text: string, { subject, id, from, to }: Omit<Wanted, "at">): number | null {
  const parts = cursorParts(text);
  const at = parts?.[5];
  if (parts?.length !== 6 || typeof at !== "number" || !Number.isSafeInteger(at)) return null;
  const isSame = JSON.stringify(parts.slice(0, 5)) === JSON.stringify([FORMAT, subject, id, from, to]);
  return isSame && at >= from && at < to ? at : null;
}

interface Found {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly json: string;
}

/** What a page read. */
interface Read {
  readonly found: readonly Found[];
  /** Whether it read up to the end. */
  readonly reachedEnd: boolean;
  /** When the last position that it read was recorded. */
  readonly lastRead: number;
}

/**
 * The first positions of a history, each with the vehicle and the driver of its time. Vehicles, drivers and owners change rarely: the
 * time is cut where they do, and each part reads one range of one unit.
 */
function positionsOf(
  { scope }: UnitOfWork,
  { subject, id, to, at }: Wanted,
  { now, intervalMs, size }: { readonly now: Date; readonly intervalMs: number; readonly size: number },
): Query<Read> {
  const most = intervalMs === 1 ? size : READ_AT_MOST;
  const params = new Params([id, new Date(at), new Date(to), now, most, size, intervalMs]);
  const inScope = (table: string): string => scopeCheck(scope, params, "client_id", `${table}.`);
  const query = rows<Found & { count: number; lastRead: number | null }>(
    `with span as materialized (${spans[subject](inScope)}),
      cut as (select s.unit_id, m.at as begins, lead(m.at, 1, s.ends) over (partition by s.unit_id, s.begins order by m.at) as ends
        from span s, lateral (${boundaries(inScope)}) m),
      part as materialized (select cut.unit_id, o.client_id, r.class, vehicle.id as vehicle_id, driver.id as driver_id,
          greatest(cut.begins, history_begins(c.limits, $4::timestamptz)) as begins, cut.ends
        from cut join unit_ownerships o on o.unit_id = cut.unit_id and o."from" <= cut.begins
          and (o."to" is null or o."to" > cut.begins) and ${inScope("o")}
        join clients c on c.id = o.client_id
        join client_retentions r on r.client_id = o.client_id and r."from" <= cut.begins and r."to" > cut.begins
        left join lateral (select ${vehicleAt("cut.unit_id", "cut.begins")} as id) vehicle on true
        left join lateral (select ${primaryDriverAt("vehicle.id", "cut.begins")} as id) driver on true
        where cut.begins < cut.ends order by cut.begins),
      read as materialized (select t.*, part.vehicle_id, part.driver_id from part, lateral (
          select * from positions p where p.class = part.class and p.unit_id = part.unit_id and p.client_id = part.client_id
            and p.recorded_at >= part.begins and p.recorded_at < part.ends
            and p.recorded_at >= $2::timestamptz and p.recorded_at < $3::timestamptz
          order by p.recorded_at limit $5::bigint) t
        order by part.begins, t.recorded_at limit $5::bigint),
      chosen as (select * from (
          select distinct on (floor(extract(epoch from recorded_at) * 1000 / $7::bigint)) * from read
          order by floor(extract(epoch from recorded_at) * 1000 / $7::bigint), recorded_at) first
        order by recorded_at limit $6::bigint)
      select (extract(epoch from t.recorded_at) * 1000)::float8 as at, t.latitude, t.longitude,
        (select row_to_json(r)::text from (select ${positionProjection("t.vehicle_id", "t.driver_id")}) r) as json,
        (select count(*) from read)::float8 as count,
        (select extract(epoch from max(recorded_at)) * 1000 from read)::float8 as "lastRead"
      from chosen t order by t.recorded_at`,
    params.values,
  );
  return {
    ...query,
    read: (result) => {
      const found = query.read(result);
      const [first] = found;
      return { found, reachedEnd: (first?.count ?? 0) < most, lastRead: first?.lastRead ?? at };
    },
  };
}

type InScope = (table: string) => string;

/** SQL of the times of units that a history consists of. */
const spans: Readonly<Record<Subject, (inScope: InScope) => string>> = {
  unit_id: () => `select $1::bigint as unit_id, $2::timestamptz as begins, $3::timestamptz as ends`,
  vehicle_id: (inScope) =>
    `select i.unit_id, greatest(i.installed_at, $2::timestamptz) as begins, least(i.removed_at, $3::timestamptz) as ends
     from vehicle_unit_assignments i where i.vehicle_id = $1::bigint and ${overlaps("i", inScope)}`,
  driver_id: (inScope) =>
    `select i.unit_id, greatest(i.installed_at, d.started_at, $2::timestamptz) as begins,
       least(i.removed_at, d.ended_at, $3::timestamptz) as ends
     from driver_assignments d join vehicle_unit_assignments i on i.vehicle_id = d.vehicle_id and ${overlaps("i", inScope)}
     where d.driver_id = $1::bigint and d.role = 'primary' and d.deleted_at is null and ${inScope("d")}
       and tstzrange(d.started_at, d.ended_at) && tstzrange(i.installed_at, i.removed_at)
       and tstzrange(d.started_at, d.ended_at) && tstzrange($2::timestamptz, $3::timestamptz)`,
};

function overlaps(table: string, inScope: InScope, from = "$2::timestamptz", to = "$3::timestamptz"): string {
  return `${table}.deleted_at is null and ${inScope(table)}
    and ${table}.installed_at < ${to} and coalesce(${table}.removed_at, 'infinity') > ${from}`;
}

/** SQL of the instants within the span `s` at which the owner, the class of retention, the vehicle or the driver may change. */
function boundaries(inScope: InScope): string {
  const installed = overlaps("i", inScope, "s.begins", "s.ends");
  return `select x.at from (
      select s.begins as at
      union select unnest(array[o."from", o."to"]) from unit_ownerships o where o.unit_id = s.unit_id
      union select r."from" from unit_ownerships o join client_retentions r on r.client_id = o.client_id
        where o.unit_id = s.unit_id
      union select unnest(array[i.installed_at, i.removed_at]) from vehicle_unit_assignments i
        where i.unit_id = s.unit_id and ${installed}
      union select unnest(array[d.started_at, d.ended_at])
        from vehicle_unit_assignments i join driver_assignments d on d.vehicle_id = i.vehicle_id
        where i.unit_id = s.unit_id and ${installed} and d.role = 'primary' and d.deleted_at is null
          and d.started_at < least(s.ends, i.removed_at) and coalesce(d.ended_at, 'infinity') > greatest(s.begins, i.installed_at)
    ) x where x.at >= s.begins and x.at < s.ends`;
}
