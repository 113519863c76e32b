import type { Clock, Every } from "../platform/clock.ts";
import { systemClock, systemEvery } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { silentLog } from "../platform/log.ts";

/** Settings of a database that is opened, all with defaults. */
export interface OpenOptions {
  readonly clock?: Clock;
  readonly log?: Log;
  /** Timer of the maintenance. @default the platform's, not keeping the process alive */
  readonly every?: Every;
  /** Snapshot file from `cachedTemplate` that a new embedded database starts from. */
  readonly template?: string;
  /** Limit of a single statement in ms. @default 30000 */
  readonly statementLimitMs?: number;
  /** Limit of a search in ms, on PostgreSQL. @default 5000 */
  readonly searchLimitMs?: number;
  /** Limit of a transaction in ms. @default 60000 */
  readonly transactionLimitMs?: number;
  /** Called once when a database in memory is lost with its thread; one in a directory is reopened. */
  readonly onLost?: (error: Error) => void;
}

/** `OpenOptions` with its defaults. */
export type OpenSettings = Required<Omit<OpenOptions, "template">> & Pick<OpenOptions, "template">;

/** The options with what they leave out. */
export function settingsOf(options: OpenOptions): OpenSettings {
  return {
    clock: systemClock,
    log: silentLog,
    every: systemEvery,
    statementLimitMs: 30_000,
    searchLimitMs: 5000,
    transactionLimitMs: 60_000,
    onLost: () => {},
    ...options,
  };
}
