import type { Unit, UnitSummary } from "@fleet-api/contract/types/units";
import type { Clock } from "../../platform/clock.ts";
import type { GroupHandlers } from "../../principal.ts";
import { createRecordReads } from "../../records/index.ts";
import { createUnitChanges } from "./changes.ts";
import { listOwnerships } from "./ownership.ts";
import { unitFilters, units } from "./table.ts";

/** The handlers of the Units resource group. */
export function createUnitsHandlers(clock: Clock) {
  const reads = createRecordReads<Unit, UnitSummary>(units, clock);
  const changes = createUnitChanges(clock);
  return {
    unitsListing: (work, { query }) => reads.listing(work, query, unitFilters(clock.now())),
    unitsListingByClient: (work, { path, query }) => reads.listingByOwner(work, path.client_id, query),
    unitsFind: (work, { query }) => reads.find(work, query),
    unitsCreate: (work, { body, request }) => changes.create(work, body, request.path),
    unitsGet: (work, { path, query }) => reads.get(work, path.unit_id, query),
    unitsUpdate: (work, { path, body, headers }) => changes.update(work, path.unit_id, body, headers),
    unitsDelete: (work, { path, headers }) => changes.delete(work, path.unit_id, headers),
    unitsRestore: (work, { path }) => changes.restore(work, path.unit_id),
    unitsAssignSimCard: (work, { path, body, headers }) => changes.assignSimCard(work, path.unit_id, body, headers),
    unitsRemoveSimCard: (work, { path, headers }) => changes.removeSimCard(work, path.unit_id, headers),
    unitsSetCounters: (work, { path, body, headers }) => changes.setCounters(work, path.unit_id, body, headers),
    unitsOwnershipListing: (work, { path, query }) => listOwnerships(work, path.unit_id, query),
  } satisfies GroupHandlers<"units">;
}
