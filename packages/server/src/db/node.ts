/** What of the database needs Node: the embedded one in a thread, PostgreSQL, and snapshots in files. */
import type { DatabaseTarget } from "../platform/config.ts";
import type { Database } from "./db.ts";
import type { OpenOptions } from "./open-settings.ts";
import { settingsOf } from "./open-settings.ts";
import { openPglite } from "./pglite/open-pglite.ts";
import { openPostgres } from "./postgres/open-postgres.ts";

export { cachedTemplate, shippedTemplate } from "./template.ts";

/**
 * Opens a database, migrated to the newest schema: the embedded one, or a PostgreSQL server.
 * The embedded one in a directory survives a killed process, not a power cut: PGlite never syncs to disk.
 * @throws DataDirectoryInUseError, DataDirectoryError, MigrationError, DbClosedError, DbUnavailableError, DbError
 */
export function openDatabase(target: DatabaseTarget, options: OpenOptions = {}): Promise<Database> {
  const settings = settingsOf(options);
  return target.kind === "postgres" ? openPostgres(target, settings) : openPglite(target, settings);
}
