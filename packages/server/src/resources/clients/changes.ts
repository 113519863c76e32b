import type { Client, ClientCreate, ClientUpdate } from "@fleet-api/contract/types/clients";
import type { Scope } from "../../db/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RecordChanges } from "../../records/index.ts";
import { bodyRefusal, createRecordChanges, requireTimeZone } from "../../records/index.ts";
import { clients } from "./table.ts";

/** Changes the clients of the table. */
export function createClientChanges(clock: Clock): RecordChanges<Client, ClientCreate, ClientUpdate> {
  const changes = createRecordChanges<Client, ClientCreate, ClientUpdate>(clients, clock);
  return {
    ...changes,
    create: async (work, body, path) => {
      requireTimeZone("timezone", body.timezone);
      return changes.create(work, body, path);
    },
    update: async (work, id, body, headers) => {
      requireTimeZone("timezone", body.timezone);
      requireAgency(work.scope, body);
      return changes.update(work, id, body, headers);
    },
  };
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
