import type { DatabaseTarget } from "../../platform/config.ts";
import type { Database } from "../db.ts";
import type { DataDirectory } from "../directory/data-directory.ts";
import { openDataDirectory } from "../directory/data-directory.ts";
import { createInside } from "../inside.ts";
import { startMaintenance } from "../maintenance.ts";
import { migrate } from "../migrate.ts";
import type { OpenSettings } from "../open-database.ts";
import { createOwner } from "../owner.ts";
import { ACCESS_CHANNEL } from "../roles.ts";
import { createUnitOfWork } from "../unit-of-work.ts";
import { PgliteDriver } from "./pglite-driver.ts";

/** Opens the embedded database in memory or in a directory. */
export async function openPglite(
  target: Exclude<DatabaseTarget, { kind: "postgres" }>,
  settings: OpenSettings,
): Promise<Database> {
  const { clock, log, every, template, statementLimitMs, transactionLimitMs, onLost } = settings;
  const now = clock.now();
  const directory = target.kind === "directory" ? await openDataDirectory(target.path, now) : null;
  const listeners: (() => void)[] = [];
  const driver = new PgliteDriver({
    dataDir: directory?.databasePath ?? null,
    template: template ?? null,
    statementLimitMs,
    onLost,
    onNotify: (channel) => {
      if (channel === ACCESS_CHANNEL) for (const listener of listeners) listener();
    },
  });
  const inside = createInside();
  const owner = createOwner(driver.owner, inside);
  try {
    await driver.open();
    await migrate(owner, now);
    directory?.markReady();
  } catch (error) {
    await closeBoth(driver, directory);
    throw error;
  }
  const stopMaintenance = startMaintenance({ db: owner, activity: () => driver.used, every, log });
  let closing: Promise<void> | undefined;
  return {
    unitOfWork: (scope, signal) => createUnitOfWork({ driver, inside, transactionLimitMs }, scope, signal),
    owner,
    onAccessChange: (listener) => void listeners.push(listener),
    close: () => {
      stopMaintenance();
      return (closing ??= closeBoth(driver, directory));
    },
  };
}

async function closeBoth(driver: PgliteDriver, directory: DataDirectory | null): Promise<void> {
  try {
    await driver.close();
  } finally {
    await directory?.release();
  }
}
