import { onTestFinished } from "vitest";
import type { Db } from "../../src/db/index.ts";
import type { Job } from "../../src/maintenance/jobs.ts";
import { startJobs } from "../../src/maintenance/index.ts";
import type { Clock } from "../../src/platform/index.ts";
import { createLog } from "../../src/platform/index.ts";
import { newDatabase, onPostgres, openTestDatabase } from "../support/db.ts";
import { manualTimers } from "../support/manual-timers.ts";

export const HOUR = 60 * 60_000;

/** The owners of one new database, each as another server has it; the embedded database has one server. */
export async function openServers(count: number): Promise<[Db, ...Db[]]> {
  const { target, remove } = await newDatabase();
  const first = await openTestDatabase({}, target);
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () => (onPostgres ? openTestDatabase({}, target) : first)),
  );
  onTestFinished(async () => {
    await Promise.all([first, ...others].map((database) => database.close()));
    await remove();
  });
  return [first.owner, ...others.map(({ owner }) => owner)];
}

/** The jobs of a server in a test. */
export interface TestedJobs {
  /** Lets an interval of this server end. Resolves when all its jobs have been run, or left to other servers. */
  fire(): Promise<void>;
  readonly stop: () => Promise<void>;
  readonly lines: string[];
}

let servers = 0;

/** Starts jobs whose intervals end when the test says so. */
export function testJobs(db: Db, jobs: readonly Job[], clock: Clock): TestedJobs {
  const timers = manualTimers();
  const lines: string[] = [];
  let end = (): void => {};
  servers += 1;
  const last: Job = {
    name: `the last job of server ${servers}`,
    intervalMs: 0,
    runBatch: async () => {
      end();
      return 0;
    },
  };
  const log = createLog({ level: "info", format: "json", clock, write: (line) => void lines.push(line) });
  const stop = startJobs({ db, jobs: [...jobs, last], clock, every: timers.every, log });
  return {
    fire: async () => {
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      for (const intervalMs of new Set([...jobs, last].map((job) => job.intervalMs))) timers.fire(intervalMs);
      await ended;
    },
    stop,
    lines,
  };
}

/** Lets an interval pass on the clock of the database. */
export async function passOnDatabase(db: Db, ms: number): Promise<void> {
  await db.query("update maintenance_jobs set last_run_at = last_run_at - $1::float8 * interval '1 ms'", [ms]);
}
