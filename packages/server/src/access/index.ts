/** Who may do what where: permissions, and the scope (partner, then agency, then client) that they hold in. */
import type { Scope } from "../db/index.ts";
import type { Grants } from "./permissions.ts";

export { mayPerformIn } from "./decide-access.ts";
export type { ScopeFilter } from "./decide-access.ts";
export { createGrantsCache, describePermission, grantsOf, mayPerform, permissionsView } from "./permissions.ts";
export type { Grants, PermissionCatalogue } from "./permissions.ts";

/** What a user may do and where. */
export interface Access {
  readonly scope: Scope;
  readonly grants: Grants;
}
