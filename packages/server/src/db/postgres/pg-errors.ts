import pg from "pg";
import type { DbErrorFields } from "../errors.ts";
import { DbError, DbTimeoutError, DbUnavailableError } from "../errors.ts";

/** SQLSTATEs and classes of them with which the server says that it cannot serve now. */
const unavailable = /^(?:08|57P0|53)/;

/** Where the server finds that a table changed under a kept plan (0A000); a new connection has no plans yet. */
const stalePlan = "RevalidateCachedQuery";

/**
 * Maps an error of `pg`: to DbError when the server refused a statement, else to an error of the connection. The
 * message of the latter says nothing of the address or the user.
 */
export function mapPgError(error: unknown, { whileConnecting = false } = {}): Error {
  if (error instanceof pg.DatabaseError) {
    const { code = "XX000", message, routine } = error;
    if (unavailable.test(code) || whileConnecting || routine === stalePlan) {
      return new DbUnavailableError(`The database refuses: ${message} (${code})`, { cause: error });
    }
    // By its limit, or by an administrator.
    if (code === "57014") return new DbTimeoutError({ cause: error });
    return new DbError(message, fieldsOf(error, code));
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new DbUnavailableError(`The database cannot be reached: ${reason}`, { cause: error });
}

function fieldsOf(error: pg.DatabaseError, code: string): DbErrorFields {
  const { detail, hint, table, column, constraint, position } = error;
  const known = Object.entries({ detail, hint, table, column, constraint, position });
  return { code, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}
