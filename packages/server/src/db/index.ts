/** The database on every platform: units of work, queries, the schema. What needs Node is in `node.ts`. */
export type { Database, Db, Transaction, UnitOfWork } from "./db.ts";
export { bytes, firstRow, Params, rows, text } from "./query.ts";
export type { Query, Statement } from "./query.ts";
export { createScope, noScope, scopeCheck, scopeCondition, scopeParts } from "./scope.ts";
export type { Scope } from "./scope.ts";
export {
  DataDirectoryError,
  DataDirectoryInUseError,
  DbAbortedError,
  DbBusyError,
  DbClosedError,
  DbError,
  DbSearchTimeoutError,
  DbTimeoutError,
  DbUnavailableError,
  DbUnconfirmedError,
  isDatabaseFailure,
  MigrationError,
} from "./errors.ts";
export { makeNextPartitions, makePartitions, MAX_CLOCK_AHEAD_MS, removePartitions } from "./partitions.ts";
export { migrate } from "./migrate.ts";
export type { Schema, SqlFile } from "./migrate.ts";
export type { OpenOptions } from "./open-settings.ts";
export { LOCK_LIMIT } from "./transaction.ts";
export { workInside } from "./unit-of-work.ts";
