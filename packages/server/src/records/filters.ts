import type { Params } from "../db/index.ts";
import { instantOf } from "./projection.ts";

/** The SQL condition of a query parameter that has this value, at an instant; the table is `t`. */
export interface Filter<Value> {
  (value: Value, params: Params, now: Date, options?: FilterOptions): string;
  /** The tables that the condition needs besides `t`, at most one row each. */
  readonly joins?: string;
  /** Whether an index of the whole table has the few rows that it leaves: then they are read first. */
  readonly isLookUp?: true;
}

/** Query parameters that other parameters depend on. */
export interface FilterOptions {
  /** Whether filters by groups find what is in the groups below, too. */
  readonly include_descendants?: boolean;
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
  readonly [Name in Exclude<keyof Query, Paging | keyof FilterOptions | keyof typeof commonFilters>]-?: Filter<
    NonNullable<Query[Name]>
  >;
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

/** One of the values, as identifiers are compared: the column has them without case, spaces and hyphens, and an index. */
export function lookUp(column: string): Filter<readonly string[]> {
  const condition: Filter<readonly string[]> = (values, params) =>
    `t.${column} = any(array(select without_spaces(value) from unnest(${params.add(values)}::text[]) value))`;
  return Object.assign(condition, { isLookUp: true } as const);
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
  const plain = ["page", "per_page", "limit", "sort", "include", "include_descendants", ...Object.keys(hierarchy)];
  return Object.entries(query).every(
    ([name, value]) => value === undefined || plain.includes(name) || (name === "include_deleted" && value === false),
  );
}

/** The filters of look-ups, or all others. */
export function lookUpsOf(filters: AnyFilters, areLookUps: boolean): AnyFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, { isLookUp = false }]) => isLookUp === areLookUps));
}

/** The conditions of the parameters that a query has. */
export function conditions(filters: AnyFilters, query: object, params: Params, now: Date): string[] {
  const options: FilterOptions = query;
  return Object.entries(query).flatMap(([name, value]) => {
    const filter = filters[name];
    // The value is that of the parameter with this name, which the kernel validated.
    return filter === undefined || value == null ? [] : [filter(value as never, params, now, options)];
  });
}

/** The tables that the conditions of these parameters need besides that of the records. */
export function joinsOfFilters(filters: AnyFilters, query: object): string[] {
  const given = Object.entries(query).filter(([, value]) => value != null);
  return [...new Set(given.flatMap(([name]) => filters[name]?.joins ?? []))];
}
