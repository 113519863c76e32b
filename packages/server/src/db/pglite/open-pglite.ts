import type { DatabaseTarget } from "../../platform/config.ts";
import type { Database } from "../db.ts";
import { openDataDirectory } from "../directory/data-directory.ts";
import type { OpenSettings } from "../open-settings.ts";
import { openPgliteDatabase } from "./pglite-database.ts";
import { workerLink } from "./worker-link.ts";

/** Opens the embedded database in memory or in a directory, in a worker thread. */
export async function openPglite(
  target: Exclude<DatabaseTarget, { kind: "postgres" }>,
  settings: OpenSettings,
): Promise<Database> {
  const directory = target.kind === "directory" ? await openDataDirectory(target.path, settings.clock.now()) : null;
  const setup = { dataDir: directory?.databasePath ?? null, template: settings.template ?? null };
  try {
    const openLink = workerLink(setup, settings.statementLimitMs);
    const database = await openPgliteDatabase({ openLink, isDurable: directory !== null }, settings);
    directory?.markReady();
    let closing: Promise<void> | undefined;
    return {
      ...database,
      close: () => (closing ??= database.close().finally(() => directory?.release())),
    };
  } catch (error) {
    throw directory === null ? error : await directory.abandon(error);
  }
}
