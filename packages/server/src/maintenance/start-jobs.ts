import type { Db } from "../db/index.ts";
import { LOCK_LIMIT } from "../db/index.ts";
import type { Clock, Every, Log } from "../platform/index.ts";
import type { Job, WholeJob } from "./jobs.ts";
import { BATCH_ROWS } from "./jobs.ts";

/** What the jobs are run with. */
interface JobsOptions {
  /** The owner of the database: the role of requests may not remove these rows. */
  readonly db: Db;
  readonly jobs: readonly (Job | WholeJob)[];
  readonly clock: Clock;
  readonly every: Every;
  readonly log: Log;
}

/** When the jobs run first after a start: a server may be restarted before an interval ends. */
const FIRST_RUN_MS = 60_000;
/** How long a run may take. The next one does the rest. */
const RUN_LIMIT_MS = 10_000;
/** By which part of its interval a run may be early, because timers and statements are not exact. */
const TOLERANCE = 0.1;

/**
 * Runs each job at its interval, one job at a time. Returns a function that stops them; it resolves when the running batch has
 * ended, and never rejects.
 */
export function startJobs({ db, jobs, clock, every, log }: JobsOptions): () => Promise<void> {
  let isStopped = false;
  let last: Promise<void> = Promise.resolve();

  const run = async (job: Job | WholeJob): Promise<void> => {
    if (isStopped || !(await claim(db, job))) return;
    const rows =
      "runWhole" in job ? await job.runWhole(db, await notAhead(db, clock.now())) : await runBatches(job.runBatch);
    if (rows > 0) log.info("maintenance job done", { job: job.name, rows });
  };
  const runBatches = async (runBatch: (tx: Db, now: Date) => Promise<number>): Promise<number> => {
    const begun = clock.monotonic();
    let rows = 0;
    let batch = BATCH_ROWS;
    while (batch >= BATCH_ROWS && !isStopped && clock.monotonic() - begun < RUN_LIMIT_MS) {
      batch = await inBatch(db, (tx) => runBatch(tx, clock.now()));
      rows += batch;
    }
    return rows;
  };
  const enqueue = (job: Job | WholeJob): void => {
    last = last
      .then(() => run(job))
      .catch((error: unknown) => log.warn("maintenance job failed", { job: job.name, error }));
  };
  const endFirst = every(FIRST_RUN_MS, () => {
    endFirst();
    jobs.forEach(enqueue);
  });
  const ends = [endFirst, ...jobs.map((job) => every(job.intervalMs, () => enqueue(job)))];
  return () => {
    isStopped = true;
    for (const end of ends) end();
    return last;
  };
}

/** The instant, or that of the database if it is earlier: a server whose clock is ahead must not remove what the others keep. */
async function notAhead(db: Db, now: Date): Promise<Date> {
  const [earlier] = await db.query<{ at: string }>("select least($1::timestamptz, clock_timestamp()) as at", [now]);
  return new Date(earlier?.at ?? 0);
}

/**
 * Whether this server runs the job now, because no server has run it during the interval. The interval is measured by the clock
 * of the database, so the clocks of servers may differ. If that clock is set back, a job waits for at most one more interval.
 * If the server dies after this, the next run does the work.
 */
async function claim(db: Db, { name, intervalMs }: Pick<Job, "name" | "intervalMs">): Promise<boolean> {
  const claimed = await inBatch(db, (tx) =>
    tx.query(
      `insert into maintenance_jobs as job (name, last_run_at) values ($1, clock_timestamp())
       on conflict (name) do update set last_run_at = excluded.last_run_at
         where abs(extract(epoch from excluded.last_run_at - job.last_run_at)) * 1000 >= $2::float8
       returning name`,
      [name, intervalMs * (1 - TOLERANCE)],
    ),
  );
  return claimed.length > 0;
}

/**
 * Runs `work` in a transaction with a short limit for locks. A batch is a small part of a table, but the planner does not know
 * that before the table has statistics, so the plans that read whole tables are switched off.
 */
export function inBatch<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query(`select set_config('lock_timeout', '${LOCK_LIMIT}', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_sort', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true)`);
    return work(tx);
  });
}
