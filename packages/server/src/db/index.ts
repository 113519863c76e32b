/** The database on every platform: units of work, queries, the schema. What needs Node is in `node.ts`. */
export type { Author, Database, Db, Transaction, UnitOfWork } from "./db.ts";
export { firstRow, rows, text } from "./query.ts";
export type { Query, Results, SqlValue, Statement } from "./query.ts";
export { createScope, noScope, scopeCondition } from "./scope.ts";
export type { Scope } from "./scope.ts";
export { Params } from "./params.ts";
export {
  DataDirectoryError,
  DataDirectoryInUseError,
  DbAbortedError,
  DbClosedError,
  DbError,
  DbTimeoutError,
  DbUnavailableError,
  isDatabaseFailure,
  MigrationError,
} from "./errors.ts";
export type { DbErrorFields } from "./errors.ts";
export type { Every } from "./maintenance.ts";
export { migrate } from "./migrate.ts";
export type { Migration } from "./migrate.ts";
export type { OpenOptions } from "./open-settings.ts";
export { workInside } from "./work-inside.ts";
