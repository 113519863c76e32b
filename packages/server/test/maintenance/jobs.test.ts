import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Db } from "../../src/db/index.ts";
import { BATCH_ROWS, maintenanceJobs } from "../../src/maintenance/jobs.ts";
import type { Job } from "../../src/maintenance/jobs.ts";
import { inBatch } from "../../src/maintenance/start-jobs.ts";
import { manualClock } from "../../src/platform/index.ts";
import { emptyDatabase, onPostgres, runs, useDatabase } from "../support/db.ts";
import { allJobs, runJobs } from "../support/run-jobs.ts";
import { insertUser } from "../support/user.ts";
import { HOUR, openServers, passOnDatabase, testJobs } from "./test-jobs.ts";

const db = useDatabase();
const now = new Date("2026-06-01T00:00:00.000Z");
const MINUTE = 60_000;
const DAY = 24 * HOUR;
/** These have tests of their own: their rows have no time at which they are over, or it is that of their client. */
const ownTests = ["changes", "assignment_boundaries", "latest_positions"];
const jobs = allJobs.filter(({ name }) => !ownTests.includes(name));

const before = (ms: number): Date => new Date(now.getTime() - ms);

function jobNamed(name: string): Job {
  const job = jobs.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`There is no job ${name}.`);
  return job;
}

/** Runs one batch of a job. */
function runBatch(owner: Db, name: string): Promise<number> {
  return inBatch(owner, (tx) => jobNamed(name).runBatch(tx, now));
}

/** For each job: SQL that inserts `$2` rows that are over at `$1`, and how long such rows are kept. */
const tables: Readonly<Record<string, { readonly insert: string; readonly keepMs: number }>> = {
  one_time_tokens: {
    insert: `insert into one_time_tokens (hash, purpose, subject, created_at, expires_at)
      select 'hash ' || nextval('outbox_id_seq'), 'registration', 'email:x', $1, $1 from generate_series(1, $2)`,
    keepMs: 30 * DAY,
  },
  one_time_tokens_of_nobody: {
    insert: `insert into one_time_tokens (hash, purpose, subject, created_at, expires_at)
      select 'hash ' || nextval('outbox_id_seq'), 'password_reset', 'email:x', $1, $1 from generate_series(1, $2)`,
    keepMs: 0,
  },
  outbox: {
    insert: `insert into outbox (kind, recipient, created_at, sealed, token_hash, expires_at)
      select 'registration', 'x', $1, '', '', $1 from generate_series(1, $2)`,
    keepMs: 0,
  },
  idempotency_keys: {
    insert: `insert into idempotency_keys (user_id, key, fingerprint, created_at)
      select (select min(id) from users), 'key ' || nextval('outbox_id_seq'), '', $1 from generate_series(1, $2)`,
    keepMs: DAY,
  },
  audit_log: {
    insert: `insert into audit_log (at, resource, record_id, client_id, action)
      select $1, 'units', 1, 1, 'update' from generate_series(1, $2)`,
    keepMs: 30 * DAY,
  },
  session_tokens: {
    insert: `with started as (
        insert into sessions (user_id, current_seq, current_sealed, current_issued_at, created_at)
        select (select min(id) from users), 2, '', now(), now() from generate_series(1, $2) returning id
      ), current as (
        insert into session_tokens (hash, session_id, seq, key_sealed, issued_at, expires_at)
        select 'current ' || id, id, 2, '', now(), 'infinity' from started
      )
      insert into session_tokens (hash, session_id, seq, key_sealed, issued_at, expires_at, superseded_at)
      select 'superseded ' || id, id, 1, '', now(), $1::timestamptz, $1::timestamptz from started`,
    keepMs: 0,
  },
  sessions: {
    insert: `with started as (
        insert into sessions (user_id, current_seq, current_sealed, current_issued_at, created_at)
        select (select min(id) from users), 1, '', now(), now() from generate_series(1, $2) returning id
      )
      insert into session_tokens (hash, session_id, seq, key_sealed, issued_at, expires_at)
      select 'only ' || id, id, 1, '', now(), $1 from started`,
    keepMs: 90 * DAY,
  },
  stream_tickets: {
    insert: `with started as (
        insert into sessions (user_id, current_seq, current_sealed, current_issued_at, created_at)
        select (select min(id) from users), 1, '', now(), now() returning id
      ), current as (
        insert into session_tokens (hash, session_id, seq, key_sealed, issued_at, expires_at)
        select 'of tickets ' || id, id, 1, '', now(), 'infinity' from started
      )
      insert into stream_tickets (hash, session_id, created_at, expires_at)
      select 'ticket ' || n || ' of ' || id, id, $1::timestamptz, $1::timestamptz from started, generate_series(1, $2) n`,
    keepMs: 0,
  },
};

/** The ends of what a job looks after, as ages in ms, the oldest first. */
async function agesLeft(name: string): Promise<number[]> {
  const [table, column, more] = {
    one_time_tokens_of_nobody: ["one_time_tokens", "expires_at", ""],
    idempotency_keys: ["idempotency_keys", "created_at", ""],
    audit_log: ["audit_log", "at", ""],
    session_tokens: ["session_tokens", "expires_at", "where superseded_at is not null"],
    sessions: ["sessions s join session_tokens t on t.session_id = s.id", "expires_at", ""],
  }[name] ?? [name, "expires_at", ""];
  const rows = await db().query<{ at: string }>(`select ${column} as at from ${table} ${more} order by 1`);
  return rows.map(({ at }) => now.getTime() - Date.parse(at));
}

describe("what the jobs remove", () => {
  beforeEach(() => insertUser(db()));

  it("has a test for each job", () => {
    expect(jobs.map(({ name }) => name).toSorted()).toEqual(Object.keys(tables).toSorted());
    expect(maintenanceJobs({ auditLogDays: null }).map(({ name }) => name)).not.toContain("audit_log");
  });

  describe.each(Object.entries(tables))("%s", (name, { insert, keepMs }) => {
    it("is what is over, to the millisecond, and no more", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(fc.integer({ min: -DAY, max: 100 * DAY }), fc.constantFrom(keepMs, keepMs - 1, keepMs + 1)),
            {
              maxLength: 10,
            },
          ),
          async (ages) => {
            await emptyDatabase(db());
            await insertUser(db());
            for (const age of ages) await db().query(insert, [before(age), 1]);
            await runJobs(db(), now);
            expect(await agesLeft(name)).toEqual(ages.filter((age) => age < keepMs).toSorted((a, b) => b - a));
          },
        ),
        { numRuns: runs(20) },
      );
    });

    it("goes in batches, the oldest first, without reading a row into the server", async () => {
      const job = jobNamed(name);
      await db().query(insert, [before(keepMs + DAY), BATCH_ROWS + 20]);
      await db().query(insert, [before(keepMs + MINUTE), BATCH_ROWS - 10]);
      await db().query(insert, [before(keepMs - MINUTE), 5]);
      const read: number[] = [];
      const batch = (): Promise<number> =>
        inBatch(db(), (tx) => {
          const seen: Db = {
            ...tx,
            query: async <T extends object>(...args: Parameters<Db["query"]>): Promise<T[]> => {
              const rows = await tx.query<T>(...args);
              read.push(rows.length);
              return rows;
            },
          };
          return job.runBatch(seen, now);
        });
      expect(await batch()).toBe(BATCH_ROWS);
      expect((await agesLeft(name)).filter((age) => age === keepMs + DAY)).toHaveLength(20);
      expect([await batch(), await batch(), await batch()]).toEqual([BATCH_ROWS, 10, 0]);
      expect(await agesLeft(name)).toEqual(Array.from({ length: 5 }, () => keepMs - MINUTE));
      expect(read).toEqual([1, 1, 1, 1]);
    });

    it.each(["before the planner has statistics", "with statistics"])("is found by an index: %s", async (when) => {
      await db().query(insert, [before(keepMs + DAY), 50]);
      await db().query(insert, [before(keepMs - MINUTE), 20_000]);
      if (when === "with statistics") await db().query("analyze");
      const plan: string[] = [];
      await inBatch(db(), async (tx) => {
        await tx.query("select set_config('plan_cache_mode', 'force_generic_plan', true)");
        const explained: Db = {
          ...tx,
          query: async (sql, params) => {
            const literals = (params ?? []).map((value) => `'${value instanceof Date ? value.toISOString() : value}'`);
            await tx.query(`prepare batch as ${sql}`);
            const lines = await tx.query<{ "QUERY PLAN": string }>(
              `explain (analyze, timing off) execute batch(${literals.join(", ")})`,
            );
            await tx.query("deallocate batch");
            plan.push(...lines.map((line) => line["QUERY PLAN"]));
            return [];
          },
        };
        await jobNamed(name).runBatch(explained, now);
      });
      expect(plan.filter((line) => line.includes("Seq Scan") || line.includes("Sort"))).toEqual([]);
      expect(plan.filter((line) => line.includes("Removed by Filter"))).toEqual([]);
      expect(plan.join("\n")).toMatch(/Index (Only )?Scan using .*actual rows=50/);
    });
  });

  it("never is the session of a superseded token that is still valid, as after a shorter superseded_ttl_ms", async () => {
    await db().query(tables["sessions"]?.insert ?? "", [before(91 * DAY), 1]);
    await db().query(
      `insert into session_tokens (hash, session_id, seq, key_sealed, issued_at, expires_at, superseded_at)
       select 'superseded', id, 0, '', $1, $1, now() from sessions`,
      [before(-DAY)],
    );
    await runJobs(db(), now);
    expect(await db().query("select hash from session_tokens order by 1")).toEqual([
      { hash: "only 1" },
      { hash: "superseded" },
    ]);
    await runJobs(db(), before(-DAY));
    expect(await db().query("select from sessions")).toEqual([]);
  });

  it.runIf(onPostgres)("are no rows that a request has locked: the next run removes them", async () => {
    const [one, other] = await openServers(2);
    await one.query(tables["outbox"]?.insert ?? "", [before(DAY), 3]);
    const removed = await other?.transaction(async (tx) => {
      await tx.query("select from outbox where id = 2 for update");
      return runBatch(one, "outbox");
    });
    expect(removed).toBe(2);
    expect(await runBatch(one, "outbox")).toBe(1);
  });

  it.runIf(onPostgres)("are no session that is rotated meanwhile by a server whose clock is behind", async () => {
    const [one, other] = await openServers(2);
    await insertUser(one);
    await one.query(tables["sessions"]?.insert ?? "", [before(91 * DAY), 2]);
    const removed = await other?.transaction(async (tx) => {
      await tx.query("update sessions set current_seq = 2 where id = 1");
      await tx.query("update session_tokens set superseded_at = $1 where session_id = 1", [before(92 * DAY)]);
      await tx.query(
        `insert into session_tokens (hash, session_id, seq, key_sealed, issued_at, expires_at)
         values ('newer', 1, 2, '', now(), $1)`,
        [before(85 * DAY)],
      );
      return runBatch(one, "sessions");
    });
    expect(removed).toBe(1);
    expect([await runBatch(one, "session_tokens"), await runBatch(one, "sessions")]).toEqual([1, 0]);
    expect(await one.query("select hash from session_tokens")).toEqual([{ hash: "newer" }]);
  });
});

describe("two servers", () => {
  it("share the work of the intervals: one that stops in the middle leaves the rest to the other", async () => {
    const databases = await openServers(2);
    const [first] = databases;
    await insertUser(first);
    for (const { insert, keepMs } of Object.values(tables)) await first.query(insert, [before(keepMs + DAY), 2500]);
    const counts = async (): Promise<object[]> =>
      first.query(`select (select count(*) from sessions) as sessions, (select count(*) from session_tokens) as tokens,
        (select count(*) from one_time_tokens) as one_time_tokens, (select count(*) from outbox) as outbox,
        (select count(*) from idempotency_keys) as keys, (select count(*) from audit_log) as audit_log`);
    let stop = async (): Promise<void> => {};
    const stopping = jobs.map((job): Job => ({
      ...job,
      runBatch: async (tx, at) => {
        const rows = await job.runBatch(tx, at);
        void stop();
        return rows;
      },
    }));
    const one = testJobs(first, stopping, manualClock(now));
    ({ stop } = one);
    void one.fire();
    await one.stop();
    expect(await counts()).toMatchObject([{ sessions: 5001 }]);

    await passOnDatabase(first, HOUR);
    const other = testJobs(databases.at(-1) ?? first, jobs, manualClock(now));
    await other.fire();
    expect(await counts()).toEqual([
      { sessions: 2501, tokens: 2501, one_time_tokens: 0, outbox: 0, keys: 0, audit_log: 0 },
    ]);
    expect(other.lines.map((line) => JSON.parse(line).message)).toEqual(jobs.map(() => "maintenance job done"));
  });
});
