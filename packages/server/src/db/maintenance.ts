import type { Db } from "./db.ts";
import type { Log } from "../platform/log.ts";

/** Calls back at an interval; returns what ends that. */
export type Every = (intervalMs: number, action: () => void) => () => void;

/** An interval of the platform that does not keep a process alive. */
export const systemEvery: Every = (intervalMs, action) => {
  const timer = setInterval(action, intervalMs);
  // In a browser it is a number.
  if (typeof timer === "object") timer.unref();
  return () => clearInterval(timer);
};

const CHECKPOINT_MS = 60_000;
const VACUUM_MS = 60 * 60_000;
/** Tables whose rows come and go all the time, or of which the planner must know how many there are. */
const vacuumedTables = [
  "client_usage",
  "clients",
  "idempotency_keys",
  "one_time_tokens",
  "outbox",
  "session_tokens",
  "sessions",
  "unit_counts",
  "unit_group_forests",
  "unit_groups",
  "units",
];

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

  const run = (statements: readonly string[]): void => {
    void (async () => {
      for (const statement of statements) await db.query(statement);
      // Its own statements are no reason for the next checkpoint.
      seen = activity();
    })().catch((error: unknown) => log.warn("database maintenance failed", { error }));
  };
  const stopCheckpoints = every(CHECKPOINT_MS, () => {
    if (activity() !== seen) run(["checkpoint"]);
  });
  const stopVacuums = every(VACUUM_MS, () => {
    run(vacuumedTables.map((table) => `vacuum (analyze) ${table}`));
  });
  return () => {
    stopCheckpoints();
    stopVacuums();
  };
}
