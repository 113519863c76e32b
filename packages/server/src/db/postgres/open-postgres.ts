import type { DatabaseTarget } from "../../platform/config.ts";
import type { Database } from "../db.ts";
import { createInside } from "../inside.ts";
import { migrate } from "../migrate.ts";
import type { OpenSettings } from "../open-settings.ts";
import { createOwner } from "../owner.ts";
import { LOGIN_ROLE } from "../roles.ts";
import { createUnitOfWork } from "../unit-of-work.ts";
import type { PostgresOptions } from "./postgres-driver.ts";
import { PostgresDriver } from "./postgres-driver.ts";

/** What every connection starts with: values are decoded as UTC text, and plans are those of the prepared statements. */
const sessionSettings = {
  timezone: "UTC",
  datestyle: "ISO",
  bytea_output: "hex",
  jit: "off",
  plan_cache_mode: "force_generic_plan",
};

/**
 * Opens a PostgreSQL server, 15 or newer. The schema is brought forward by the owner's login first; requests use
 * connections that start without any rights.
 */
export async function openPostgres(
  target: Extract<DatabaseTarget, { kind: "postgres" }>,
  settings: OpenSettings,
): Promise<Database> {
  const { clock, log, statementLimitMs, transactionLimitMs } = settings;
  const shared = {
    maxWaiting: 256,
    connectLimitMs: 2000,
    statementLimitMs,
    onIdleError: (error: Error) => log.warn("database connection lost", { error }),
  } satisfies Partial<PostgresOptions>;
  const ownerDriver = new PostgresDriver({
    ...shared,
    url: target.ownerUrl,
    settings: { ...sessionSettings, "fleet.owner_access": "on" },
    maxConnections: 2,
  });
  const inside = createInside();
  const owner = createOwner(ownerDriver, inside);
  try {
    await migrate(owner, clock.now());
  } catch (error) {
    await ownerDriver.close();
    throw error;
  }
  const driver = new PostgresDriver({
    ...shared,
    url: target.url,
    settings: { ...sessionSettings, role: LOGIN_ROLE },
    maxConnections: target.maxConnections,
  });
  return {
    unitOfWork: (scope, signal) => createUnitOfWork({ driver, inside, transactionLimitMs }, scope, signal),
    owner,
    // Another server may change access without this one noticing, so every request reads it anew.
    onAccessChange: null,
    close: async () => {
      await Promise.all([driver.close(), ownerDriver.close()]);
    },
  };
}
