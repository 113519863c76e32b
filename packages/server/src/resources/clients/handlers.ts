import type { Client, ClientSummary } from "@fleet-api/contract/types/clients";
import type { Clock } from "../../platform/clock.ts";
import type { GroupHandlers } from "../../principal.ts";
import { createRecordReads } from "../../records/index.ts";
import { createClientChanges } from "./changes.ts";
import { clientFilters, clients } from "./table.ts";

/** The handlers of the Clients resource group. */
export function createClientsHandlers(clock: Clock) {
  const reads = createRecordReads<Client, ClientSummary>(clients, clock);
  const changes = createClientChanges(clock);
  return {
    clientsListing: (work, { query }) => reads.listing(work, query, clientFilters),
    clientsListingByAgency: (work, { path, query }) => reads.listingByOwner(work, path.agency_id, query),
    clientsFind: (work, { query }) => reads.find(work, query),
    clientsCreate: (work, { body, request }) => changes.create(work, body, request.path),
    clientsGet: (work, { path, query }) => reads.get(work, path.client_id, query),
    clientsUpdate: (work, { path, body, headers }) => changes.update(work, path.client_id, body, headers),
    clientsDelete: (work, { path, headers }) => changes.delete(work, path.client_id, headers),
    clientsRestore: (work, { path }) => changes.restore(work, path.client_id),
  } satisfies GroupHandlers<"clients">;
}
