import type { Unit } from "@fleet-api/contract/types/units";
import type { Scope } from "../../access/index.ts";
import { scopeCondition } from "../../access/index.ts";
import type { Db } from "../../db/db.ts";
import { type RawJson, rawJson } from "../../kernel/reply.ts";
import { instantJson } from "../../db/sql.ts";

/** Which units, beside the scope. */
export interface UnitFilter {
  /** Only these states; null for all. */
  readonly lifecycle_status: readonly string[] | null;
}

/** Which rows of the ordered result. */
export interface Slice {
  readonly offset: number;
  readonly count: number;
}

/** A unit counts as online for 10 minutes after its last message, and as idle for a day. */
const connectionStatus = `case
  when u.last_seen_at is null then 'never_connected'
  when u.last_seen_at > $2::timestamptz - interval '10 minutes' then 'online'
  when u.last_seen_at > $2::timestamptz - interval '24 hours' then 'idle'
  else 'offline' end`;

/**
 * The columns of the contract's Unit record, member for member. The database makes the JSON: the
 * digits of int64 stay exact, and a page costs no parsing and no serialising here.
 */
const unitColumns = `u.id, u.client_id, json_build_object('id', c.id, 'name', c.name) as client,
  a.partner_id, a.id as agency_id, u.external_id, u.name, u.identifier, u.identifier_type, u.imei,
  u.serial_number, u.manufacturer, u.model, u.protocol, u.firmware_version, u.lifecycle_status,
  ${connectionStatus} as connection_status, ${instantJson("u.last_seen_at")} as last_seen_at,
  ${instantJson("u.last_position_at")} as last_position_at, u.sim_card,
  u.reporting_interval_moving_s, u.reporting_interval_parked_s, u.odometer_m, u.odometer_source,
  u.engine_hours_s, u.engine_hours_source, ${instantJson("u.installed_at")} as installed_at,
  u.installed_by, u.warranty_expires_on, u.subscription_expires_on, u.attributes, u.notes, u.version,
  ${instantJson("u.created_at")} as created_at, ${instantJson("u.updated_at")} as updated_at,
  ${instantJson("u.deleted_at")} as deleted_at`;

/** Units as JSON text that the database made. */
export type UnitRows = RawJson<Unit[]>;

export const noUnits: UnitRows = rawJson("[]");

/** The SQL of the Units resource group. */
export interface UnitsRepository {
  /** Units in the order of their ids. */
  page(scope: Scope, filter: UnitFilter, slice: Slice, now: Date): Promise<UnitRows>;
  /** How many units there are; without a filter this reads the counters that writes keep. */
  total(scope: Scope, filter: UnitFilter): Promise<number>;
}

/** The repository on a database. */
export function createUnitsRepository(db: Db): UnitsRepository {
  return {
    async page(scope, filter, slice, now) {
      const within = scopeCondition(scope, "client_id", 1);
      // The page is cut on ids alone: what a query selects is reckoned for the rows that it skips, too.
      const text = await db.queryText(
        `select '[' || coalesce(string_agg(row_to_json(r)::text, ',' order by r.id), '') || ']'
         from (select ${unitColumns}
           from (select id from units
             where ${within.sql} and deleted_at is null
               and ($3::text[] is null or lifecycle_status = any($3::text[]))
             order by id offset $4::bigint limit $5::bigint) page
           join units u on u.id = page.id
           join clients c on c.id = u.client_id join agencies a on a.id = c.agency_id) r`,
        [...within.params, now, filter.lifecycle_status, slice.offset, slice.count],
      );
      return text === null ? noUnits : rawJson(text);
    },
    async total(scope, filter) {
      if (filter.lifecycle_status === null) {
        const counters = scopeCondition(scope, "client_id", 1);
        const [row] = await db.query<{ total: number }>(
          `select coalesce(sum(total), 0)::bigint as total from unit_counts where ${counters.sql}`,
          counters.params,
        );
        return row?.total ?? 0;
      }
      const within = scopeCondition(scope, "client_id", 1);
      const [row] = await db.query<{ total: number }>(
        `select count(*) as total from units
         where ${within.sql} and deleted_at is null and lifecycle_status = any($2::text[])`,
        [...within.params, filter.lifecycle_status],
      );
      return row?.total ?? 0;
    },
  };
}
