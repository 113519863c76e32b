/** What an error code of PostgreSQL (SQLSTATE) means to this server, on either database. */
export interface Meaning {
  /**
   * - `conflict`: two transactions met; the whole of it runs again, and is answered with 503 when that does not help
   * - `busy`, `ended`, `unavailable`: 503 with Retry-After; a row is locked for too long, the statement was ended, or the
   *   database cannot do its work now
   * - `defect`: 500, unless a rule of the resource group names it (violated constraints); the statement itself is wrong
   */
  readonly kind: "conflict" | "busy" | "ended" | "unavailable" | "defect";
  /** Whether the connection is closed instead of being handed to the next caller. */
  readonly dropsConnection: boolean;
  /** Whether the server is not ready until a probe could write. */
  readonly failsReadiness: boolean;
  /** Whether a commit that ends so may have been carried out all the same. */
  readonly losesAnswer: boolean;
}

const kept = { dropsConnection: false, failsReadiness: false, losesAnswer: false };
const defect: Meaning = { ...kept, kind: "defect" };
const conflict: Meaning = { ...kept, kind: "conflict" };
const busy: Meaning = { ...kept, kind: "busy" };
const unavailable: Meaning = { ...kept, kind: "unavailable", dropsConnection: true, failsReadiness: true };
const lost: Meaning = { ...unavailable, losesAnswer: true };
/** The plans that a connection keeps are not those that the server has; a new connection has none. */
const stalePlans: Meaning = { ...unavailable, failsReadiness: false };

/** By code, or by class where the codes of a class mean the same; a code comes before its class. */
const meanings: Readonly<Record<string, Meaning>> = {
  // Connection exceptions, also those of poolers.
  "08": lost,
  "25006": unavailable, // read_only_sql_transaction: a standby, or default_transaction_read_only
  "25P03": { ...busy, dropsConnection: true }, // idle_in_transaction_session_timeout
  "25P04": { ...busy, dropsConnection: true }, // transaction_timeout
  "26000": stalePlans, // invalid_sql_statement_name
  // Invalid authorization: the password was changed, or the login taken away.
  "28": unavailable,
  "3D000": unavailable, // invalid_catalog_name: the database was dropped
  "40001": conflict, // serialization_failure
  "40003": lost, // statement_completion_unknown
  "40P01": conflict, // deadlock_detected
  "42P05": stalePlans, // duplicate_prepared_statement
  // Insufficient resources: disk full, out of memory, too many connections.
  "53": unavailable,
  "55P03": busy, // lock_not_available
  // Operator intervention: shutdown, crash, start.
  "57": lost,
  "57014": { ...kept, kind: "ended" }, // query_canceled: by its limit, or by an administrator
  "57P05": { ...lost, failsReadiness: false }, // idle_session_timeout
  // System errors: a file that cannot be read or written.
  "58": unavailable,
  // Configuration file errors, which meet new connections.
  F0: unavailable,
  // Internal errors and damaged data: nothing says in which state the connection is.
  XX: { ...defect, dropsConnection: true },
};

/** In PostgreSQL, what notices that a table changed under a kept plan; every other 0A000 is a feature that is not there. */
const noticesStalePlan = "RevalidateCachedQuery";

/** What the error means; `routine` is the one of PostgreSQL's source that reported it. */
export function meaningOf({ code, routine }: { readonly code: string; readonly routine?: string }): Meaning {
  if (code === "0A000" && routine === noticesStalePlan) return stalePlans;
  return meanings[code] ?? meanings[code.slice(0, 2)] ?? defect;
}
