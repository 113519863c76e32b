import type {
  UnitGroup,
  UnitGroupCreate,
  UnitGroupSummary,
  UnitGroupUpdate,
} from "@fleet-api/contract/types/unit_groups";
import type { Clock } from "../../platform/clock.ts";
import type { GroupHandlers } from "../../principal.ts";
import { createRecordChanges, createRecordReads } from "../../records/index.ts";
import { createUnitGroupMembers } from "./members.ts";
import { unitGroupFilters, unitGroups } from "./table.ts";

/** The handlers of the Unit Groups resource group. */
export function createUnitGroupsHandlers(clock: Clock) {
  const groups = {
    ...createRecordReads<UnitGroup, UnitGroupSummary>(unitGroups, clock),
    ...createRecordChanges<UnitGroup, UnitGroupCreate, UnitGroupUpdate>(unitGroups, clock),
  };
  const members = createUnitGroupMembers(clock);
  return {
    unitGroupsListing: (work, { query }) => groups.listing(work, query, unitGroupFilters),
    unitGroupsListingByClient: (work, { path, query }) => groups.listingByOwner(work, path.client_id, query),
    unitGroupsFind: (work, { query }) => groups.find(work, query),
    unitGroupsCreate: (work, { body, request }) => groups.create(work, body, request.path),
    unitGroupsGet: (work, { path, query }) => groups.get(work, path.unit_group_id, query),
    unitGroupsUpdate: (work, { path, body, headers }) => groups.update(work, path.unit_group_id, body, headers),
    unitGroupsDelete: (work, { path, headers }) => groups.delete(work, path.unit_group_id, headers),
    unitGroupsRestore: (work, { path }) => groups.restore(work, path.unit_group_id),
    unitGroupsUnitsListing: (work, { path, query }) => members.units(work, path.unit_group_id, query),
    unitGroupsAddUnits: async (work, { path: { unit_group_id }, body }) => ({
      data: await members.add(work, unit_group_id, body),
      recordId: unit_group_id,
    }),
    unitGroupsRemoveUnits: async (work, { path: { unit_group_id }, body }) => ({
      data: await members.remove(work, unit_group_id, body),
      recordId: unit_group_id,
    }),
  } satisfies GroupHandlers<"unitGroups">;
}
