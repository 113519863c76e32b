/** The database: one interface, the embedded driver, the schema. */
export type { Db, SqlValue } from "./db.ts";
export {
  DataDirectoryError,
  DataDirectoryInUseError,
  DbClosedError,
  DbError,
  DbTimeoutError,
  MigrationError,
} from "./errors.ts";
export type { DbErrorFields } from "./errors.ts";
export type { Every } from "./maintenance.ts";
export { migrate, readMigrations } from "./migrate.ts";
export type { Migration } from "./migrate.ts";
export { cachedTemplate, makeTemplate, shippedTemplate } from "./template.ts";
export { answeringDb } from "./unavailable.ts";
export { openDatabase } from "./open-database.ts";
export type { OpenOptions } from "./open-database.ts";
