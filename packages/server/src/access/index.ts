/** Who may do what where: scopes (partner, then agency, then client) and permissions. */
export { decideAccess } from "./decide-access.ts";
export type { AccessDecision, AccessQuestion } from "./decide-access.ts";
export { loadAccess, loadGrants, resolveScope } from "./load-access.ts";
export type { Access } from "./load-access.ts";
export { describePermission, grantsOf, mayPerform, permissionsView } from "./permissions.ts";
export type { Grants, PermissionCatalogue, PermissionsView } from "./permissions.ts";
export { buildScope, intersectScope, narrowScope, scopeCondition } from "./scope.ts";
export type { Scope, ScopeFilter, ScopeCondition } from "./scope.ts";
