import {
  bodyRefusal,
  duplicates,
  equals,
  hierarchy,
  instantOf,
  jsonArray,
  jsonObject,
  laterThan,
  ofClient,
  oneOf,
  partOf,
  readingRules,
  recordTable,
  refused,
  tooManyDecimals,
  unknownReference,
} from "../../records/index.ts";
import type { Rules } from "../../records/index.ts";

/** Readings of the vehicle, except that of the expense itself. */
const others =
  "o.vehicle_id = w.vehicle_id and o.client_id = w.client_id and o.vehicle_expense_id is distinct from w.id";
const readings = readingRules("vehicle_readings", "vehicle", others, { instant: "occurred_at", mayCorrect: false });

/** The rule of a reading, for the reading that an expense adds. */
function ofReading(name: string): Rules[string] {
  return async (work, { sql, params }) => {
    const rule = readings[name];
    if (rule === undefined) throw new Error(`Readings have no rule ${name}.`);
    const reading = `select e.id, e.vehicle_id, v.client_id, e.occurred_at as read_at, e.odometer_m, e.engine_hours_s,
      false as is_correction from (${sql}) e join vehicles v on v.id = e.vehicle_id`;
    return rule(work, { sql: reading, params });
  };
}

/** The table of expenses. Its triggers check the life of an expense, and keep its reading and the counts. */
export const vehicleExpenses = recordTable({
  operations: "vehicleExpenses",
  table: "vehicle_expenses",
  noun: "expense",
  record: "VehicleExpense",
  // They stay when the vehicle is deleted.
  owner: { ...partOf("vehicle"), inPath: false, isLive: ofClient.isLive, computed: ofClient.computed },
  order: "t.occurred_at desc, t.id desc",
  totals: "expenses",
  usage: "vehicle_expense_usage",
  foundBy: { column: "vehicle_id", table: "vehicles" },
  computed: {
    vehicle_expense_type: `(select ${jsonObject({ id: "y.id", name: "y.name", category: "y.category" })}
      from vehicle_expense_types y where y.id = t.vehicle_expense_type_id)`,
    attachments: jsonArray(`select row_to_json(a) from
      json_to_recordset(t.attachments) a (name text, content_type text, size_bytes bigint, url text)`),
  },
  rules: {
    ...duplicates("vehicle_expenses", {
      vehicle_expenses_external_id_once: { field: "external_id", holder: "another expense of the client" },
    }),
    vehicle_expenses_amount_decimals: tooManyDecimals("amount"),
    vehicle_expenses_tax_amount_decimals: tooManyDecimals("tax_amount"),
    vehicle_expenses_tax: async () => bodyRefusal("tax_amount", "must be between 0 and amount"),
    vehicle_expenses_unit: async () => bodyRefusal("quantity_unit", "needs a quantity; send both, or set both to null"),
    vehicle_expenses_place: async () => bodyRefusal("longitude", "needs a latitude, and a latitude needs a longitude"),
    vehicle_expenses_occurred_at: async () => bodyRefusal("occurred_at", "must not be in the future"),
    vehicle_expenses_driver: unknownReference("driver_id", "names no driver of the client of the vehicle"),
    vehicle_expenses_type: unknownReference(
      "vehicle_expense_type_id",
      "names no expense type that the client of the vehicle can use",
    ),
    vehicle_expenses_type_is_active: async () =>
      bodyRefusal("vehicle_expense_type_id", "names an expense type that is not active"),
    vehicle_expenses_quantity: async () => bodyRefusal("quantity", "is required for this expense type", "required"),
    vehicle_expenses_quantity_unit: async () => bodyRefusal("quantity_unit", "must be the unit of the expense type"),
    vehicle_expenses_closed: refused(
      "expense_closed",
      "The expense is approved or voided, so it can no longer be changed.",
    ),
    vehicle_readings_odometer: ofReading("vehicle_readings_odometer"),
    vehicle_readings_engine_hours: ofReading("vehicle_readings_engine_hours"),
    vehicle_readings_odometer_once: async () =>
      bodyRefusal("odometer_m", "differs from another reading of the vehicle at the same instant"),
    vehicle_readings_engine_hours_once: async () =>
      bodyRefusal("engine_hours_s", "differs from another reading of the vehicle at the same instant"),
  },
  filters: {
    ...hierarchy,
    vehicle_id: equals("vehicle_id", "bigint"),
    driver_id: equals("driver_id", "bigint"),
    vehicle_expense_type_id: equals("vehicle_expense_type_id", "bigint"),
    category: (values, params) =>
      `t.vehicle_expense_type_id in (select y.id from vehicle_expense_types y where y.category = any(${params.add(values)}::text[]))`,
    currency: equals("currency", "text"),
    status: oneOf("status"),
    from: (value, params) => `t.occurred_at >= ${params.add(instantOf(value))}::timestamptz`,
    to: (value, params) => `t.occurred_at < ${params.add(instantOf(value))}::timestamptz`,
    updated_after: laterThan("updated_at"),
  },
});
