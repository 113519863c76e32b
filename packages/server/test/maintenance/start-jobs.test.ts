import { describe, expect, it } from "vitest";
import { BATCH_ROWS } from "../../src/maintenance/jobs.ts";
import type { Job } from "../../src/maintenance/jobs.ts";
import { startJobs } from "../../src/maintenance/index.ts";
import { manualClock, silentLog } from "../../src/platform/index.ts";
import { onPostgres } from "../support/db.ts";
import { manualTimers } from "../support/manual-timers.ts";
import { HOUR, openServers, passOnDatabase, testJobs } from "./test-jobs.ts";

const start = new Date("2026-01-01T00:00:00.000Z");
const DAY = 24 * HOUR;

/** A job that counts its batches; each tells the number of rows that is next in `rows`, then 0. */
function countingJob(name: string, rows: readonly number[] = [], intervalMs = HOUR): Job & { batches: number } {
  const job = {
    name,
    intervalMs,
    batches: 0,
    runBatch: async () => rows[(job.batches += 1) - 1] ?? 0,
  };
  return job;
}

describe("jobs of several servers", () => {
  it("run once in each interval, on one of them, whatever their clocks say", async () => {
    const jobs = [countingJob("one"), countingJob("two"), countingJob("daily", [], DAY)];
    const databases = await openServers(4);
    const servers = databases.map((db, n) => testJobs(db, jobs, manualClock(new Date(start.getTime() + n * DAY))));
    for (let interval = 1; interval <= 5; interval += 1) {
      await Promise.all(servers.map((server) => server.fire()));
      await Promise.all(servers.map((server) => server.fire()));
      expect(jobs.map(({ batches }) => batches)).toEqual([interval, interval, 1]);
      await passOnDatabase(databases[0], HOUR);
    }
    expect(servers.flatMap(({ lines }) => lines)).toEqual([]);
  });

  it("run at each interval of one server, also if a statement took longer the last time", async () => {
    const [db] = await openServers(1);
    const job = countingJob("one");
    const server = testJobs(db, [job], manualClock(start));
    for (let interval = 1; interval <= 3; interval += 1) {
      await server.fire();
      await passOnDatabase(db, HOUR - 5000);
    }
    expect(job.batches).toBe(3);
  });

  it("neither stop nor repeat when the clock of the database is set back", async () => {
    const [db] = await openServers(1);
    const job = countingJob("one");
    const server = testJobs(db, [job], manualClock(start));
    await server.fire();
    await passOnDatabase(db, -HOUR / 2);
    await server.fire();
    expect(job.batches).toBe(1);
    await passOnDatabase(db, -DAY);
    await server.fire();
    await server.fire();
    expect(job.batches).toBe(2);
  });

  it("run soon after a start, unless another server has just run them", async () => {
    const databases = await openServers(2);
    const job = countingJob("one");
    for (const db of databases) {
      const timers = manualTimers();
      const ran = new Promise<void>((resolve) => {
        const last = { name: "last", intervalMs: 0, runBatch: async () => (resolve(), 0) };
        startJobs({ db, jobs: [job, last], clock: manualClock(start), every: timers.every, log: silentLog });
      });
      timers.fire(60_000);
      await ran;
      // It is no interval: once is enough.
      expect(timers.intervals()).toEqual([HOUR, 0]);
    }
    expect(job.batches).toBe(1);
  });
});

describe("a run", () => {
  it("goes on until a batch is not full", async () => {
    const [db] = await openServers(1);
    const job = countingJob("one", [BATCH_ROWS, BATCH_ROWS, 7, BATCH_ROWS]);
    const server = testJobs(db, [job], manualClock(start));
    await server.fire();
    expect(job.batches).toBe(3);
    expect(server.lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: "info", message: "maintenance job done", job: "one", rows: 2 * BATCH_ROWS + 7 }),
    ]);
  });

  it("leaves the rest to the next one after 10 seconds", async () => {
    const [db] = await openServers(1);
    const clock = manualClock(start);
    let batches = 0;
    const slow: Job = {
      name: "slow",
      intervalMs: HOUR,
      runBatch: async () => {
        batches += 1;
        clock.advance(4000);
        return BATCH_ROWS;
      },
    };
    const other = countingJob("other");
    const server = testJobs(db, [slow, other], clock);
    await server.fire();
    expect([batches, other.batches]).toEqual([3, 1]);
    await passOnDatabase(db, HOUR);
    await server.fire();
    expect([batches, other.batches]).toEqual([6, 2]);
  });

  it("that fails undoes its batch, is logged by its name, and stops no other job and no later run", async () => {
    const [db] = await openServers(1);
    await db.script("create table rest (n int)");
    let failures = 0;
    const failing: Job = {
      name: "failing",
      intervalMs: HOUR,
      runBatch: async (tx) => {
        await tx.query("insert into rest values (1)");
        failures += 1;
        await tx.query("select 1 / 0");
        return 0;
      },
    };
    const other = countingJob("other");
    const server = testJobs(db, [failing, other], manualClock(start));
    for (let interval = 1; interval <= 2; interval += 1) {
      await server.fire();
      await server.fire();
      expect([failures, other.batches]).toEqual([interval, interval]);
      await passOnDatabase(db, HOUR);
    }
    expect(await db.query("select n from rest")).toEqual([]);
    expect(server.lines).toHaveLength(2);
    expect(JSON.parse(server.lines[0] ?? "")).toMatchObject({
      level: "warn",
      message: "maintenance job failed",
      job: "failing",
      error: expect.objectContaining({ message: expect.stringContaining("division by zero") }),
    });
  });

  it.runIf(onPostgres)("gives up a table that an administrator has locked", async () => {
    const [db, administrator] = await openServers(2);
    const job: Job = {
      name: "waiting",
      intervalMs: HOUR,
      runBatch: async (tx) => (await tx.query("delete from outbox returning 1")).length,
    };
    const server = testJobs(db, [job], manualClock(start));
    await administrator?.transaction(async (tx) => {
      await tx.script("lock table outbox");
      await server.fire();
    });
    expect(JSON.parse(server.lines[0] ?? "")).toMatchObject({ level: "warn", job: "waiting" });
  });

  it("is over when its server has stopped: no further batch, no further job", async () => {
    const [db] = await openServers(1);
    let begin = (): void => {};
    let finish = (): void => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const steps: string[] = [];
    const job: Job = {
      name: "long",
      intervalMs: HOUR,
      runBatch: async () => {
        steps.push("begun");
        begin();
        await finished;
        steps.push("finished");
        return BATCH_ROWS;
      },
    };
    const other = countingJob("other");
    const timers = manualTimers();
    const clock = manualClock(start);
    const stop = startJobs({ db, jobs: [job, other], clock, every: timers.every, log: silentLog });
    timers.fire(HOUR);
    await begun;
    const stopped = stop().then(() => steps.push("stopped"));
    expect(timers.intervals()).toEqual([]);
    finish();
    await stopped;
    expect(steps).toEqual(["begun", "finished", "stopped"]);
    expect(other.batches).toBe(0);
  });
});
