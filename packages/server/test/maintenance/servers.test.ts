import { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Db } from "../../src/db/index.ts";
import { maintenanceJobs, partitionJob } from "../../src/maintenance/index.ts";
import { BATCH_ROWS } from "../../src/maintenance/jobs.ts";
import type { Clock } from "../../src/platform/index.ts";
import { manualClock } from "../../src/platform/index.ts";
import { startServer } from "../../src/index.ts";
import { createWebServer, openInlineDatabase } from "../../src/web/index.ts";
import { newDatabase, onPostgres } from "../support/db.ts";

const now = new Date("2026-06-01T00:00:00.000Z");
const clock = manualClock(now);
const DAY = 24 * 60 * 60_000;

// Only the timers of intervals stand still: a server starts no other ones that its first minute needs.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

interface Started {
  readonly db: Db;
  close(): Promise<void>;
}

async function startOnNode(settings: Readonly<Record<string, unknown>>, lines: string[] = []): Promise<Started> {
  const database = await newDatabase();
  onTestFinished(database.remove);
  const server = await startServer({
    settings: { ...database.settings, port: 0, log_level: "silent", ...settings },
    clock,
    writeLog: (line) => void lines.push(line),
  });
  return { db: server.db, close: () => server.close() };
}

async function startInPage(options: { readonly clock: Clock }): Promise<Started> {
  const database = await openInlineDatabase(await PGlite.create(), options);
  return createWebServer({ database, ...options });
}

async function addEntries(db: Db): Promise<void> {
  for (const days of [29, 30, 400]) {
    await db.query(
      "insert into audit_log (at, resource, record_id, client_id, action) values ($1, 'units', 1, 1, 'update')",
      [new Date(now.getTime() - days * DAY)],
    );
  }
}
const entries = async (db: Db): Promise<unknown> => (await db.query("select count(*) from audit_log"))[0]?.["count"];
const ran = async (db: Db): Promise<unknown[]> =>
  (await db.query("select name from maintenance_jobs order by last_run_at")).map(({ name }) => name);
const namesOf = (auditLogDays: number | null): string[] =>
  [...maintenanceJobs({ auditLogDays }), partitionJob].map(({ name }) => name);

describe("a server", () => {
  it("runs the jobs a minute after its start, and shortens the audit log as its setting says", async () => {
    const { db, close } = await startOnNode({ audit_log_days: "30" });
    await addEntries(db);
    expect(await ran(db)).toEqual([]);
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => ran(db)).toEqual(namesOf(30));
    await expect.poll(() => entries(db)).toBe(1);
    await close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("keeps the audit log by default", async () => {
    const { db, close } = await startOnNode({});
    await addEntries(db);
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => ran(db)).toEqual(namesOf(null));
    await close();
  });

  it("stops while the jobs run, and waits for the batch that has begun", async () => {
    const lines: string[] = [];
    const { db, close } = await startOnNode({ audit_log_days: 30, log_level: "info", log_format: "json" }, lines);
    await db.query(
      `insert into audit_log (at, resource, record_id, client_id, action)
       select $1, 'units', n, 1, 'update' from generate_series(1, 20000) n`,
      [new Date(0)],
    );
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => entries(db)).toBeLessThan(20_000);
    await close();
    const logged = lines.map((line) => JSON.parse(line)).filter(({ message }) => message.startsWith("maintenance"));
    expect(logged).toEqual([expect.objectContaining({ message: "maintenance job done", job: "audit_log" })]);
    expect(logged[0].rows % BATCH_ROWS).toBe(0);
  });

  it.skipIf(onPostgres)("in a page runs the same jobs", async () => {
    const { db, close } = await startInPage({ clock });
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => ran(db)).toEqual(namesOf(null));
    await close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
