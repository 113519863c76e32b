import type { ScopeFilter } from "../../src/access/index.ts";
import type { Scope } from "../../src/db/index.ts";

/** The organisation of a fleet, as a model of what the database holds. */
export interface Hierarchy {
  readonly agencies: readonly { readonly id: string; readonly partner_id: string }[];
  readonly clients: readonly { readonly id: number; readonly agency_id: string; readonly deleted: boolean }[];
}

/** What a scope is made of. */
export type Cover = Pick<Scope, "partners" | "agencies" | "clients">;

/** Whether a client lies inside of what is covered. */
export function covers({ clients, agencies }: Hierarchy, cover: Cover, clientId: number): boolean {
  const client = clients.find(({ id }) => id === clientId);
  const agency = agencies.find(({ id }) => id === client?.agency_id);
  if (client === undefined || agency === undefined) return false;
  return (
    cover.clients.includes(clientId) || cover.agencies.includes(agency.id) || cover.partners.includes(agency.partner_id)
  );
}

/** Whether the ids name a part that is covered as a whole: the narrowest decides; those above it must be its path. */
export function coversPart(hierarchy: Hierarchy, cover: Cover, where: ScopeFilter): boolean {
  const { partner_id: partnerId = null, agency_id: agencyId = null, client_id: clientId = null } = where;
  const client = hierarchy.clients.find(({ id }) => id === clientId);
  const agency = hierarchy.agencies.find(({ id }) => id === (client?.agency_id ?? agencyId));
  if (clientId !== null) {
    if (client === undefined || client.deleted || !covers(hierarchy, cover, clientId)) return false;
    return (agencyId ?? agency?.id) === agency?.id && (partnerId ?? agency?.partner_id) === agency?.partner_id;
  }
  if (agencyId !== null) {
    if (agency === undefined || (partnerId ?? agency.partner_id) !== agency.partner_id) return false;
    return cover.agencies.includes(agencyId) || cover.partners.includes(agency.partner_id);
  }
  return partnerId === null || cover.partners.includes(partnerId);
}

/** Whether a client lies in the part that the ids of a filter name together. */
export function isOnPath({ clients, agencies }: Hierarchy, where: ScopeFilter, clientId: number): boolean {
  const client = clients.find(({ id }) => id === clientId);
  const agency = agencies.find(({ id }) => id === client?.agency_id);
  const { partner_id, agency_id, client_id } = where;
  return (
    (partner_id ?? agency?.partner_id) === agency?.partner_id &&
    (agency_id ?? agency?.id) === agency?.id &&
    (client_id ?? clientId) === clientId
  );
}
