import type { Db } from "../db/db.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Grants } from "./permissions.ts";
import { grantsOf } from "./permissions.ts";
import type { Scope, ScopeNodes } from "./scope.ts";
import { buildScope } from "./scope.ts";

/** What a user may do and where. */
export interface Access {
  readonly scope: Scope;
  readonly grants: Grants;
}

interface AccessRow {
  partners: ScopeNodes["partners"];
  agencies: ScopeNodes["agencies"];
  clients: ScopeNodes["clients"];
  grants: [resource: string, action: string][];
}

const accessSql = `
  with me as (
    select id, role_id, scope_level, partner_id, agency_id from users
    where id = $1 and disabled_at is null
  ), my_agencies as (
    select a.id, a.partner_id from agencies a, me
    where (me.scope_level = 'partner' and a.partner_id = me.partner_id)
      or (me.scope_level = 'agency' and a.id = me.agency_id)
  ), my_clients as (
    select c.id, c.agency_id, a.partner_id
    from clients c join agencies a on a.id = c.agency_id, me
    where c.deleted_at is null and (c.agency_id in (select id from my_agencies)
      or (me.scope_level = 'client'
        and c.id in (select client_id from user_clients where user_id = me.id)))
  )
  select
    array(select partner_id from me where scope_level = 'partner') as partners,
    coalesce((select jsonb_agg(a order by a.id) from my_agencies a), '[]') as agencies,
    coalesce((select jsonb_agg(c order by c.id) from my_clients c), '[]') as clients,
    coalesce((select jsonb_agg(jsonb_build_array(p.resource, p.action)) from role_permissions p
      where p.role_id = me.role_id), '[]') as grants
  from me`;

/**
 * Loads scope and permissions of a user in one query.
 * @throws ProblemError `unauthenticated` when the user no longer exists or is disabled
 */
export async function loadAccess(db: Db, userId: number): Promise<Access> {
  const [row] = await db.query<AccessRow>(accessSql, [userId]);
  if (row === undefined) {
    throw new ProblemError("unauthenticated", "The user of this access token no longer exists.");
  }
  const { partners, agencies, clients, grants } = row;
  return { scope: buildScope({ partners, agencies, clients }), grants: grantsOf(grants) };
}

/** The scope of a user; same errors as `loadAccess`. */
export async function resolveScope(db: Db, userId: number): Promise<Scope> {
  return (await loadAccess(db, userId)).scope;
}

/** The permissions of a user; same errors as `loadAccess`. */
export async function loadGrants(db: Db, userId: number): Promise<Grants> {
  return (await loadAccess(db, userId)).grants;
}
