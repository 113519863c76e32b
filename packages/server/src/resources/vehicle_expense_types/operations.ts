import { bodyRefusal, recordHandlers } from "../../records/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { vehicleExpenseTypes } from "./table.ts";

/** The operation of expense types that is not conventional: it has an owner of either of two kinds. */
export function createOperations({ clock }: GroupParts) {
  const records = recordHandlers(vehicleExpenseTypes, clock);
  return {
    vehicleExpenseTypesCreate: async (work, call) => {
      const { client_id = null, partner_id = null } = call.body;
      if (client_id === null && partner_id === null) {
        throw bodyRefusal("client_id", "is required unless you send a partner_id", "required");
      }
      if (client_id === null && partner_id !== null && !work.scope.partners.includes(partner_id)) {
        throw bodyRefusal("partner_id", "names no partner that your scope covers completely");
      }
      return records.vehicleExpenseTypesCreate(work, call);
    },
  } satisfies GroupOperations<"vehicleExpenseTypes", typeof vehicleExpenseTypes>;
}
