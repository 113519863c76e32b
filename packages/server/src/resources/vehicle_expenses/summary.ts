import type { OperationId } from "@fleet-api/contract/operations";
import type { VehicleExpenseTotal } from "@fleet-api/contract/types/vehicle_expenses";
import type { UnitOfWork } from "../../db/index.ts";
import { DbError, Params, scopeCondition } from "../../db/index.ts";
import type { ProblemError } from "../../kernel/problem.ts";
import type { QueryOf } from "../../kernel/types.ts";
import type { Page } from "../../records/index.ts";
import { byLetters, conditions, instantOf, isTimeZone, queryRefusal, readGroups } from "../../records/index.ts";
import { fullName } from "../driver-sql.ts";
import { vehicleExpenses } from "./table.ts";

type SummaryQuery = QueryOf<Extract<OperationId, "vehicleExpensesSummary">>;

/** SQLSTATE of a time zone that the database does not know. */
const INVALID_PARAMETER_VALUE = "22023";

/** SQL of what is summed up of an expense `t`: a refund gives back its quantity. */
const columns = `t.id, t.vehicle_id, t.occurred_at, t.vehicle_expense_type_id, t.currency, t.amount, t.tax_amount,
  case when t.amount < 0 then -t.quantity else t.quantity end as quantity, t.quantity_unit, t.odometer_m, t.is_full_tank,
  t.is_missed_fill`;

const LONGEST_MS = 400 * 24 * 60 * 60_000;

/** SQL of the group of an expense `t`, and of the name of a group `g`. */
interface Grouping {
  readonly key: (timezone: string) => string;
  readonly name: string;
  /** SQL of the group of a reading `t` of a vehicle, where distances have one. */
  readonly ofReading?: (timezone: string) => string;
}

const month = (instant: string, timezone: string): string => `to_char(${instant} at time zone ${timezone}, 'YYYY-MM')`;

const groupings: Readonly<Record<SummaryQuery["group_by"], Grouping>> = {
  vehicle: {
    key: () => "t.vehicle_id::text",
    name: "(select v.name from vehicles v where may_view('vehicles') and v.id = g.key::bigint)",
    ofReading: () => "t.vehicle_id::text",
  },
  type: {
    key: () => "t.vehicle_expense_type_id::text",
    name: "(select y.name from vehicle_expense_types y where y.id = g.key::bigint)",
  },
  category: {
    key: () => "(select y.category from vehicle_expense_types y where y.id = t.vehicle_expense_type_id)",
    name: "null::text",
  },
  month: {
    key: (timezone) => month("t.occurred_at", timezone),
    name: "null::text",
    ofReading: (timezone) => month("t.read_at", timezone),
  },
  driver: {
    key: () => "t.driver_id::text",
    name: `(select ${fullName("d")} from drivers d where may_view('drivers') and d.id = g.key::bigint)`,
  },
};

/** Keys that are ids are in the order of the numbers. */
const orderBy = `case when key ~ '^[0-9]+$' then key::bigint end, key ${byLetters} nulls last, currency`;

/**
 * Sums up the expenses of a time, in groups.
 * @throws ProblemError `validation_failed`
 */
export async function summarize(work: UnitOfWork, query: SummaryQuery, now: Date): Promise<Page<VehicleExpenseTotal>> {
  const { group_by, timezone = "UTC", status = ["recorded", "approved"], page, per_page, limit, ...filters } = query;
  const [from, to] = [instantOf(filters.from), instantOf(filters.to)];
  if (to <= from) throw queryRefusal("to", "must be after from");
  if (to.getTime() - from.getTime() > LONGEST_MS) throw queryRefusal("to", "must be at most 400 days after from");
  if (!isTimeZone(timezone)) throw unknownTimeZone();

  const params = new Params();
  const { key, name, ofReading } = groupings[group_by];
  // PostgreSQL refuses a parameter that the statement does not use.
  const zone = group_by === "month" ? `${params.add(timezone)}::text` : "";
  const inScope = scopeCondition(work.scope, params, "client_id", "t.");
  const where = (chosen: object): string =>
    [inScope, "t.deleted_at is null", ...conditions(vehicleExpenses.filters, { ...chosen, status }, params, now)].join(
      " and ",
    );
  // Between two full tanks count all fills of the vehicle, also those that some filters leave out.
  const { driver_id, vehicle_expense_type_id, category, currency, ...ofVehicles } = filters;
  const isPart = [driver_id, vehicle_expense_type_id, category, currency].some((value) => value !== undefined);
  const fills = isPart
    ? `(select ${columns} from vehicle_expenses t where ${where(ofVehicles)} and t.vehicle_id in (select vehicle_id from expenses)) t where true`
    : "expenses t where true";
  const distances =
    ofReading === undefined
      ? "select null::text as key, null::bigint as distance_m where false"
      : `select key, sum(distance_m)::bigint as distance_m from (
           select ${ofReading(zone)} as key, case when not t.is_correction then
             t.odometer_m - lag(t.odometer_m) over (partition by t.vehicle_id, t.client_id order by t.read_at) end as distance_m
           from vehicle_readings t where t.odometer_m is not null
             and t.read_at >= ${params.add(from)}::timestamptz and t.read_at < ${params.add(to)}::timestamptz
             and t.vehicle_id in (select vehicle_id from expenses) and ${inScope}) d
         group by key`;
  const tables = `expenses as materialized (
      select ${columns}, ${key(zone)} as key from vehicle_expenses t where ${where(filters)}),
    distances as (${distances}),
    fills as (
      select t.id, t.vehicle_id, t.occurred_at, t.odometer_m, t.is_full_tank, sum(quantity) over fills as litres,
        count(*) filter (where is_missed_fill) over fills as missed
      from ${fills} and quantity_unit = 'l' and quantity is not null and vehicle_expense_type_id in (
        select y.id from vehicle_expense_types y where y.category = 'fuel')
      window fills as (partition by vehicle_id order by occurred_at, id)),
    stretches as (
      select id, litres - lag(litres) over tanks as litres, odometer_m - lag(odometer_m) over tanks as distance_m,
        missed = lag(missed) over tanks as is_complete
      from fills where is_full_tank and odometer_m is not null
      window tanks as (partition by vehicle_id order by occurred_at, id)),
    consumptions as (
      select key, round(100000 * sum(litres) / nullif(sum(distance_m), 0), 2) as consumption
      from stretches s join expenses e using (id) where is_complete and distance_m >= 0 group by key),
    quantities as (
      select key, currency, array_to_json(array_agg(q.json order by quantity_unit nulls last)) as json
      from (select key, currency, quantity_unit, (select row_to_json(o) from (
          select quantity_unit, trim_scale(sum(quantity))::text as quantity) o) as json
        from expenses where quantity is not null group by key, currency, quantity_unit) q
      group by key, currency),
    sums as (
      select key, currency, sum(amount) as amount, round(coalesce(sum(tax_amount), 0), currency_decimals(currency)) as tax_amount,
        count(*) as count, count(*) over (partition by key) as currencies
      from expenses group by key, currency)`;
  const shown = `g.key as "group", ${name} as name, g.currency, g.amount::text as amount, g.tax_amount::text as tax_amount,
      g.count, coalesce(q.json, '[]'::json) as quantities, nullif(d.distance_m, 0) as distance_m,
      (case when d.distance_m > 0 and g.currencies = 1 then round(1000 * g.amount / d.distance_m, 4) end)::text as amount_per_km,
      trim_scale(c.consumption) as consumption_l_per_100km`;
  const joins = `left join distances d on d.key is not distinct from g.key
      left join consumptions c on c.key is not distinct from g.key
      left join quantities q on q.key is not distinct from g.key and q.currency = g.currency`;
  try {
    return await readGroups(work, { page, per_page, limit }, { tables, groups: "sums", orderBy, shown, joins, params });
  } catch (error) {
    // The database has time zones of its own.
    if (error instanceof DbError && error.fields.code === INVALID_PARAMETER_VALUE) throw unknownTimeZone();
    throw error;
  }
}

function unknownTimeZone(): ProblemError {
  return queryRefusal("timezone", "must be an IANA time zone such as Europe/Berlin");
}
