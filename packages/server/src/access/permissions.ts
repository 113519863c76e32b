import { ProblemError } from "../kernel/problem.ts";

/** All permission resources with their actions and titles; generated from the contract. */
export type PermissionCatalogue = Readonly<
  Record<
    string,
    {
      readonly title: string;
      readonly actions: Readonly<Record<string, { readonly title: string }>>;
    }
  >
>;

/** The permissions of one user. */
export interface Grants {
  has(resource: string, action: string): boolean;
  /** How many there are. */
  readonly size: number;
  /** All of them in one order: equal grants have equal lists. */
  list(): readonly string[];
}

/** The `permissions` object of a User record (section 2.3 of the source description). */
type PermissionsView = Record<string, { title: string; actions: Record<string, { title: string; allow: boolean }> }>;

/** Grants from pairs of resource and action. */
export function grantsOf(pairs: Iterable<readonly [resource: string, action: string]>): Grants {
  const keys = new Set<string>();
  for (const [resource, action] of pairs) keys.add(keyOf(resource, action));
  return {
    has: (resource, action) => keys.has(keyOf(resource, action)),
    size: keys.size,
    list: () => [...keys].toSorted(),
  };
}

/** True when the grants hold the permission. Says nothing about scope: see `mayPerformIn`. */
export function mayPerform(grants: Grants, resource: string, action: string): boolean {
  return grants.has(resource, action);
}

/**
 * The title of an action of the catalogue.
 * @throws ProblemError `unknown_permission`, naming what there is instead
 */
export function describePermission(
  catalogue: PermissionCatalogue,
  resource: string,
  action: string,
): { resource: string; action: string; title: string } {
  const entry = Object.hasOwn(catalogue, resource) ? catalogue[resource] : undefined;
  if (entry === undefined) {
    throw new ProblemError(
      "unknown_permission",
      `There is no permission resource "${resource}". Resources: ${Object.keys(catalogue).join(", ")}.`,
    );
  }
  const found = Object.hasOwn(entry.actions, action) ? entry.actions[action] : undefined;
  if (found === undefined) {
    throw new ProblemError(
      "unknown_permission",
      `The permission resource "${resource}" has no action "${action}". Its actions: ${Object.keys(entry.actions).join(", ")}.`,
    );
  }
  return { resource, action, title: found.title };
}

/** The whole catalogue with `allow` filled in from the grants. */
export function permissionsView(catalogue: PermissionCatalogue, grants: Grants): PermissionsView {
  return Object.fromEntries(
    Object.entries(catalogue).map(([resource, { title, actions }]) => [
      resource,
      {
        title,
        actions: Object.fromEntries(
          Object.entries(actions).map(([action, entry]) => [
            action,
            { title: entry.title, allow: mayPerform(grants, resource, action) },
          ]),
        ),
      },
    ]),
  );
}

/** A NUL cannot stand in either name, so no two pairs share a key. */
function keyOf(resource: string, action: string): string {
  return `${resource}\0${action}`;
}

/** The permissions of roles, by role and version: a role that changes has another version. */
interface GrantsCache {
  get(roleId: number, version: number, load: () => Promise<Iterable<readonly [string, string]>>): Promise<Grants>;
}

const MAX_ROLES = 1000;

/** Keeps the grants of the roles that were used last. */
export function createGrantsCache(): GrantsCache {
  const roles = new Map<number, { readonly version: number; readonly grants: Grants }>();
  return {
    get: async (roleId, version, load) => {
      const known = roles.get(roleId);
      if (known?.version === version) return known.grants;
      const grants = grantsOf(await load());
      // Read after the version, so never older than it; a newer version asks again.
      roles.delete(roleId);
      roles.set(roleId, { version, grants });
      const [oldest] = roles.size > MAX_ROLES ? roles.keys() : [];
      if (oldest !== undefined) roles.delete(oldest);
      return grants;
    },
  };
}
