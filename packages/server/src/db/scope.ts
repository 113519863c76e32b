import type { Params } from "./query.ts";

declare const resolved: unique symbol;

/**
 * What a caller reaches: whole partners, whole agencies and lone clients (section 1.2 of the source description).
 * Empty lists reach nothing. Only `createScope` makes one, so a repository that asks for a unit of work cannot be
 * called without a decision about its scope.
 */
export interface Scope {
  readonly [resolved]: true;
  readonly partners: readonly string[];
  readonly agencies: readonly string[];
  readonly clients: readonly number[];
}

/** Makes a scope from the ids of what it covers. */
export function createScope(cover: {
  readonly partners?: readonly string[];
  readonly agencies?: readonly string[];
  readonly clients?: readonly number[];
}): Scope {
  const { partners = [], agencies = [], clients = [] } = cover;
  const scope: Omit<Scope, typeof resolved> = { partners, agencies, clients };
  return scope as Scope;
}

/** The scope of somebody who is not logged in. */
export const noScope: Scope = createScope({});

const levels = [
  ["partners", "partner_id", "text"],
  ["agencies", "agency_id", "text"],
  ["clients", "client_id", "bigint"],
] as const;

/** A scope column, and the values of it that a scope covers. */
export interface ScopePart {
  readonly column: string;
  readonly type: "text" | "bigint";
  readonly values: readonly (string | number)[];
}

/** The parts of a scope, one for each level that it has. `clientColumn` is the column with the client's id. */
export function scopeParts(scope: Scope, clientColumn = "client_id"): ScopePart[] {
  return levels
    .filter(([level]) => scope[level].length > 0)
    .map(([level, column, type]) => ({
      column: level === "clients" ? clientColumn : column,
      type,
      values: scope[level],
    }));
}

/**
 * Rows inside the scope, as a condition on the scope columns of a table. It names only the levels that the scope has,
 * so that one index serves it. `clientColumn` is the column with the client's id: `id` in the table of clients itself;
 * `prefix` is the name of the table, where a statement has several.
 */
export function scopeCondition(scope: Scope, params: Params, clientColumn = "client_id", prefix = ""): string {
  const terms = scopeParts(scope, clientColumn).map(({ column, type, values }) => {
    const [only, ...others] = values;
    // An index on (column, id) gives rows in the order of their ids only for a single value.
    return only !== undefined && others.length === 0
      ? `${prefix}${column} = ${params.add(only)}::${type}`
      : `${prefix}${column} = any(${params.add(values)}::${type}[])`;
  });
  return terms.length === 0 ? "false" : `(${terms.join(" or ")})`;
}

/**
 * The same as an expression that no index serves, for rows that are found by other columns: without statistics, a plan may read all
 * rows of the scope to find one of them.
 */
export function scopeCheck(...given: Parameters<typeof scopeCondition>): string {
  return `coalesce(${scopeCondition(...given)}, false)`;
}
