import type { Query } from "../../../db/index.ts";
import { rows } from "../../../db/index.ts";
import { connectionStatus, includedState, stateJoin } from "../../units/index.ts";

/** The current state of a unit, with the part of the hierarchy that it belongs to. */
export interface LiveUnitRow {
  readonly unit_id: number;
  readonly client_id: number;
  readonly agency_id: string;
  readonly partner_id: string;
  /** A `LiveUnit`. */
  readonly json: string;
}

const select = `select t.id as unit_id, t.client_id, t.agency_id, t.partner_id,
    (select row_to_json(o)::text from (select t.id as unit_id, t.client_id, ${includedState.sql} as state) o) as json
  from (select $1::timestamptz as now) moment, units t ${stateJoin}`;

/** The current states of units, without those that are deleted. */
export function unitsNow(unitIds: readonly number[], now: Date): Query<LiveUnitRow[]> {
  return rows(`${select} where t.id = any($2::bigint[]) and t.deleted_at is null order by t.id`, [now, unitIds]);
}

/** The units whose connection status has changed since `before` because they sent nothing. */
export function unitsGoneSilent(before: Date, now: Date): Query<LiveUnitRow[]> {
  const [then, present] = [connectionStatus("$2::timestamptz"), connectionStatus("$1::timestamptz")];
  return rows(`${select} where t.deleted_at is null and ${then} <> ${present} order by t.id`, [now, before]);
}
