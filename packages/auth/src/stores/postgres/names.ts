import { AuthError } from "../../errors.ts";

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
