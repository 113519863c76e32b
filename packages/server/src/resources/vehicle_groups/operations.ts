import { memberOperations } from "../../records/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { table as vehicles } from "../vehicles/index.ts";
import { vehicleGroups } from "./table.ts";

/** The operations of vehicle groups that are not conventional. */
export function createOperations({ clock }: GroupParts) {
  const members = memberOperations("vehicle", { groups: vehicleGroups, members: vehicles, clock });
  return {
    vehicleGroupsVehiclesListing: members.listing,
    vehicleGroupsSetVehicles: members.set,
    vehicleGroupsAddVehicles: members.add,
    vehicleGroupsRemoveVehicles: members.remove,
  } satisfies GroupOperations<"vehicleGroups", typeof vehicleGroups>;
}
