import type { DatabaseTarget } from "../../platform/config.ts";
import type { Database } from "../db.ts";
import { DbUnavailableError } from "../errors.ts";
import { beginEpoch } from "../change-feed.ts";
import { createInside } from "../inside.ts";
import { migrate } from "../migrate.ts";
import type { OpenSettings } from "../open-settings.ts";
import { createOwner } from "../owner.ts";
import { requireUsableDatabase, revokeTemporaryTables } from "../prepare-database.ts";
import { Readiness } from "../readiness.ts";
import { rows } from "../query.ts";
import { LOGIN_ROLE } from "../roles.ts";
import { noScope } from "../scope.ts";
import { createTurns } from "../turns.ts";
import { createUnitOfWork } from "../unit-of-work.ts";
import type { PostgresOptions } from "./postgres-driver.ts";
import { PostgresDriver } from "./postgres-driver.ts";

/** What every connection starts with: values are decoded as UTC text, and plans are those of the prepared statements. */
const sessionSettings = {
  // Temporary tables last: otherwise they come first.
  search_path: "public,pg_temp",
  timezone: "UTC",
  datestyle: "ISO",
  bytea_output: "hex",
  jit: "off",
  plan_cache_mode: "force_generic_plan",
};

/** Connections that one caller uses at the same time. */
const CONNECTIONS_PER_CALLER = 3;

/**
 * Opens a PostgreSQL server, 15 or newer. The schema is brought forward by the owner's login first; requests use
 * connections that start without any rights.
 */
export async function openPostgres(
  target: Extract<DatabaseTarget, { kind: "postgres" }>,
  settings: OpenSettings,
): Promise<Database> {
  const { clock, log, statementLimitMs, searchLimitMs, transactionLimitMs } = settings;
  const shared = {
    connectLimitMs: 1500,
    statementLimitMs,
    onIdleError: (error: Error) => log.warn("trouble with a database connection", { error }),
  } satisfies Partial<PostgresOptions>;
  const ownerDriver = new PostgresDriver({
    ...shared,
    url: target.ownerUrl,
    settings: { ...sessionSettings, "fleet.owner_access": "on" },
    maxConnections: 2,
    // A migration takes as long as the data is large.
    statementLimitMs: 0,
  });
  const inside = createInside();
  const owner = createOwner(ownerDriver, inside);
  try {
    await requireUsableDatabase(owner);
    await migrate(owner, clock.now());
    await beginEpoch(owner);
    await revokeTemporaryTables(owner, log);
  } catch (error) {
    await ownerDriver.close();
    if (!(error instanceof DbUnavailableError)) throw error;
    throw new DbUnavailableError(`${error.message}. Check database_url, and that the server runs.`, { cause: error });
  }
  const driver = new PostgresDriver({
    ...shared,
    url: target.url,
    settings: { ...sessionSettings, role: LOGIN_ROLE },
    maxConnections: target.maxConnections,
  });
  const readiness = new Readiness({
    check: (sql) => driver.hold((connection) => connection.script(sql)),
    probe: (sql) => driver.probe(sql),
    probeAsOwner: (sql) => ownerDriver.probe(sql),
    onChange: () => {
      driver.renewConnections();
      ownerDriver.renewConnections();
    },
    log,
  });
  const watched = readiness.watch(driver);
  const close = async (): Promise<void> => {
    readiness.close();
    await Promise.all([driver.close(), ownerDriver.close()]);
  };
  // One is left for the checks of readiness, which would otherwise fail because of load; unless there is only one.
  const connections = Math.max(1, target.maxConnections - 1);
  const turns = createTurns({
    connections,
    connectionsPerCaller: Math.min(CONNECTIONS_PER_CALLER, Math.max(1, connections - 1)),
    searches: Math.max(1, Math.floor(connections / 2)),
  });
  const unitOfWork: Database["unitOfWork"] = (scope, request = {}) =>
    createUnitOfWork({ driver: watched, inside, turns, searchLimitMs, transactionLimitMs, clock }, scope, request);
  try {
    // As a request does it, so that a login that cannot serve is noticed now.
    await unitOfWork(noScope).read(rows("select from sessions limit 0"));
  } catch (error) {
    await close();
    throw new DbUnavailableError(
      `The login of database_url cannot serve requests: ${messageOf(error)}. ` +
        "It needs the roles fleet_login and fleet_app, and the database that the owner migrated.",
      { cause: error },
    );
  }
  return {
    unitOfWork,
    owner,
    // Another server may change access without this one noticing, so every request reads it anew.
    onAccessChange: null,
    ready: () => readiness.check(),
    close,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
