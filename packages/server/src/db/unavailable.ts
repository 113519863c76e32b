import { ProblemError } from "../kernel/problem.ts";
import type { Db } from "./db.ts";
import { DbClosedError, DbTimeoutError } from "./errors.ts";

const RETRY_AFTER_S = 1;

/**
 * The same database for code that answers requests: when it does not answer, or not in time, that is the problem
 * `unavailable`, which a client may try again, and not a fault of the operation.
 */
export function answeringDb(db: Db): Db {
  return {
    query: (sql, params) => db.query<never>(sql, params).catch(refuse),
    queryText: (sql, params) => db.queryText(sql, params).catch(refuse),
    script: (sql) => db.script(sql).catch(refuse),
    transaction: (work) => db.transaction((tx) => work(answeringDb(tx))).catch(refuse),
    close: () => db.close(),
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof DbTimeoutError || error instanceof DbClosedError)) throw error;
  throw new ProblemError("unavailable", "The database does not answer. Try again.", {
    retry_after_s: RETRY_AFTER_S,
    cause: error,
  });
}
