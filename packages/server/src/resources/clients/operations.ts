import type { ClientUpdate } from "@fleet-api/contract/types/clients";
import type { Scope } from "../../db/index.ts";
import { bodyRefusal, recordHandlers, requireTimeZone } from "../../records/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { listAgencies } from "./agencies.ts";
import { clients } from "./table.ts";

/** The operations of clients that are not conventional or have extra rules. */
export function createOperations({ clock }: GroupParts) {
  const records = recordHandlers(clients, clock);
  return {
    clientsAgenciesListing: (work, { query }) => listAgencies(work, query),
    clientsCreate: async (work, call) => {
      requireTimeZone("timezone", call.body.timezone);
      return records.clientsCreate(work, call);
    },
    clientsUpdate: async (work, call) => {
      requireTimeZone("timezone", call.body.timezone);
      requireAgency(work.scope, call.body);
      return records.clientsUpdate(work, call);
    },
  } satisfies GroupOperations<"clients", typeof clients>;
}

/**
 * Nobody lifts limits or a suspension of their own client: that takes a scope with its whole agency.
 * @throws ProblemError `validation_failed`
 */
function requireAgency({ partners, agencies }: Scope, body: ClientUpdate): void {
  if (partners.length + agencies.length > 0) return;
  const member = (["limits", "status"] as const).find((one) => body[one] !== undefined);
  if (member !== undefined) throw bodyRefusal(member, "is changed by users of the agency or the partner only");
}
