import type { Unit } from "@fleet-api/contract/types/units";
import type { ScopeFilter } from "../../access/index.ts";
import type { Query, Scope } from "../../db/index.ts";
import { firstRow, Params, scopeCondition, text } from "../../db/index.ts";
import { instantJson } from "../../db/sql.ts";
import { type RawJson, rawJson } from "../../kernel/reply.ts";

/** Which units of the scope. */
export interface UnitFilter extends ScopeFilter {
  /** Only these states. @default all */
  readonly lifecycle_status?: readonly string[] | undefined;
}

/** Which rows of the ordered result. */
export interface Slice {
  readonly offset: number;
  readonly count: number;
}

/** Units as JSON text that the database made. */
export type UnitRows = RawJson<Unit[]>;

/**
 * The columns of the contract's Unit record, member for member. The database makes the JSON: the
 * digits of int64 stay exact, and a page costs no parsing and no serialising here.
 */
const unitColumns = `u.id, u.client_id, json_build_object('id', c.id, 'name', c.name) as client,
  u.partner_id, u.agency_id, u.external_id, u.name, u.identifier, u.identifier_type, u.imei,
  u.serial_number, u.manufacturer, u.model, u.protocol, u.firmware_version, u.lifecycle_status,
  case
    when u.last_seen_at is null then 'never_connected'
    when u.last_seen_at > $1::timestamptz - interval '10 minutes' then 'online'
    when u.last_seen_at > $1::timestamptz - interval '24 hours' then 'idle'
    else 'offline' end as connection_status, ${instantJson("u.last_seen_at")} as last_seen_at,
  ${instantJson("u.last_position_at")} as last_position_at, u.sim_card,
  u.reporting_interval_moving_s, u.reporting_interval_parked_s, u.odometer_m, u.odometer_source,
  u.engine_hours_s, u.engine_hours_source, ${instantJson("u.installed_at")} as installed_at,
  u.installed_by, u.warranty_expires_on, u.subscription_expires_on, u.attributes, u.notes, u.version,
  ${instantJson("u.created_at")} as created_at, ${instantJson("u.updated_at")} as updated_at,
  ${instantJson("u.deleted_at")} as deleted_at`;

/** Units in the order of their ids. A unit counts as online for 10 minutes after its last message, and as idle for a day. */
export function unitsPage(scope: Scope, filter: UnitFilter, slice: Slice, now: Date): Query<UnitRows> {
  const params = new Params();
  params.add(now);
  // The page is cut on ids alone: PostgreSQL evaluates the select list for skipped rows as well.
  const sql = `select '[' || coalesce(string_agg(row_to_json(r)::text, ',' order by r.id), '') || ']'
    from (select ${unitColumns}
      from (select id from units where ${within(scope, filter, params)}
        order by id offset ${params.add(slice.offset)}::bigint limit ${params.add(slice.count)}::bigint) page
      join units u on u.id = page.id
      join clients c on c.id = u.client_id) r`;
  const query = text(sql, params.values);
  return { ...query, read: (result) => rawJson(query.read(result) ?? "[]") };
}

/** How many units there are; without a filter on their state this reads the counters that writes keep. */
export function unitsTotal(scope: Scope, filter: UnitFilter): Query<number> {
  const params = new Params();
  const { lifecycle_status, ...path } = filter;
  const sql =
    lifecycle_status === undefined
      ? `select coalesce(sum(total), 0)::bigint as total from unit_counts where ${onPath(scope, path, params)}`
      : `select count(*) as total from units where ${within(scope, filter, params)}`;
  const query = firstRow<{ total: number }>(sql, params.values);
  return { ...query, read: (result) => query.read(result)?.total ?? 0 };
}

function within(scope: Scope, filter: UnitFilter, params: Params): string {
  const terms = [onPath(scope, filter, params), "deleted_at is null"];
  const { lifecycle_status: states } = filter;
  if (states !== undefined) terms.push(`lifecycle_status = any(${params.add(states)}::text[])`);
  return terms.join(" and ");
}

/** Inside the scope and the part of the hierarchy that was asked for; an id outside of the scope finds nothing. */
function onPath(scope: Scope, { partner_id, agency_id, client_id }: ScopeFilter, params: Params): string {
  const terms = [scopeCondition(scope, params)];
  if (partner_id != null) terms.push(`partner_id = ${params.add(partner_id)}::text`);
  if (agency_id != null) terms.push(`agency_id = ${params.add(agency_id)}::text`);
  if (client_id != null) terms.push(`client_id = ${params.add(client_id)}::bigint`);
  return terms.join(" and ");
}
