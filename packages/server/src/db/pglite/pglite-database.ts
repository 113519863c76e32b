import type { Database } from "../db.ts";
import { beginEpoch } from "../change-feed.ts";
import { createInside } from "../inside.ts";
import { startMaintenance } from "../maintenance.ts";
import { migrate } from "../migrate.ts";
import type { OpenSettings } from "../open-settings.ts";
import { createOwner } from "../owner.ts";
import { requireUsableDatabase, revokeTemporaryTables } from "../prepare-database.ts";
import { Readiness } from "../readiness.ts";
import { ACCESS_CHANNEL } from "../roles.ts";
import { createTurns } from "../turns.ts";
import { createUnitOfWork } from "../unit-of-work.ts";
import type { PgliteOptions } from "./pglite-driver.ts";
import { PgliteDriver } from "./pglite-driver.ts";

/**
 * PGlite runs one message at a time. That a few more wait in its thread keeps it busy while an answer travels; with many,
 * nobody's turn would come early.
 */
const TURNS = { connections: 4, connectionsPerCaller: 2, searches: 1 };

/** Opens PGlite over a link, and brings its schema forward. */
export async function openPgliteDatabase(
  link: Pick<PgliteOptions, "openLink" | "isDurable">,
  settings: Pick<OpenSettings, "clock" | "log" | "every" | "transactionLimitMs" | "onLost">,
): Promise<Database> {
  const { clock, log, every, transactionLimitMs, onLost } = settings;
  const listeners: (() => void)[] = [];
  const accessChanged = (): void => {
    for (const listener of listeners) listener();
  };
  const driver = new PgliteDriver({
    ...link,
    onLost,
    onNotify: (channel) => {
      if (channel === ACCESS_CHANNEL) accessChanged();
    },
    // A change may have been committed without its notification arriving.
    onLinkEnd: accessChanged,
  });
  const inside = createInside();
  const readiness = new Readiness({
    check: (sql) => driver.hold((connection) => connection.script(sql)),
    probe: (sql) => driver.hold((connection) => connection.script(sql)),
    probeAsOwner: (sql) => driver.owner.hold((connection) => connection.script(sql)),
    log,
  });
  const turns = createTurns(TURNS);
  const watched = readiness.watch(driver);
  const owner = createOwner(readiness.watch(driver.owner), inside);
  try {
    await driver.open();
    await requireUsableDatabase(owner);
    await migrate(owner, clock.now());
    await beginEpoch(owner);
    await revokeTemporaryTables(owner, log);
  } catch (error) {
    readiness.close();
    await driver.close();
    throw error;
  }
  const stopMaintenance = startMaintenance({ db: owner, activity: () => driver.used, every, log });
  return {
    unitOfWork: (scope, request = {}) =>
      createUnitOfWork(
        { driver: watched, inside, turns, searchLimitMs: null, transactionLimitMs, clock },
        scope,
        request,
      ),
    owner,
    onAccessChange: (listener) => void listeners.push(listener),
    ready: () => readiness.check(),
    close: () => {
      readiness.close();
      stopMaintenance();
      return driver.close();
    },
  };
}
