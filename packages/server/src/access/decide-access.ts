import type { Grants } from "./permissions.ts";
import { mayPerform } from "./permissions.ts";
import type { Scope, ScopeFilter } from "./scope.ts";
import { narrowScope } from "./scope.ts";

/** What is asked: may this caller perform this action there? */
export interface AccessQuestion {
  readonly grants: Grants;
  readonly scope: Scope;
  readonly resource: string;
  readonly action: string;
  /** The requested part of the hierarchy; without ids the caller's whole scope. */
  readonly requested?: ScopeFilter;
}

/** The answer; `scope` is the requested scope when it is allowed. */
export type AccessDecision =
  | { readonly allow: true; readonly reason: "granted"; readonly scope: Scope }
  | { readonly allow: false; readonly reason: "not_granted" | "out_of_scope"; readonly scope: null };

/**
 * Decides access: the permission is granted and the requested scope lies inside the caller's. Both
 * the enforcement of operations and the permission operation ask here, so they cannot disagree.
 */
export function decideAccess(question: AccessQuestion): AccessDecision {
  const { grants, scope, resource, action, requested } = question;
  if (!mayPerform(grants, resource, action)) {
    return { allow: false, reason: "not_granted", scope: null };
  }
  const narrowed = narrowScope(scope, requested ?? {});
  if (narrowed === null) return { allow: false, reason: "out_of_scope", scope: null };
  return { allow: true, reason: "granted", scope: narrowed };
}
