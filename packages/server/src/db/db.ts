/** The one database interface of the server. Drivers stand behind it; nothing above db/ knows which one. */

/**
 * A parameter of a statement. JSON goes in as text (`JSON.stringify(x)` with `$1::jsonb`),
 * arrays become PostgreSQL arrays (`= any($1::bigint[])`), dates become instants.
 */
export type SqlValue = string | number | bigint | boolean | null | Date | readonly SqlValue[];

/**
 * A connection to one database.
 *
 * What a column becomes: `boolean` a boolean; `int2`, `int4`, `float4`, `float8` a number; `int8` a
 * number while it is a safe integer (|n| <= 2^53-1), else its digits as a string; `numeric` a
 * string; `json` and `jsonb` the parsed value; `timestamptz` an ISO 8601 string with milliseconds
 * and `Z` (finer digits are cut); `date` the string `YYYY-MM-DD`; one-dimensional arrays an array
 * of those; `bytea` a Uint8Array; everything else its text.
 */
export interface Db {
  /**
   * Runs one statement and returns its rows. The caller names the row type; it must fit the SQL.
   * @throws DbError for an error of the database, DbTimeoutError, DbClosedError
   */
  query<T extends object = Record<string, unknown>>(sql: string, params?: readonly SqlValue[]): Promise<T[]>;

  /**
   * Runs one statement whose answer is a single text value (JSON built in SQL) and returns that
   * text without touching it; null when there is no row or the value is null.
   */
  queryText(sql: string, params?: readonly SqlValue[]): Promise<string | null>;

  /** Runs a script of several statements without parameters or results, for migrations. */
  script(sql: string): Promise<void>;

  /**
   * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. Inside,
   * use `tx` only. `tx.transaction` nests as a savepoint.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;

  /** Flushes, releases what the driver holds, and may be called twice. */
  close(): Promise<void>;
}
