import type { UnitOfWork } from "../db/index.ts";
import { firstRow, Params, scopeCondition } from "../db/index.ts";
import type { Grants } from "./permissions.ts";
import { mayPerform } from "./permissions.ts";

/** A part of the hierarchy, named by any of its ids. */
export interface ScopeFilter {
  readonly partner_id?: string | null | undefined;
  readonly agency_id?: string | null | undefined;
  readonly client_id?: number | null | undefined;
}

/**
 * Whether the caller of the unit of work may perform an action in a part of the hierarchy: the permission is granted,
 * and the part lies inside the caller's scope. Without ids the whole scope is meant.
 */
export async function mayPerformIn(
  work: UnitOfWork,
  question: {
    readonly grants: Grants;
    readonly resource: string;
    readonly action: string;
    readonly where: ScopeFilter;
  },
): Promise<boolean> {
  const { grants, resource, action, where } = question;
  return mayPerform(grants, resource, action) && (await isInScope(work, where));
}

/** The narrowest id that is given decides; those above it must be its path. */
async function isInScope(work: UnitOfWork, where: ScopeFilter): Promise<boolean> {
  const { partner_id: partnerId = null, agency_id: agencyId = null, client_id: clientId = null } = where;
  if (clientId !== null) return isClientInScope(work, clientId, agencyId, partnerId);
  if (agencyId !== null) return isAgencyInScope(work, agencyId, partnerId);
  return partnerId === null || work.scope.partners.includes(partnerId);
}

async function isClientInScope(
  work: UnitOfWork,
  clientId: number,
  agencyId: string | null,
  partnerId: string | null,
): Promise<boolean> {
  const params = new Params();
  const sql = `select agency_id, partner_id from clients
    where id = ${params.add(clientId)} and deleted_at is null and ${scopeCondition(work.scope, params, "id")}`;
  const [client] = await work.read(firstRow<{ agency_id: string; partner_id: string }>(sql, params.values));
  if (client === null || (agencyId !== null && agencyId !== client.agency_id)) return false;
  return partnerId === null || partnerId === client.partner_id;
}

async function isAgencyInScope(work: UnitOfWork, agencyId: string, partnerId: string | null): Promise<boolean> {
  const [agency] = await work.read(
    firstRow<{ partner_id: string }>("select partner_id from agencies where id = $1", [agencyId]),
  );
  if (agency === null || (partnerId !== null && agency.partner_id !== partnerId)) return false;
  return work.scope.agencies.includes(agencyId) || work.scope.partners.includes(agency.partner_id);
}
