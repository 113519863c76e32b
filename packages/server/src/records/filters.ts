import type { Params } from "../db/index.ts";
import { instantOf } from "./projection.ts";

/** The SQL condition of a query parameter that has this value, at an instant; the table is `t`. */
export interface Filter<Value> {
  (value: Value, params: Params, now: Date): string;
  /** The tables that the condition needs besides `t`, at most one row each. */
  readonly joins?: string;
}

/** Query parameters that say which rows of the result are wanted and what is shown of them, not what the result is. */
type Paging = "page" | "per_page" | "limit" | "sort" | "include";

/** The filters of every listing. */
export const commonFilters = {
  ids: (values: readonly number[], params: Params) => `t.id = any(${params.add(values)}::bigint[])`,
  external_id: oneOf("external_id"),
} as const;

/** A filter for every query parameter of an operation but those of paging and of every listing: none is ignored. */
export type Filters<Query> = {
  readonly [Name in Exclude<keyof Query, Paging | keyof typeof commonFilters>]-?: Filter<NonNullable<Query[Name]>>;
};

/** Filters by the names of the parameters. Each takes the values of its own parameter. */
export type AnyFilters = Readonly<Record<string, Filter<never>>>;

/** The types of columns that parameters are compared with. */
type ColumnType = "bigint" | "text" | "timestamptz";

/** Equal to the value. */
export function equals(column: string, type: ColumnType): Filter<string | number> {
  return (value, params) => `t.${column} = ${params.add(value)}::${type}`;
}

/** One of the values. */
export function oneOf(column: string): Filter<readonly string[]> {
  return (values, params) => `t.${column} = any(${params.add(values)}::text[])`;
}

/** Later than the instant. */
export function laterThan(column: string): Filter<string> {
  return (value, params) => `t.${column} > ${params.add(instantOf(value))}::timestamptz`;
}

/** `include_deleted`: only live rows, unless it is true. */
export const liveUnless: Filter<boolean> = (included) => (included ? "true" : "t.deleted_at is null");

/** The parts of the hierarchy; an id outside of the scope finds nothing. */
export const hierarchy = {
  partner_id: equals("partner_id", "text"),
  agency_id: equals("agency_id", "text"),
  client_id: equals("client_id", "bigint"),
} as const;

/** A filter whose condition needs further tables. */
export function joining<Value>(joins: string, condition: Filter<Value>): Filter<Value> {
  return Object.assign((...given: Parameters<Filter<Value>>) => condition(...given), { joins });
}

/** Whether a query leaves all live rows of some parts of the hierarchy, so that their number is known without a count. */
export function isWholeHierarchy(query: object): boolean {
  const plain = ["page", "per_page", "limit", "sort", "include", ...Object.keys(hierarchy)];
  return Object.entries(query).every(
    ([name, value]) => value === undefined || plain.includes(name) || (name === "include_deleted" && value === false),
  );
}

/** The conditions of the parameters that a query has. */
export function conditions(filters: AnyFilters, query: object, params: Params, now: Date): string[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const filter = filters[name];
    // The value is that of the parameter with this name, which the kernel validated.
    return filter === undefined || value == null ? [] : [filter(value as never, params, now)];
  });
}

/** The tables that the conditions of these parameters need besides that of the records. */
export function joinsOfFilters(filters: AnyFilters, query: object): string[] {
  const given = Object.entries(query).filter(([, value]) => value != null);
  return [...new Set(given.flatMap(([name]) => filters[name]?.joins ?? []))];
}

/** A search as SQL over the columns `name` and `search` of the table `t`. */
interface Search {
  /** Which rows match. */
  readonly matches: (params: Params) => string;
  /** In which order they come, by `name` in lower case and `id`. */
  readonly orderBy: (params: Params) => string;
}

/** SQL of the order of strings: that of their letters, the same on every database. */
export const byLetters = 'collate "und-x-icu"';

/** What stands between the texts of a row in its column `search`. */
const SEPARATOR = "\u0001";

/** What stands before the string of a row that is compared without spaces; it is the last of its column `search`. */
const COMPACT = "\u0002";

/**
 * Rows in one of whose strings the search text stands (case-insensitive): exact names first, then names that begin with it,
 * then the others, each by name.
 */
export function searchFor(text: string, { ignoresSpaces = false }: { readonly ignoresSpaces?: boolean } = {}): Search {
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  // In a select of its own, which is evaluated once and not for every row.
  const folded = (params: Params, value: string): string => `(select fold_case(${params.add(value)}::text))`;
  const compact = (params: Params): string =>
    `or t.search like (select '%${COMPACT}%' || nullif(without_spaces(${params.add(literal)}::text), '') || '%')`;
  return {
    matches: (params) =>
      text.includes(SEPARATOR) || text.includes(COMPACT)
        ? "false"
        : `(t.search like ${folded(params, `%${literal}%`)} ${ignoresSpaces ? compact(params) : ""})`,
    orderBy: (params) => {
      const exact = folded(params, text);
      const start = folded(params, `${literal}%`);
      return `name <> ${exact}, name not like ${start}, name ${byLetters}, id`;
    },
  };
}
