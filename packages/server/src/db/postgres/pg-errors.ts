import pg from "pg";
import type { DbErrorFields } from "../errors.ts";
import { DbUnavailableError, serverError } from "../errors.ts";
import { meaningOf } from "../sqlstates.ts";

/** What `pg-pool` says when its connections are all in use: nothing about the server. */
const poolIsBusy = "timeout exceeded when trying to connect";

/** The error of a statement, or of the connection under it. Its message says nothing of the address or the user. */
export function statementError(error: unknown): Error {
  if (error instanceof pg.DatabaseError) return serverError(error.message, fieldsOf(error), { cause: error });
  return unreachable(error, { losesAnswer: true });
}

/** The error of an attempt to connect. Whatever the reason, the server cannot be used now. */
export function connectError(error: unknown): DbUnavailableError {
  if (!(error instanceof pg.DatabaseError)) {
    return unreachable(error, { failsReadiness: !(error instanceof Error && error.message === poolIsBusy) });
  }
  const { code = "XX000", message } = error;
  return new DbUnavailableError(`The database refuses: ${message} (${code})`, { cause: error, code });
}

/** Whether the connection cannot be handed to another caller after this error. */
export function endsConnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || meaningOf(fieldsOf(error)).dropsConnection;
}

function unreachable(error: unknown, options: { losesAnswer?: boolean; failsReadiness?: boolean }): DbUnavailableError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DbUnavailableError(`The database cannot be reached: ${reason}`, { cause: error, ...options });
}

function fieldsOf(error: pg.DatabaseError): DbErrorFields {
  const { code = "XX000", detail, hint, table, column, constraint, position, routine } = error;
  const known = Object.entries({ detail, hint, table, column, constraint, position, routine });
  return { code, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}
