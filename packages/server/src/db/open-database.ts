import type { Clock } from "../platform/clock.ts";
import { systemClock } from "../platform/clock.ts";
import type { DatabaseTarget } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import { silentLog } from "../platform/log.ts";
import type { Db } from "./db.ts";
import type { DataDirectory } from "./directory/data-directory.ts";
import { openDataDirectory } from "./directory/data-directory.ts";
import type { Every } from "./maintenance.ts";
import { startMaintenance, systemEvery } from "./maintenance.ts";
import { migrate } from "./migrate.ts";
import { PgliteDb } from "./pglite/pglite-db.ts";

/** Settings of `openDatabase`, all with defaults. */
export interface OpenOptions {
  readonly clock?: Clock;
  readonly log?: Log;
  /** Timer of the maintenance. @default the platform's, not keeping the process alive */
  readonly every?: Every;
  /** Snapshot file from `cachedTemplate` that a new database starts from. */
  readonly template?: string;
  /** Limit of a single statement in ms. @default 30000 */
  readonly statementLimitMs?: number;
  /** Limit of a transaction in ms. @default 60000 */
  readonly transactionLimitMs?: number;
  /** Called once when a database in memory is lost with its thread; one in a directory is reopened. */
  readonly onLost?: (error: Error) => void;
}

/**
 * Opens the embedded database, migrated to the newest schema.
 * In a directory it survives a killed process, not a power cut: PGlite never syncs to disk.
 * @throws DataDirectoryInUseError, DataDirectoryError, MigrationError, DbClosedError
 */
export async function openDatabase(target: DatabaseTarget, options: OpenOptions = {}): Promise<Db> {
  const now = (options.clock ?? systemClock).now();
  const directory = target.kind === "directory" ? await openDataDirectory(target.path, now) : null;
  const db = new PgliteDb({
    dataDir: directory?.databasePath ?? null,
    template: options.template ?? null,
    ...(options.statementLimitMs && { statementLimitMs: options.statementLimitMs }),
    ...(options.transactionLimitMs && { transactionLimitMs: options.transactionLimitMs }),
    ...(options.onLost && { onLost: options.onLost }),
  });
  try {
    await db.open();
    await migrate(db, now);
    directory?.markReady();
  } catch (error) {
    await db.close();
    throw directory === null ? error : await directory.abandon(error);
  }
  const stopMaintenance = startMaintenance({
    db,
    activity: () => db.statements,
    every: options.every ?? systemEvery,
    log: options.log ?? silentLog,
  });
  return new OpenedDb(db, directory, stopMaintenance);
}

/** The database together with what must end with it. */
class OpenedDb implements Db {
  readonly #db: PgliteDb;
  readonly #directory: DataDirectory | null;
  readonly #stopMaintenance: () => void;
  #closing: Promise<void> | null = null;

  readonly query: Db["query"];
  readonly queryText: Db["queryText"];
  readonly script: Db["script"];
  readonly transaction: Db["transaction"];

  constructor(db: PgliteDb, directory: DataDirectory | null, stopMaintenance: () => void) {
    this.#db = db;
    this.#directory = directory;
    this.#stopMaintenance = stopMaintenance;
    this.query = db.query.bind(db);
    this.queryText = db.queryText.bind(db);
    this.script = db.script.bind(db);
    this.transaction = db.transaction.bind(db);
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      this.#stopMaintenance();
      try {
        await this.#db.close();
      } finally {
        await this.#directory?.release();
      }
    })();
    return this.#closing;
  }
}
