import { AuthError } from "../../errors.ts";

/** Runs one statement. Fits `(sql, params) => pool.query(sql, params)` of `pg`, and the same of PGlite. */
export type PostgresQuery = (sql: string, params: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;

/**
 * The two tables that `postgresStore` needs, as one statement that may run again and from many processes at once.
 * Put it into your migrations, or call {@link migratePostgres}. Throws `invalid_option`.
 */
export function postgresSchema(table?: string): string {
  const { table: records, locks } = namesOf(table);
  // CREATE TABLE IF NOT EXISTS fails when two do it in the same moment.
  return `do $$ begin
  perform pg_advisory_xact_lock(hashtext('${records}'));
  create table if not exists ${records} (
    key text primary key,
    rev bigint not null,
    record text not null,
    updated_at timestamptz not null default now()
  );
  create table if not exists ${locks} (
    key text primary key,
    owner text not null,
    until timestamptz not null
  );
end $$`;
}

/** Creates the tables of `postgresStore` where they are missing. */
export async function migratePostgres({
  query,
  table,
}: {
  readonly query: PostgresQuery;
  readonly table?: string;
}): Promise<void> {
  await query(postgresSchema(table), []);
}

/** The names that a store uses in the database. */
export interface Names {
  /** Table of the records. */
  readonly table: string;
  /** Table of the locks. */
  readonly locks: string;
  /** NOTIFY channel. */
  readonly channel: string;
}

// A name is put into SQL as it is, and PostgreSQL cuts names after 63 bytes: `_locks` must still fit.
const allowed = /^([a-z_][a-z0-9_]{0,30}\.)?[a-z_][a-z0-9_]{0,30}$/;

/** Derives the names. Throws `invalid_option`. */
export function namesOf(table = "fleet_api_sessions"): Names {
  if (allowed.test(table)) return { table, locks: `${table}_locks`, channel: table.replace(".", "_") };
  throw new AuthError(
    "invalid_option",
    `table "${table}": use lower case letters, digits and _, at most 31, optionally after a schema and a dot`,
  );
}
