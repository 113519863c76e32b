import { memberOperations } from "../../records/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { table as units } from "../units/index.ts";
import { unitGroups } from "./table.ts";

/** The operations of unit groups that are not conventional. */
export function createOperations({ clock }: GroupParts) {
  const members = memberOperations("unit", { groups: unitGroups, members: units, clock });
  return {
    unitGroupsUnitsListing: members.listing,
    unitGroupsSetUnits: members.set,
    unitGroupsAddUnits: members.add,
    unitGroupsRemoveUnits: members.remove,
  } satisfies GroupOperations<"unitGroups", typeof unitGroups>;
}
