import {
  duplicate,
  equals,
  inUse,
  jsonObject,
  laterThan,
  liveUnless,
  ofAgency,
  oneOf,
  recordTable,
  storedObject,
  unknownReference,
  unknownTimeZone,
} from "../../records/index.ts";

/** The table of clients. Its triggers keep how much each client has, which limits are held against. */
export const clients = recordTable({
  operations: "clients",
  table: "clients",
  noun: "client",
  owner: ofAgency,
  record: "Client",
  computed: {
    // A body may omit members of an address; a record has all of them.
    address: storedObject("t.address", "ClientAddress"),
    limits: storedObject("t.limits", "ClientLimits"),
    usage: jsonObject({
      units: "coalesce((select units from client_usage where client_id = t.id), 0)",
      vehicles: "coalesce((select vehicles from client_usage where client_id = t.id), 0)",
      drivers: "coalesce((select drivers from client_usage where client_id = t.id), 0)",
      users: "coalesce((select users from client_usage where client_id = t.id), 0)",
    }),
  },
  rules: {
    clients_agency: unknownReference("agency_id", "names no agency that exists in your scope"),
    clients_partner: unknownReference("partner_id", "is not the partner of the agency"),
    clients_timezone: async () => unknownTimeZone("timezone"),
    clients_name_once: duplicate(
      "clients",
      "o.agency_id = w.agency_id and fold_case(o.name) = fold_case(w.name)",
      "Another client of the agency has this name.",
      { clientColumn: "id" },
    ),
    clients_external_id_once: duplicate(
      "clients",
      "o.agency_id = w.agency_id and o.external_id = w.external_id",
      "Another client of the agency has this external_id.",
      { clientColumn: "id" },
    ),
    clients_in_use: inUse(
      Object.fromEntries(
        ["unit_groups", "units", "vehicle_groups", "vehicles", "drivers"].map((table) => [table, "o.client_id = w.id"]),
      ),
    ),
  },
  filters: {
    partner_id: equals("partner_id", "text"),
    agency_id: equals("agency_id", "text"),
    status: oneOf("status"),
    updated_after: laterThan("updated_at"),
    include_deleted: liveUnless,
  },
});
