/** Statements as values: what is sent, and what its answer becomes. */

/**
 * A parameter of a statement. JSON goes in as text (`JSON.stringify(x)` with `$1::jsonb`),
 * arrays become PostgreSQL arrays (`= any($1::bigint[])`), dates become instants.
 */
export type SqlValue = string | number | bigint | boolean | null | Date | readonly SqlValue[];

/** SQL with its parameters `$1`, `$2`, ... */
export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/**
 * What one statement answered.
 *
 * What a column becomes: `boolean` a boolean; `int2`, `int4`, `float4`, `float8` a number; `int8` a
 * number while it is a safe integer (|n| <= 2^53-1), else its digits as a string; `numeric` a
 * string; `json` and `jsonb` the parsed value; `timestamptz` an ISO 8601 string with milliseconds
 * and `Z` (finer digits are cut); `date` the string `YYYY-MM-DD`; one-dimensional arrays an array
 * of those; `bytea` a Uint8Array; everything else its text.
 */
export interface ResultSet {
  /** All rows, decoded. */
  rows(): object[];
  /** A column of the first row as the text that the database sent; null without a row or for SQL null. */
  text(column?: number): string | null;
  /** As `text`, as UTF-8. They lie in memory that the caller must not change. */
  bytes(column?: number): Uint8Array | null;
}

/** A statement, and what the caller makes of its answer. */
export interface Query<T> extends Statement {
  readonly read: (result: ResultSet) => T;
}

/** What several queries become, in their order. */
export type Results<Queries extends readonly Query<unknown>[]> = {
  -readonly [Index in keyof Queries]: Queries[Index] extends Query<infer T> ? T : never;
};

/** A query for rows. The caller names the row type; it must fit the SQL. */
export function rows<T extends object>(sql: string, params: readonly SqlValue[] = []): Query<T[]> {
  return { sql, params, read: (result) => rowsOf<T>(result) };
}

/** A query for the first row; null without one. */
export function firstRow<T extends object>(sql: string, params: readonly SqlValue[] = []): Query<T | null> {
  return { sql, params, read: (result) => rowsOf<T>(result)[0] ?? null };
}

/** A query for a single text. */
export function text(sql: string, params: readonly SqlValue[] = []): Query<string | null> {
  return { sql, params, read: (result) => result.text() };
}

/** A query for a single text that is passed on as it is, such as JSON that SQL built: as UTF-8. */
export function bytes(sql: string, params: readonly SqlValue[] = []): Query<Uint8Array | null> {
  return { sql, params, read: (result) => result.bytes() };
}

/** The one cast from rows to the type that the caller named next to its SQL. */
function rowsOf<T>(result: ResultSet): T[] {
  return result.rows() as T[];
}

/** Collects the parameters of one statement while its SQL is written. */
export class Params {
  readonly values: SqlValue[];

  /** `values` are those of a part of the statement that was written before. */
  constructor(values: readonly SqlValue[] = []) {
    this.values = [...values];
  }

  /** Adds a parameter and returns its place, such as `$3`. */
  add(value: SqlValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
