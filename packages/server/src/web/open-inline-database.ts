import type { Database, OpenOptions } from "../db/index.ts";
import { settingsOf } from "../db/open-settings.ts";
import { inlineLink } from "../db/pglite/inline-link.ts";
import type { PgliteInstance } from "../db/pglite/message-server.ts";
import { openPgliteDatabase } from "../db/pglite/pglite-database.ts";

/** Settings of a database inside of the thread, all with defaults. */
export type InlineOptions = Pick<OpenOptions, "clock" | "log" | "every" | "transactionLimitMs" | "onLost">;

/**
 * Takes a PGlite that the caller has opened, in memory or in IndexedDB, and brings its schema forward. It belongs to the
 * database from now on. It works in the present thread, so on a page it should be that of a Web Worker; a statement that
 * does not end can only be ended with the thread.
 * @throws MigrationError when its data was made by other or newer migrations
 */
export function openInlineDatabase(pglite: PgliteInstance, options: InlineOptions = {}): Promise<Database> {
  return openPgliteDatabase({ openLink: inlineLink(pglite), isDurable: false }, settingsOf(options));
}
