import {
  duplicates,
  laterThan,
  liveUnless,
  ofClientOrShared,
  oneOf,
  recordTable,
  refused,
  sharedWith,
  unknownReference,
} from "../../records/index.ts";

const holder = "another expense type of the client or of the partner";

/** The table of expense types. Its triggers refuse changes of types of others. */
export const vehicleExpenseTypes = recordTable({
  operations: "vehicleExpenseTypes",
  table: "vehicle_expense_types",
  noun: "expense type",
  record: "VehicleExpenseType",
  owner: ofClientOrShared,
  computed: {
    is_system: "t.partner_id is null",
    expense_count: `(select coalesce(sum(u.expenses), 0)::bigint from vehicle_expense_usage u
      where u.vehicle_expense_type_id = t.id)`,
  },
  rules: {
    ...duplicates("vehicle_expense_types", {
      vehicle_expense_types_name_once: { field: "name", holder },
      vehicle_expense_types_code_once: { field: "code", holder },
      vehicle_expense_types_external_id_once: { field: "external_id", holder },
    }),
    vehicle_expense_types_partner: unknownReference("partner_id", "is not the partner of the client"),
    vehicle_expense_types_partner_id_fkey: unknownReference("partner_id", "names no partner"),
    vehicle_expense_types_system: refused(
      "system_record",
      "The type belongs to the service. Create one of your own instead.",
    ),
    vehicle_expense_types_shared: refused(
      "system_record",
      "The type belongs to the partner. Only users whose scope covers the whole partner can change it.",
    ),
    vehicle_expense_types_used: refused(
      "in_use",
      "Expenses have this type, or had it. Deactivate it instead: set is_active to false.",
    ),
  },
  filters: {
    partner_id: (id, params) => `(t.partner_id = ${params.add(id)}::text or t.partner_id is null)`,
    agency_id: (id, params) => {
      const agency = `${params.add(id)}::text`;
      return `(t.agency_id = ${agency} or ${sharedWith(`select partner_id from agencies where id = ${agency}`)})`;
    },
    client_id: (id, params) => {
      const client = `${params.add(id)}::bigint`;
      return `(t.client_id = ${client} or ${sharedWith(`select partner_id from clients where id = ${client}`)})`;
    },
    category: oneOf("category"),
    is_active: (wanted) => `t.is_active = ${wanted}`,
    updated_after: laterThan("updated_at"),
    include_deleted: liveUnless,
  },
});
