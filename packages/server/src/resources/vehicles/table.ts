import {
  bodyRefusal,
  documentsOf,
  duplicate,
  equals,
  groupIds,
  hierarchy,
  inGroup,
  inUse,
  jsonObject,
  laterThan,
  liveUnless,
  oneOf,
  recordTable,
} from "../../records/index.ts";
import { assignedTo, fullName, shownNow } from "../driver-sql.ts";
import { includedState } from "./state.ts";

/** The table of vehicles. Its triggers keep which unit is installed and when the next document expires. */
export const vehicles = recordTable({
  operations: "vehicles",
  table: "vehicles",
  noun: "vehicle",
  record: "Vehicle",
  ignoresSpaces: true,
  computed: {
    vehicle_group_ids: groupIds("vehicle"),
    // A numeric column as JSON would be a number.
    acquisition_amount: "t.acquisition_amount::text",
    unit: `(select ${jsonObject({ id: "u.id", name: "u.name", imei: "u.imei" })} from units u where u.id = t.unit_id)`,
    driver_id: shownNow("vehicle"),
    driver: `(select ${jsonObject({ id: "d.id", full_name: fullName("d") })} from drivers d
      where may_view('drivers') and d.id = ${shownNow("vehicle")})`,
  },
  include: { state: includedState },
  totals: "vehicles",
  rules: {
    vehicles_external_id_once: duplicate(
      "vehicles",
      "o.client_id = w.client_id and o.external_id = w.external_id",
      "Another vehicle of the client has this external_id.",
    ),
    vehicles_fleet_number_once: duplicate(
      "vehicles",
      "o.client_id = w.client_id and o.fleet_number_key = w.folded",
      "Another vehicle of the client has this fleet_number.",
      { folded: "fleet_number" },
    ),
    vehicles_vin_once: duplicate(
      "vehicles",
      "o.client_id = w.client_id and o.vin = w.vin",
      "Another vehicle of the client has this vin.",
    ),
    vehicles_plate_region: async () => bodyRefusal("plate_region", "must be a region of plate_country"),
    vehicles_acquisition: async () =>
      bodyRefusal("acquisition_currency", "needs an acquisition_amount; send both, or set both to null"),
    vehicles_installed: inUse({ units: "o.vehicle_id = w.id" }),
    vehicles_assigned: inUse({ drivers: assignedTo("vehicle") }),
  },
  filters: {
    ...hierarchy,
    vehicle_group_id: inGroup("vehicle"),
    status: oneOf("status"),
    vehicle_type: oneOf("vehicle_type"),
    has_unit: (wanted) => `t.unit_id is ${wanted ? "not null" : "null"}`,
    has_driver: (wanted, params, now) =>
      `${shownNow("vehicle", `${params.add(now)}::timestamptz`)} is ${wanted ? "not null" : "null"}`,
    updated_after: laterThan("updated_at"),
    include_deleted: liveUnless,
  },
});

/** The table of the documents of vehicles. */
export const vehicleDocuments = recordTable({
  ...documentsOf("vehicle"),
  operations: "vehiclesDocuments",
  record: "VehicleDocument",
});

/** The filter of what belongs to one vehicle. */
export const ofVehicle = equals("vehicle_id", "bigint");
