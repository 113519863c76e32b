import type { Params } from "../db/index.ts";

/** The SQL condition of a query parameter that has this value; the table is `t`. */
export type Filter<Value> = (value: Value, params: Params) => string;

/** Query parameters that say which rows of the result are wanted, not what the result is. */
type Paging = "page" | "per_page" | "limit" | "sort";

/** A filter for every query parameter of an operation but those of paging: none is ignored. */
export type Filters<Query> = {
  readonly [Name in Exclude<keyof Query, Paging>]-?: Filter<NonNullable<Query[Name]>>;
};

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

const earliest = Date.parse("0001-01-01T00:00:00.000Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The instant that a text of RFC 3339 means, as close as the database can store it: PostgreSQL itself refuses the year 0
 * and offsets from 16 hours on. `Date` does not know leap seconds; they are the second after the one before them.
 */
function instantOf(text: string): Date {
  const upper = text.toUpperCase();
  const usual = upper.replace(/:60(?=[.Z+-])/, ":59");
  const time = Date.parse(usual) + (usual === upper ? 0 : 1000);
  return new Date(Math.min(Math.max(time, earliest), latest));
}

/** `include_deleted`: only live rows, unless it is true. */
export const liveUnless: Filter<boolean> = (included) => (included ? "true" : "t.deleted_at is null");

/** The parts of the hierarchy; an id outside of the scope finds nothing. */
export const hierarchy = {
  partner_id: equals("partner_id", "text"),
  agency_id: equals("agency_id", "text"),
  client_id: equals("client_id", "bigint"),
} as const;

/** The conditions of the parameters that a query has. */
export function conditions<Query extends object>(filters: Filters<Query>, query: Query, params: Params): string[] {
  const byName: Readonly<Record<string, Filter<never> | undefined>> = filters;
  return Object.entries(query).flatMap(([name, value]) => {
    const filter = byName[name];
    // The value is that of the parameter with this name, which the kernel validated.
    return filter === undefined || value == null ? [] : [filter(value as never, params)];
  });
}
