import { describe, expect, it } from "vitest";
import { startMaintenance } from "../../src/db/maintenance.ts";
import { createLog, systemClock } from "../../src/platform/index.ts";
import { useSharedDatabase } from "../support/db.ts";
import { manualTimers } from "../support/manual-timers.ts";

const db = useSharedDatabase();

const settled = (): Promise<object[]> => db().query("select 1");

describe("maintenance", () => {
  it("checkpoints each minute after work, leaves an idle database alone, vacuums hourly, ends", async () => {
    const timers = manualTimers();
    const lines: string[] = [];
    const log = createLog({
      level: "debug",
      format: "json",
      clock: systemClock,
      write: (line) => lines.push(line),
    });
    let activity = 0;
    const ran: string[] = [];
    const spied = {
      ...db(),
      query: async <T extends object>(sql: string): Promise<T[]> => {
        ran.push(sql);
        activity += 1;
        return db().query<T>(sql);
      },
    };
    const stop = startMaintenance({ db: spied, activity: () => activity, every: timers.every, log });
    expect(timers.intervals()).toEqual([60_000, 3_600_000]);

    timers.fire(60_000);
    await settled();
    expect(ran).toEqual([]);

    activity += 1;
    timers.fire(60_000);
    await settled();
    timers.fire(60_000);
    await settled();
    expect(ran).toEqual(["checkpoint"]);

    timers.fire(3_600_000);
    // A table with partitions has no rows of its own.
    const tables = await db().query<{ name: string }>(`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`);
    await expect
      .poll(() => ran.filter((sql) => sql.startsWith("vacuum")).toSorted())
      .toEqual(tables.map(({ name }) => `vacuum (analyze) ${name}`).toSorted());
    expect(tables.length).toBeGreaterThan(10);
    stop();
    expect(timers.intervals()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("logs a failure and goes on", async () => {
    const timers = manualTimers();
    const lines: string[] = [];
    const log = createLog({
      level: "warn",
      format: "json",
      clock: systemClock,
      write: (line) => lines.push(line),
    });
    let activity = 0;
    const failing = { ...db(), query: () => Promise.reject(new Error("disk full")) };
    startMaintenance({ db: failing, activity: () => activity, every: timers.every, log });
    activity += 1;
    timers.fire(60_000);
    await expect.poll(() => lines.length).toBe(1);
    expect(lines[0]).toContain("disk full");
  });
});
