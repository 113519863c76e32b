import { groupsOf, recordTable } from "../../records/index.ts";

/** The table of vehicle groups. Its triggers refuse what would not be a forest of 5 levels. */
export const vehicleGroups = recordTable({
  ...groupsOf("vehicle"),
  operations: "vehicleGroups",
  record: "VehicleGroup",
});
