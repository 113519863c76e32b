import type { MonitoringSummary, NearestUnits, Position } from "@fleet-api/contract/types/monitoring";
import type { UnitOfWork } from "../../db/index.ts";
import { firstRow, Params, scopeCondition, text } from "../../db/index.ts";
import type { QueryOf } from "../../kernel/types.ts";
import type { RawJson } from "../../kernel/reply.ts";
import { rawJson } from "../../kernel/reply.ts";
import type { Filters, Page } from "../../records/index.ts";
import { conditions, hierarchy, inGroup, oneOf, queryRefusal, readPage } from "../../records/index.ts";
import { connectionStatus, stateJoin } from "../units/index.ts";
import { isShown, ownersJoin, presentJoins, presentProjection } from "./position-sql.ts";
import { EARTH_RADIUS_M } from "./simplify.ts";

/** The latest positions with an `id`, as lists are read. */
const positions = "(select *, unit_id as id from latest_positions) t";

const maxAge = (value: number, params: Params, now: Date): string =>
  `t.recorded_at >= ${params.add(new Date(now.getTime() - value * 1000))}::timestamptz`;

/** In arrays that are made once: a plan of a subquery may look at all positions for each of its rows. */
const units = (query: string): string => `t.unit_id = any(array(${query}))`;

const filters: Filters<QueryOf<"monitoringLatestListing">> = {
  ...hierarchy,
  unit_ids: (ids, params) => `t.unit_id = any(${params.add(ids)}::bigint[])`,
  vehicle_ids: (ids, params) => units(`select unit_id from vehicles where id = any(${params.add(ids)}::bigint[])`),
  unit_group_id: inGroup("unit"),
  vehicle_group_id: (id, params) =>
    units(`select v.unit_id from vehicle_group_members m join vehicle_groups g on g.id = m.vehicle_group_id
      join vehicles v on v.id = m.vehicle_id where g.id = ${params.add(id)}::bigint and g.deleted_at is null`),
  movement_status: oneOf("movement_status"),
  bbox: (box, params) => inBox(box, params),
  max_age_s: maxAge,
};

/** A box that crosses the antimeridian has two parts. */
function inBox([west = 0, south = 0, east = 0, north = 0]: readonly number[], params: Params): string {
  const [w, s, e, n] = [west, south, east, north].map((edge) => `${params.add(edge)}::float8`);
  const between = west <= east ? `t.longitude between ${w} and ${e}` : `(t.longitude >= ${w} or t.longitude <= ${e})`;
  return `t.latitude between ${s} and ${n} and ${between}`;
}

/** Reads one page of the latest positions. */
export async function listLatest(
  work: UnitOfWork,
  query: QueryOf<"monitoringLatestListing">,
  now: Date,
): Promise<Page<Position>> {
  const [, south = 0, , north = 0] = query.bbox ?? [];
  if (south > north || south < -90 || north > 90) {
    throw queryRefusal("bbox", "must have a south that is not greater than its north, both from -90 to 90");
  }
  const params = new Params();
  const at = `${params.add(now)}::timestamptz`;
  const inScope = scopeCondition(work.scope, params, "client_id", "t.");
  const where = [inScope, isShown(at), ...conditions(filters, query, params, now)].join(" and ");
  const from = `${positions} ${ownersJoin}`;
  const show = (more: Params): string => `${positions} ${presentJoins(`${more.add(now)}::timestamptz`)}`;
  return readPage(work, query, { from, where, show, projection: presentProjection, params }, { isSearch: true });
}

/** Metres of one degree of latitude on the sphere that distances are measured on. */
const METRES_PER_DEGREE = (Math.PI * EARTH_RADIUS_M) / 180;

/** Finds the latest positions within a radius, the nearest first. */
export async function findNearest(
  work: UnitOfWork,
  query: QueryOf<"monitoringNearest">,
  now: Date,
): Promise<{ readonly json: RawJson<NearestUnits> }> {
  const { latitude, longitude, radius_m: radius, limit = 20, client_id, max_age_s } = query;
  const params = new Params([now, latitude, longitude, radius, radius / METRES_PER_DEGREE, limit]);
  const inScope = scopeCondition(work.scope, params, "client_id", "t.");
  const chosen = [
    ...(client_id === undefined ? [] : [hierarchy.client_id(client_id, params, now)]),
    ...(max_age_s === undefined ? [] : [maxAge(max_age_s, params, now)]),
  ];
  const where = [inScope, isShown("$1::timestamptz"), ...chosen].join(" and ");
  const [json] = await work.search(
    text(
      `with near as materialized (
         select t.unit_id, distance.m from latest_positions t ${ownersJoin},
           lateral (select great_circle_m($2::float8, $3::float8, t.latitude, t.longitude) as m) distance
         where ${where} and t.latitude between $2::float8 - $5::float8 and $2::float8 + $5::float8 and distance.m <= $4::float8
         order by distance.m, t.unit_id limit $6::bigint)
       select '{"units":[' || coalesce(string_agg(
         '{"distance_m":' || round(near.m::numeric, 1) || ',"position":' || shown.json || '}', ',' order by near.m, near.unit_id), '')
         || ']}'
       from near, lateral (select row_to_json(r)::text as json from (
         select ${presentProjection} from latest_positions t ${presentJoins("$1::timestamptz")} where t.unit_id = near.unit_id) r
         offset 0) shown`,
      params.values,
    ),
  );
  return { json: rawJson<NearestUnits>(json ?? '{"units":[]}') };
}

/** Counts the live units in the scope by what they do now. */
export async function countByStatus(
  work: UnitOfWork,
  query: QueryOf<"monitoringSummary">,
  now: Date,
): Promise<MonitoringSummary> {
  const params = new Params([now]);
  const inScope = scopeCondition(work.scope, params, "client_id", "t.");
  const where = [inScope, "t.deleted_at is null", ...conditions(hierarchy, query, params, now)].join(" and ");
  const [counts] = await work.search(
    firstRow<Counts>(
      `select count(*) as units, ${countsOf("connection", connections)}, ${countsOf("movement", movements)}
       from (select ${connectionStatus("$1::timestamptz")} as connection, coalesce(state.movement_status, 'unknown') as movement
         from units t ${stateJoin} where ${where}) t`,
      params.values,
    ),
  );
  const {
    units: all = 0,
    online = 0,
    idle = 0,
    offline = 0,
    never_connected = 0,
    moving = 0,
    idling = 0,
    parked = 0,
  } = counts ?? {};
  // What the contract does not name is unknown to its reader.
  const unknown = all - moving - idling - parked;
  return {
    units: all,
    connection_status: { online, idle, offline, never_connected },
    movement_status: { moving, idling, parked, unknown },
  };
}

const connections = ["online", "idle", "offline", "never_connected"] as const;
const movements = ["moving", "idling", "parked"] as const;

type Counts = Partial<Record<"units" | (typeof connections)[number] | (typeof movements)[number], number>>;

function countsOf(column: string, values: readonly string[]): string {
  return values.map((value) => `count(*) filter (where ${column} = '${value}') as ${value}`).join(", ");
}
