import type { GroupHandlers } from "../../kernel/types.ts";
import { rawJson } from "../../kernel/reply.ts";
import type { Principal } from "../../principal.ts";
import type { UnitsService } from "./service.ts";

/** The handlers of the Units resource group. */
export function createUnitsHandlers(units: UnitsService) {
  return {
    async unitsListing({ query, principal }) {
      const { data, pagination, notices } = await units.listing(principal.scope, query);
      return { json: rawJson(data), pagination, notices };
    },
  } satisfies GroupHandlers<"units", Principal>;
}
