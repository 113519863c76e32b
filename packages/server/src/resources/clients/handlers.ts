import type { Client, ClientCreate, ClientSummary, ClientUpdate } from "@fleet-api/contract/types/clients";
import type { Clock } from "../../platform/clock.ts";
import type { GroupHandlers } from "../../principal.ts";
import type { Scope } from "../../db/index.ts";
import { bodyRefusal, createRecordChanges, createRecordReads, requireTimeZone } from "../../records/index.ts";
import { clientFilters, clients } from "./table.ts";

/** The handlers of the Clients resource group. */
export function createClientsHandlers(clock: Clock) {
  const reads = createRecordReads<Client, ClientSummary>(clients, clock);
  const changes = createRecordChanges<Client, ClientCreate, ClientUpdate>(clients, clock);
  return {
    clientsListing: (work, { query }) => reads.listing(work, query, clientFilters),
    clientsListingByAgency: (work, { path, query }) => reads.listingByOwner(work, path.agency_id, query),
    clientsFind: (work, { query }) => reads.find(work, query),
    clientsCreate: async (work, { body, request }) => {
      requireTimeZone("timezone", body.timezone);
      return changes.create(work, body, request.path);
    },
    clientsGet: (work, { path, query }) => reads.get(work, path.client_id, query),
    clientsUpdate: async (work, { path, body, headers }) => {
      requireTimeZone("timezone", body.timezone);
      requireAgency(work.scope, body);
      return changes.update(work, path.client_id, body, headers);
    },
    clientsDelete: (work, { path, headers }) => changes.delete(work, path.client_id, headers),
    clientsRestore: (work, { path }) => changes.restore(work, path.client_id),
  } satisfies GroupHandlers<"clients">;
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
