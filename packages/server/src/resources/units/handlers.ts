import type { GroupHandlers } from "../../principal.ts";
import type { UnitsService } from "./service.ts";

/** The handlers of the Units resource group. */
export function createUnitsHandlers(units: UnitsService) {
  return {
    async unitsListing(work, { query }) {
      return units.listing(work, query);
    },
  } satisfies GroupHandlers<"units">;
}
