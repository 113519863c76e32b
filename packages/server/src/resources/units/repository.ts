import type { Params, Query } from "../../db/index.ts";
import type { QueryOf } from "../../kernel/types.ts";
import type { Filters, ListSql } from "../../records/index.ts";
import { counted, countRows, hierarchy, oneOf, projection, shownClient } from "../../records/index.ts";

/** What a listing asks for. */
export type UnitsListingQuery = QueryOf<"unitsListing">;

/** What each parameter of the listing chooses. */
export const unitFilters = {
  ...hierarchy,
  lifecycle_status: oneOf("lifecycle_status"),
} satisfies Filters<UnitsListingQuery>;

/** A unit counts as online for 10 minutes after its last message, and as idle for a day. */
const computed = {
  ...shownClient.computed,
  connection_status: `case
    when t.last_seen_at is null then 'never_connected'
    when t.last_seen_at > moment.now - interval '10 minutes' then 'online'
    when t.last_seen_at > moment.now - interval '24 hours' then 'idle'
    else 'offline' end`,
};
const full = projection("Unit", computed);
const summary = projection("UnitSummary", computed);

/** How lists show units at this instant. */
export function shownUnits(schema: "Unit" | "UnitSummary", now: Date): Pick<ListSql, "show" | "projection"> {
  return {
    show: (params: Params) =>
      `units t ${shownClient.join} cross join (select ${params.add(now)}::timestamptz as now) moment`,
    projection: schema === "Unit" ? full : summary,
  };
}

/** How many units there are; without a filter on the units themselves this reads the counters that writes keep. */
export function unitsTotal(list: ListSql, filtersUnits: boolean): Query<number> {
  if (filtersUnits) return countRows(list);
  const { where, params } = list;
  return counted(`select coalesce(sum(t.total), 0)::bigint as total from unit_counts t where ${where}`, params);
}
