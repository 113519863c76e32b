import type { Grants } from "./permissions.ts";
import { grantsOf } from "./permissions.ts";

/** The permissions of roles, by role and version: a role that changes has another version. */
export interface GrantsCache {
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
