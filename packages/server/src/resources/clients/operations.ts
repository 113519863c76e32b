import { permissionCatalogue } from "@fleet-api/contract/permissions";
import type { Client, ClientUpdate } from "@fleet-api/contract/types/clients";
import type { Scope } from "../../db/index.ts";
import { ProblemError } from "../../kernel/problem.ts";
import { changeOf, createRecordChanges, recordHandlers, requireTimeZone } from "../../records/index.ts";
import type { GroupOperations, GroupParts } from "../group.ts";
import { listAgencies } from "./agencies.ts";
import { clients } from "./table.ts";

/** The operations of clients that are not conventional or have extra rules. */
export function createOperations({ clock }: GroupParts) {
  const records = recordHandlers(clients, clock);
  const changes = createRecordChanges<Client>(clients, clock);
  return {
    clientsAgenciesListing: (work, { query }) => listAgencies(work, query),
    clientsCreate: async (work, call) => {
      requireTimeZone("timezone", call.body.timezone);
      const { limits, ...body } = call.body;
      return records.clientsCreate(work, { ...call, body: { ...body, limits: { ...newLimits, ...limits } } });
    },
    clientsUpdate: async (work, { path, body, headers }) => {
      requireTimeZone("timezone", body.timezone);
      requireAgency(work.scope, body);
      const { columns } = changeOf(clients, body);
      const merged = body.limits === undefined ? columns : { ...columns, limits: "t.limits || r.limits" };
      return changes.set(work, path.client_id, { body, columns: merged }, headers);
    },
  } satisfies GroupOperations<"clients", typeof clients>;
}

/** Those that a new client has unless its body says otherwise. What is not stored is no limit. */
const newLimits = { history_retention_days: 365 };

/**
 * Nobody lifts limits or a suspension of their own client: that takes a scope with its whole agency.
 * @throws ProblemError `permission_denied`
 */
function requireAgency({ partners, agencies }: Scope, body: ClientUpdate): void {
  if (partners.length + agencies.length > 0) return;
  const fields = (["limits", "status"] as const).filter((one) => body[one] !== undefined);
  if (fields.length === 0) return;
  const { title } = permissionCatalogue.clients.actions.edit;
  throw new ProblemError(
    "permission_denied",
    `${fields.join(" and ")} can be changed only by users with the permission clients.edit (${title}) whose scope has the whole agency.`,
    { missing_permissions: [{ resource: "clients", action: "edit", title, fields }] },
  );
}
