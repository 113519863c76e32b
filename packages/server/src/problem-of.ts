import {
  DbAbortedError,
  DbBusyError,
  DbError,
  DbSearchTimeoutError,
  DbTimeoutError,
  DbUnavailableError,
  DbUnconfirmedError,
} from "./db/index.ts";
import { ProblemError } from "./kernel/index.ts";
import { PasswordsBusyError } from "./platform/index.ts";

const RETRY_AFTER_S = 1;

const TOO_SLOW =
  "The query took too long and was stopped. Search for a longer text, filter more, or request a page closer to the first.";

/** The problem that an error of the database or the platform stands for; null for one that nobody foresaw. */
export function problemOf(error: unknown): ProblemError | null {
  if (error instanceof DbSearchTimeoutError) return new ProblemError("query_too_slow", TOO_SLOW, { cause: error });
  const detail = detailOf(error);
  return detail === null
    ? null
    : new ProblemError("unavailable", detail, { retry_after_s: RETRY_AFTER_S, cause: error });
}

const unconfirmed =
  "The database did not confirm the change: it may have been made. Look at the record before you send the request again; " +
  "with an Idempotency-Key it is safe to send it again.";

function detailOf(error: unknown): string | null {
  if (error instanceof PasswordsBusyError) return "Too many logins at once. Try again in a second.";
  if (error instanceof DbUnconfirmedError) return unconfirmed;
  // Another transaction held a row for too long, or met this one too often, or this one stayed open for too long.
  if (error instanceof DbError) return error.isDefect ? null : "Too many changes at once. Try again.";
  if (error instanceof DbBusyError) return "Too many requests at once. Try again.";
  if (error instanceof DbUnavailableError && error.code !== null) {
    return "The database cannot carry out requests now. Try again.";
  }
  const kinds = [DbTimeoutError, DbUnavailableError, DbAbortedError];
  return kinds.some((kind) => error instanceof kind) ? "The database does not answer. Try again." : null;
}
