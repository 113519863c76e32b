import type { Db } from "./db.ts";
import type { Every } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

const CHECKPOINT_MS = 60_000;
const VACUUM_MS = 60 * 60_000;
/**
 * Vacuums every table, so that new rows take the place of removed ones. What requests do not read is left out once it is large:
 * of an audit log that is never shortened, one vacuum could exceed the limit of statements. One statement per table lets
 * requests run in between.
 */
const VACUUMS = `select format('vacuum (analyze) %I', relname) as statement from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace
    and (has_table_privilege('fleet_app', oid, 'select') or pg_table_size(oid) < 1e9)
  order by relname`;

/** Settings of `startMaintenance`. */
interface MaintenanceOptions {
  readonly db: Db;
  /** Changes whenever statements ran; an idle database is left alone. */
  readonly activity: () => number;
  readonly every: Every;
  readonly log: Log;
}

/**
 * Does what a PostgreSQL server does by itself and PGlite does not: checkpoints every minute, so
 * that the log stays short and reopening stays fast, and vacuums hourly. Returns what ends it.
 */
export function startMaintenance(options: MaintenanceOptions): () => void {
  const { db, activity, every, log } = options;
  let seen = activity();

  const run = (work: () => Promise<unknown>): void => {
    void (async () => {
      await work();
      // Its own statements are no reason for the next checkpoint.
      seen = activity();
    })().catch((error: unknown) => log.warn("database maintenance failed", { error }));
  };
  const stopCheckpoints = every(CHECKPOINT_MS, () => {
    if (activity() !== seen) run(() => db.query("checkpoint"));
  });
  const stopVacuums = every(VACUUM_MS, () => {
    run(async () => {
      for (const { statement } of await db.query<{ statement: string }>(VACUUMS)) await db.query(statement);
    });
  });
  return () => {
    stopCheckpoints();
    stopVacuums();
  };
}
