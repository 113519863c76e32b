declare const resolved: unique symbol;

/** A client with the path above it. */
export interface ScopeClient {
  readonly id: number;
  readonly agency_id: string;
  readonly partner_id: string;
}

/** The parts of the hierarchy that a scope covers; a partner or agency is listed only when all of it is covered. */
export interface ScopeNodes {
  readonly partners: readonly string[];
  readonly agencies: readonly { readonly id: string; readonly partner_id: string }[];
  readonly clients: readonly ScopeClient[];
}

/**
 * What a caller may reach: partner, then agency, then client. Only `resolveScope`, `buildScope` and
 * `narrowScope` make one, so a repository that demands it cannot be called without. An empty scope
 * reaches nothing.
 */
export interface Scope extends ScopeNodes {
  readonly [resolved]: true;
  /** Ids of all covered clients, ascending. */
  readonly client_ids: readonly number[];
}

/** The scope parameters of a request, each optional. */
export interface ScopeFilter {
  readonly partner_id?: string | null | undefined;
  readonly agency_id?: string | null | undefined;
  readonly client_id?: number | null | undefined;
}

/** A condition for a WHERE clause with its one parameter. */
export interface ScopeCondition {
  readonly sql: string;
  readonly params: readonly [clientIds: readonly number[]];
}

/** Makes a scope of what the hierarchy tables say. */
export function buildScope(nodes: ScopeNodes): Scope {
  const client_ids = nodes.clients.map((client) => client.id).toSorted((a, b) => a - b);
  return branded({ ...nodes, client_ids });
}

/**
 * The part of `scope` that a request asks for; null when that is not wholly inside of `scope` or
 * its ids do not belong together. The narrowest id given decides, those above it must be its path.
 * Without ids the scope itself.
 */
export function narrowScope(scope: Scope, filter: ScopeFilter): Scope | null {
  const partnerId = filter.partner_id ?? null;
  const agencyId = filter.agency_id ?? null;
  const clientId = filter.client_id ?? null;
  if (clientId !== null) return narrowToClient(scope, clientId, agencyId, partnerId);
  if (agencyId !== null) return narrowToAgency(scope, agencyId, partnerId);
  if (partnerId !== null) return narrowToPartner(scope, partnerId);
  return scope;
}

/**
 * The clients of `scope` that also match the ids of a filter; empty when none does. For listings,
 * where an id outside of the caller's scope finds nothing; `narrowScope` is for asking whether it
 * is inside.
 */
export function intersectScope(scope: Scope, filter: ScopeFilter): Scope {
  const { partner_id, agency_id, client_id: id } = filter;
  if (partner_id == null && agency_id == null && id == null) return scope;
  const clients = scope.clients.filter(
    (client) =>
      (partner_id == null || client.partner_id === partner_id) &&
      (agency_id == null || client.agency_id === agency_id) &&
      (id == null || client.id === id),
  );
  return buildScope({ partners: [], agencies: [], clients });
}

/**
 * `column` limited to the clients of `scope`, as `<column> = any($n::bigint[])`. An empty scope
 * matches no row.
 */
export function scopeCondition(scope: Scope, column: string, paramIndex: number): ScopeCondition {
  if (!/^[a-z_]+(\.[a-z_]+)?$/.test(column)) {
    throw new TypeError(`Not the name of a column: ${column}`);
  }
  return { sql: `${column} = any($${paramIndex}::bigint[])`, params: [scope.client_ids] };
}

function narrowToClient(
  scope: Scope,
  clientId: number,
  agencyId: string | null,
  partnerId: string | null,
): Scope | null {
  const client = scope.clients.find((candidate) => candidate.id === clientId);
  if (client === undefined) return null;
  if (agencyId !== null && agencyId !== client.agency_id) return null;
  if (partnerId !== null && partnerId !== client.partner_id) return null;
  return buildScope({ partners: [], agencies: [], clients: [client] });
}

function narrowToAgency(scope: Scope, agencyId: string, partnerId: string | null): Scope | null {
  const agency = scope.agencies.find((candidate) => candidate.id === agencyId);
  if (agency === undefined) return null;
  if (partnerId !== null && partnerId !== agency.partner_id) return null;
  const clients = scope.clients.filter((client) => client.agency_id === agencyId);
  return buildScope({ partners: [], agencies: [agency], clients });
}

function narrowToPartner(scope: Scope, partnerId: string): Scope | null {
  if (!scope.partners.includes(partnerId)) return null;
  return buildScope({
    partners: [partnerId],
    agencies: scope.agencies.filter((agency) => agency.partner_id === partnerId),
    clients: scope.clients.filter((client) => client.partner_id === partnerId),
  });
}

/** The one place where a scope gets its brand. */
function branded(scope: Omit<Scope, typeof resolved>): Scope {
  return scope as Scope;
}
