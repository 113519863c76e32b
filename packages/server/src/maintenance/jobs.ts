import { REMEMBER_REQUESTS_MS } from "../carry-out.ts";
import { removeOldChanges } from "../db/change-feed.ts";
import type { Db } from "../db/index.ts";
import { makeNextPartitions, removePartitions } from "../db/index.ts";

/** Work that is done at an interval, by one of the servers of a database, in many short transactions. */
export interface Job {
  /** Unique among all jobs: servers agree by it on who runs the job. */
  readonly name: string;
  readonly intervalMs: number;
  /** Does a part of the work in a short transaction and resolves with the number of rows that it removed or changed. */
  readonly runBatch: (tx: Db, now: Date) => Promise<number>;
}

/** The same for work that PostgreSQL does outside of transactions. */
export interface WholeJob extends Omit<Job, "runBatch"> {
  /** Does all of the work and resolves with how much it removed. */
  readonly runWhole: (owner: Db, now: Date) => Promise<number>;
}

/** The most rows of a batch. After a batch with fewer rows, nothing is left to do. */
export const BATCH_ROWS = 1000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long a session that is over tells which device its user logged in from. */
const REMEMBER_DEVICES_MS = 90 * DAY_MS;
/** How long used and expired one-time tokens still answer `gone` instead of `not_found`. */
const REMEMBER_ENDED_TOKENS_MS = 30 * DAY_MS;

/** Settings of the jobs. */
export interface JobSettings {
  /** After how many days an entry of the audit log is removed; null for never. */
  readonly auditLogDays: number | null;
}

/**
 * The list of all jobs. Only the feeds of changes depend on a job having run, for what the clock alone changes: whatever else reads
 * these tables compares the times itself. The tokens come
 * before the sessions, which are removed once they have no superseded token left.
 */
export function maintenanceJobs({ auditLogDays }: JobSettings): readonly Job[] {
  return [
    {
      name: "assignment_boundaries",
      // The first, and more often than the contract says, because jobs run one after another.
      intervalMs: MINUTE_MS / 3,
      runBatch: async (tx, now) => {
        const [announced] = await tx.query<{ count: number }>("select announce_boundaries($1, $2) as count", [
          now,
          BATCH_ROWS,
        ]);
        return announced?.count ?? 0;
      },
    },
    removal("session_tokens", {
      expired: "session_tokens where superseded_at is not null and expires_at <= $1 order by expires_at",
    }),
    removal("sessions", {
      // Found by their current tokens, which no other job removes. With a superseded token left, a batch could have any size.
      expired: `sessions s join session_tokens t on t.session_id = s.id and t.seq = s.current_seq
        where t.superseded_at is null and t.expires_at <= $1
          and not exists (select from session_tokens o where o.session_id = s.id and o.seq <> t.seq)
        order by t.expires_at`,
      rowId: "s.ctid",
      keepMs: REMEMBER_DEVICES_MS,
    }),
    removal("one_time_tokens", {
      expired: "one_time_tokens where expires_at <= $1 order by expires_at",
      keepMs: REMEMBER_ENDED_TOKENS_MS,
    }),
    removal("one_time_tokens", {
      name: "one_time_tokens_of_nobody",
      // Password resets of unknown addresses: nobody will ask what became of them.
      expired: `one_time_tokens where purpose = 'password_reset' and user_id is null and expires_at <= $1
        order by expires_at`,
    }),
    removal("stream_tickets", { expired: "stream_tickets where expires_at <= $1 order by expires_at" }),
    removal("outbox", { expired: "outbox where expires_at <= $1 order by expires_at" }),
    removal("idempotency_keys", {
      expired: "idempotency_keys where created_at <= $1 order by created_at",
      keepMs: REMEMBER_REQUESTS_MS,
    }),
    removal("latest_positions", {
      expired: `latest_positions t join clients c on c.id = t.client_id
        where t.recorded_at < history_begins(c.limits, $1)`,
      rowId: "t.ctid",
      lock: "t",
    }),
    { name: "changes", intervalMs: HOUR_MS, runBatch: (tx, now) => removeOldChanges(tx, now, BATCH_ROWS) },
    ...(auditLogDays === null
      ? []
      : [removal("audit_log", { expired: "audit_log where at <= $1 order by at", keepMs: auditLogDays * DAY_MS })]),
  ];
}

/** Makes the partitions of positions ahead of time, and removes those that are over. */
export const partitionJob: WholeJob = {
  name: "partitions",
  intervalMs: HOUR_MS,
  runWhole: async (owner, now) => {
    await makeNextPartitions(owner, now);
    return removePartitions(owner, now);
  },
};

/** Which rows of a table a job removes. */
interface Removal {
  /** SQL after `select ... from`: the rows that are over at the time `$1`, in the order of an index. */
  readonly expired: string;
  /** How long rows are kept after they are over, in ms. @default 0 */
  readonly keepMs?: number;
  /** SQL of the physical row to remove, where `expired` joins tables. @default "ctid" */
  readonly rowId?: string;
  /** Name of the job. @default that of the table */
  readonly name?: string;
  /** The table whose rows are locked, where `expired` joins tables that requests lock. @default all */
  readonly lock?: string;
}

/** Removes rows hourly. Rows that a request has locked are left for the next run, so a batch does not wait for requests. */
function removal(table: string, { expired, keepMs = 0, rowId = "ctid", name = table, lock }: Removal): Job {
  const sql = `with expired as (
      select ${rowId} as id from ${expired} limit ${BATCH_ROWS} for update ${lock === undefined ? "" : `of ${lock}`} skip locked
    ), removed as (
      delete from ${table} where ctid = any(array(select id from expired)) returning 1
    )
    select count(*)::integer as count from removed`;
  return {
    name,
    intervalMs: HOUR_MS,
    runBatch: async (tx, now) => {
      const [removed] = await tx.query<{ count: number }>(sql, [new Date(now.getTime() - keepMs)]);
      return removed?.count ?? 0;
    },
  };
}
