import {
  bodyRefusal,
  byLetters,
  documentsOf,
  duplicate,
  equals,
  hierarchy,
  inUse,
  jsonArray,
  jsonObject,
  laterThan,
  liveUnless,
  oneOf,
  projection,
  recordTable,
  refused,
  storedObject,
  unknownReference,
} from "../../records/index.ts";
import { assignedTo, fullName, shownNow } from "../driver-sql.ts";

const unknownUser = unknownReference("user_id", "names no user who reaches the client of the driver");

/** The table of drivers. Its triggers keep when the next document expires. */
export const drivers = recordTable({
  operations: "drivers",
  table: "drivers",
  noun: "driver",
  record: "Driver",
  totals: "drivers",
  computed: {
    full_name: fullName("t"),
    address: storedObject("t.address", "ClientAddress"),
    emergency_contact: storedObject("t.emergency_contact", "EmergencyContact"),
    vehicle_id: shownNow("driver"),
    vehicle: `(select ${jsonObject({ id: "v.id", name: "v.name", plate_number: "v.plate_number" })}
      from vehicles v where v.id = ${shownNow("driver")})`,
    id_tags: jsonArray(`select row_to_json(shown) from (
      select ${projection("DriverIdTag", tagMembers("g"), { from: "g" })} from driver_id_tags g
      where g.driver_id = t.id order by g.deleted_at is not null, g.id desc limit 100) shown`),
  },
  sortKeys: { full_name: { sql: `${fullName("t")} ${byLetters}` } },
  rules: {
    drivers_external_id_once: duplicate(
      "drivers",
      "o.client_id = w.client_id and o.external_id = w.external_id",
      "Another driver of the client has this external_id.",
    ),
    drivers_personnel_number_once: duplicate(
      "drivers",
      "o.client_id = w.client_id and o.personnel_number_key = w.folded",
      "Another driver of the client has this personnel_number.",
      { folded: "personnel_number" },
    ),
    drivers_user_once: duplicate(
      "drivers",
      "o.client_id = w.client_id and o.user_id = w.user_id",
      "Another driver of the client has this user_id.",
    ),
    drivers_user: unknownUser,
    drivers_user_id_fkey: unknownUser,
    drivers_employment: async () => bodyRefusal("left_on", "must not be before hired_on"),
    drivers_licence: async () => bodyRefusal("licence_expires_on", "must not be before licence_issued_on"),
    drivers_licence_region: async () => bodyRefusal("licence_region", "must be a region of licence_country"),
    drivers_erased: refused("invalid_state", "The driver was erased, which cannot be undone."),
    drivers_assigned: inUse({ vehicles: assignedTo("driver") }),
  },
  filters: {
    ...hierarchy,
    status: oneOf("status"),
    has_vehicle: (wanted, params, now) =>
      `${shownNow("driver", `${params.add(now)}::timestamptz`)} is ${wanted ? "not null" : "null"}`,
    id_tag: (value, params) =>
      `t.id in (select g.driver_id from driver_id_tags g where g.value = ${params.add(value)} and g.type <> 'pin')`,
    licence_expires_before: (day, params) => `t.licence_expires_on < ${params.add(day)}::date`,
    updated_after: laterThan("updated_at"),
    include_deleted: liveUnless,
  },
});

/** The table of the documents of drivers. */
export const driverDocuments = recordTable({
  ...documentsOf("driver"),
  operations: "driversDocuments",
  record: "DriverDocument",
});

/** The members of a tag that are not columns of its table. */
export function tagMembers(table: string): Record<string, string> {
  return {
    is_active: `${table}.deleted_at is null`,
    assigned_at: `${table}.created_at`,
    removed_at: `${table}.deleted_at`,
  };
}

/** The filter of what belongs to one driver. */
export const ofDriver = equals("driver_id", "bigint");
