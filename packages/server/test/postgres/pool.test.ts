import { startPrivatePostgres } from "@fleet-api-tools/test-postgres";
import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../../src/db/index.ts";
import { DbTimeoutError, DbUnavailableError, firstRow, noScope, rows } from "../../src/db/index.ts";
import { startServer } from "../../src/index.ts";
import { logIn } from "../support/caller.ts";
import { openNewDatabase } from "../support/db.ts";

const one = rows<{ x: number }>("select 1 as x");
const slow = (seconds: number) => rows("select pg_sleep($1::float8)", [seconds]);

/** Two rows that every request may write. */
async function withRevisions({ owner }: Database): Promise<readonly [number, number]> {
  await owner.script(`create table revisions (id int primary key, revision int not null default 0);
    grant all on revisions to fleet_app; insert into revisions values (1), (2)`);
  return [1, 2];
}

describe("a pool of connections", () => {
  it("of one has a bounded queue: what is too much is refused at once, the others are served", async () => {
    const database = await openNewDatabase({}, { maxConnections: 1 });
    const work = database.unitOfWork(noScope);
    const outcomes = await Promise.allSettled([
      work.read(slow(0.1)),
      ...Array.from({ length: 1100 }, () => work.read(one)),
    ]);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(1100 - 1024);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(DbUnavailableError);
    expect(await work.read(one)).toEqual([[{ x: 1 }]]);
  });

  it("of one is asked once by all who want to know at the same time whether it is ready", async () => {
    const database = await openNewDatabase({}, { maxConnections: 1 });
    const holder = database.unitOfWork(noScope).read(slow(0.1));
    const asked = await Promise.allSettled(Array.from({ length: 1000 }, () => database.ready()));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
    await holder;
  });

  it("is ready while requests have all connections that they may have", async () => {
    const database = await openNewDatabase({}, { maxConnections: 3 });
    const ended: string[] = [];
    const busy = Array.from({ length: 8 }, async (_, caller) => {
      await database.unitOfWork(noScope, { caller: `user ${caller}` }).read(slow(0.7));
      ended.push("request");
    });
    await database.ready();
    ended.push("check");
    await Promise.all(busy);
    expect(ended[0]).toBe("check");
  });

  it("of one keeps its connection when parameters cannot be encoded", async () => {
    const database = await openNewDatabase({}, { maxConnections: 1 });
    const work = database.unitOfWork(noScope);
    const backend = firstRow<{ pid: number }>("select pg_backend_pid() as pid");
    const before = await work.read(backend);
    const wrong = rows("select $1::timestamptz as at", [new Date(Number.NaN)]);
    for (let round = 0; round < 30; round += 1) {
      await expect(work.read(wrong)).rejects.toBeInstanceOf(RangeError);
      await expect(work.transaction((tx) => tx.run(wrong))).rejects.toBeInstanceOf(RangeError);
    }
    expect(await work.read(backend)).toEqual(before);
    // The statement is as good as any other once its parameters are.
    const at = new Date(0);
    expect(await work.read(rows("select $1::timestamptz as at", [at]))).toEqual([[{ at: at.toISOString() }]]);
  });

  it("ends a statement over its limit, and only that one", async () => {
    const database = await openNewDatabase({ statementLimitMs: 300 });
    const work = database.unitOfWork(noScope);
    const outcomes = await Promise.allSettled([
      work.read(slow(20)),
      work.read(slow(0.1)),
      work.transaction((tx) => tx.run(slow(20))),
      work.read(slow(0.1)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(DbTimeoutError);
    }
    expect(await work.read(one)).toEqual([[{ x: 1 }]]);
  });

  it("applies each of many writes of a row that everybody writes, however often they meet", async () => {
    const database = await openNewDatabase({}, { maxConnections: 10 });
    const [first] = await withRevisions(database);
    const work = database.unitOfWork(noScope);
    const increment = rows("update revisions set revision = revision + 1 where id = $1", [first]);
    await Promise.all(Array.from({ length: 200 }, () => work.write(increment, one)));
    expect(await work.read(rows("select revision from revisions where id = $1", [first]))).toEqual([
      [{ revision: 200 }],
    ]);
  });

  it("runs a whole transaction again after a deadlock, and applies it once", async () => {
    const database = await openNewDatabase();
    const [first, second] = await withRevisions(database);
    const increment = (id: number) => rows("update revisions set revision = revision + 1 where id = $1", [id]);
    let waiting = 0;
    let meet = (): void => {};
    const met = new Promise<void>((resolve) => (meet = resolve));
    let runs = 0;
    const both = (ids: readonly [number, number]): Promise<void> =>
      database.unitOfWork(noScope).transaction(async (tx) => {
        runs += 1;
        await tx.run(increment(ids[0]));
        waiting += 1;
        if (waiting === 2) meet();
        await met;
        await tx.run(increment(ids[1]));
      });
    await Promise.all([both([first, second]), both([second, first])]);
    expect(runs).toBeGreaterThan(2);
    const revisions = rows("select revision from revisions order by id");
    expect(await database.unitOfWork(noScope).read(revisions)).toEqual([[{ revision: 2 }, { revision: 2 }]]);
  });

  it("survives that a connection breaks in the moment that it is handed out", async () => {
    const database = await openNewDatabase();
    const connect: (this: pg.Pool) => Promise<pg.PoolClient> = pg.Pool.prototype.connect;
    // A server that ends may send the end together with its greeting.
    const spy = vi.spyOn(pg.Pool.prototype, "connect").mockImplementation(async function broken(this: pg.Pool) {
      const client = await connect.call(this);
      client.emit("error", new Error("the server ended"));
      return client;
    });
    onTestFinished(() => spy.mockRestore());
    expect(await database.unitOfWork(noScope).read(one)).toEqual([[{ x: 1 }]]);
  });

  it("replaces connections that the server ended, and tells callers to come back", async () => {
    const database = await openNewDatabase({}, { maxConnections: 3 });
    const work = database.unitOfWork(noScope);
    const running = Promise.allSettled([work.read(slow(5)), work.transaction((tx) => tx.run(slow(5)))]);
    const sleeping = `from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep%' and state = 'active'`;
    await expect.poll(() => database.owner.query(`select pid ${sleeping}`)).toHaveLength(2);
    await database.owner.query(`select pg_terminate_backend(pid) ${sleeping}`);
    for (const outcome of await running) {
      expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(DbUnavailableError) });
    }
    expect(await work.read(one)).toEqual([[{ x: 1 }]]);
  });
});

it("gives a connection up whose plans are older than the tables, and serves the next request on another one", async () => {
  const database = await openNewDatabase({}, { maxConnections: 1 });
  await database.owner.script("create table noted (n int); grant all on noted to fleet_app");
  const work = database.unitOfWork(noScope);
  const all = rows("select * from noted");
  expect(await work.read(all)).toEqual([[]]);
  expect(await work.read(all)).toEqual([[]]);
  // As a newer server does with its migrations.
  await database.owner.script("alter table noted add column m int; insert into noted values (1, 2)");
  await expect(work.read(all)).rejects.toMatchObject({ code: "0A000", failsReadiness: false });
  expect(await work.read(all)).toEqual([[{ n: 1, m: 2 }]]);
  await database.ready();
});

it("gives a connection up that does not answer any more, and serves the next request on another one", async () => {
  const database = await openNewDatabase({ statementLimitMs: 100 }, { maxConnections: 1 });
  const work = database.unitOfWork(noScope);
  const backend = firstRow<{ pid: number }>("select pg_backend_pid() as pid");
  const [before] = await work.read(backend);
  const pid = before?.pid ?? 0;
  // As a host that is gone without a word: neither an answer nor the end of the connection.
  process.kill(pid, "SIGSTOP");
  try {
    await expect(work.read(backend)).rejects.toBeInstanceOf(DbUnavailableError);
    const [after] = await work.read(backend);
    expect(after?.pid).not.toBe(pid);
  } finally {
    process.kill(pid, "SIGCONT");
  }
});

/** What answers there were, by status and Retry-After. */
type Answers = Map<string, number>;

it("answers 503 while PostgreSQL is away, and serves again when it is back", async () => {
  const postgres = await startPrivatePostgres();
  onTestFinished(() => postgres.stop());
  const settings = { port: 0, demo: true, log_level: "silent", database_url: postgres.url, database_connections: 4 };
  const server = await startServer({ settings });
  onTestFinished(() => server.close());
  const token = await logIn(server.baseUrl);

  const answers: Answers = new Map();
  let running = true;
  const ask = async (path: string): Promise<number> => {
    const response = await fetch(server.baseUrl + path, { headers: { authorization: token } });
    await response.text();
    const key = [response.status, response.headers.get("retry-after") ?? ""].join(" ").trim();
    answers.set(key, (answers.get(key) ?? 0) + 1);
    return response.status;
  };
  const load = async (): Promise<void> => {
    while (running) await ask("/units/listing?per_page=5");
  };
  const until = async (status: number): Promise<void> => {
    while ((await ask("/tests/ping")) !== status);
  };
  const clients = Array.from({ length: 6 }, load);
  await until(200);
  await postgres.crash();
  await until(503);
  const started = performance.now();
  await postgres.restart();
  const ready = performance.now();
  await until(200);
  console.log(
    `PostgreSQL took ${Math.round(ready - started)} ms, then the server ${Math.round(performance.now() - ready)} ms`,
  );
  running = false;
  await Promise.all(clients);
  // A request under way when the server died may have had its answer cut: that is 503 as well, and nothing else is.
  expect([...answers.keys()].toSorted()).toEqual(["200", "503 1"]);
  expect(await ask("/units/listing?per_page=5")).toBe(200);
});
