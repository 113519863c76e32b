import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../../src/db/index.ts";
import { createScope, DbTimeoutError, DbUnavailableError, noScope, rows } from "../../src/db/index.ts";
import { openNewDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const one = rows<{ x: number }>("select 1 as x");
const slow = (seconds: number) => rows("select pg_sleep($1::float8)", [seconds]);
const scope = createScope({ partners: ["p1"] });

async function withClients(database: Database): Promise<[number, number]> {
  await insertUser(database.owner);
  return [await insertClient(database.owner, "one"), await insertClient(database.owner, "two")];
}

describe("a pool of connections", () => {
  it("of one has a bounded queue: what is too much is refused at once, the others are served", async () => {
    const database = await openNewDatabase({}, { maxConnections: 1 });
    const work = database.unitOfWork(noScope);
    const outcomes = await Promise.allSettled([
      work.read(slow(0.1)),
      ...Array.from({ length: 300 }, () => work.read(one)),
    ]);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused.length).toBeGreaterThanOrEqual(40);
    expect(refused.length).toBeLessThan(60);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(DbUnavailableError);
    expect(await work.read(one)).toEqual([[{ x: 1 }]]);
  });

  it("of one lets nobody wait for longer than 2 seconds", async () => {
    const database = await openNewDatabase({}, { maxConnections: 1 });
    const work = database.unitOfWork(noScope);
    const holder = work.read(slow(3));
    await expect(work.read(one)).rejects.toBeInstanceOf(DbUnavailableError);
    await holder;
    expect(await work.read(one)).toEqual([[{ x: 1 }]]);
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
    const [first] = await withClients(database);
    const work = database.unitOfWork(scope);
    const increment = rows("update unit_counts set revision = revision + 1 where client_id = $1", [first]);
    await Promise.all(Array.from({ length: 200 }, () => work.write(increment, one)));
    expect(await work.read(rows("select revision from unit_counts where client_id = $1", [first]))).toEqual([
      [{ revision: 200 }],
    ]);
  });

  it("runs a whole transaction again after a deadlock, and applies it once", async () => {
    const database = await openNewDatabase();
    const [first, second] = await withClients(database);
    const increment = (id: number) => rows("update unit_counts set revision = revision + 1 where client_id = $1", [id]);
    let waiting = 0;
    let meet = (): void => {};
    const met = new Promise<void>((resolve) => (meet = resolve));
    let runs = 0;
    const both = (ids: readonly [number, number]): Promise<void> =>
      database.unitOfWork(scope).transaction(async (tx) => {
        runs += 1;
        await tx.run(increment(ids[0]));
        waiting += 1;
        if (waiting === 2) meet();
        await met;
        await tx.run(increment(ids[1]));
      });
    await Promise.all([both([first, second]), both([second, first])]);
    expect(runs).toBeGreaterThan(2);
    const revisions = rows("select revision from unit_counts order by client_id");
    expect(await database.unitOfWork(scope).read(revisions)).toEqual([[{ revision: 2 }, { revision: 2 }]]);
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
    const database = await openNewDatabase({}, { maxConnections: 2 });
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
