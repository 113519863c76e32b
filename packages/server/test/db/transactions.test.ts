import { beforeEach, describe, expect, it } from "vitest";
import type { Db, UnitOfWork } from "../../src/db/index.ts";
import { createScope, firstRow, noScope, rows, rows as query } from "../../src/db/index.ts";
import { openNewDatabase, useDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const db = useDatabase();
const notes = async (): Promise<number[]> =>
  (await db().query<{ n: number }>("select n from noted order by n")).map((row) => row.n);
const note = (on: Db, n: number): Promise<object[]> => on.query("insert into noted values ($1)", [n]);

describe("transactions", () => {
  beforeEach(async () => {
    await db().script(
      "drop table if exists noted; create table noted (n int primary key); grant all on noted to fleet_app",
    );
  });

  it("commits what resolves and returns its value", async () => {
    const result = await db().transaction(async (tx) => {
      await note(tx, 1);
      return "done";
    });
    expect(result).toBe("done");
    expect(await notes()).toEqual([1]);
  });

  it("rolls back what rejects and passes the error on", async () => {
    const failure = new Error("changed my mind");
    const attempt = db().transaction(async (tx) => {
      await note(tx, 1);
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await notes()).toEqual([]);
  });

  it("does not pretend to commit when an error inside was swallowed", async () => {
    const attempt = db().transaction(async (tx) => {
      await note(tx, 1);
      await note(tx, 1).catch(() => {});
    });
    await expect(attempt).rejects.toMatchObject({ code: "25P02" });
    expect(await notes()).toEqual([]);
  });

  it("holds no statement from outside, however many run at once", async () => {
    const undone = db().transaction(async (tx) => {
      await note(tx, 1);
      await tx.query("select pg_sleep(0.02)");
      await note(tx, 2);
      throw new Error("undo");
    });
    const others = [note(db(), 3), db().transaction((tx) => note(tx, 4)), note(db(), 5)];
    await expect(undone).rejects.toThrow("undo");
    await Promise.all(others);
    expect(await notes()).toEqual([3, 4, 5]);
  });

  it("inside of another one is part of it: what fails inside fails all", async () => {
    await db().transaction(async (tx) => {
      await note(tx, 1);
      await tx.transaction((inner) => note(inner, 2));
    });
    expect(await notes()).toEqual([1, 2]);
    const attempt = db().transaction(async (tx) => {
      await note(tx, 3);
      await tx.transaction((inner) => note(inner, 3)).catch(() => {});
    });
    await expect(attempt).rejects.toMatchObject({ code: "25P02" });
    expect(await notes()).toEqual([1, 2]);
  });

  it("refuses the database itself inside of its transaction instead of waiting forever", async () => {
    const attempt = db().transaction(() => db().query("select 1"));
    await expect(attempt).rejects.toThrow(/use its `tx`/);
  });

  it("refuses statements of a transaction that has ended", async () => {
    let leaked: Db | null = null;
    await db().transaction(async (tx) => {
      leaked = tx;
    });
    const late = leaked ?? db();
    await expect(late.query("select 1")).rejects.toThrow(/has ended/);
    await expect(late.transaction((tx) => tx.query("select 1"))).rejects.toThrow(/has ended/);
  });

  it("of a request is rolled back when it stays open too long, and lets others go on", async () => {
    const short = await openNewDatabase({ transactionLimitMs: 50 }, { maxConnections: 1 });
    await short.owner.script("create table noted (n int); grant all on noted to fleet_app");
    const work = short.unitOfWork(noScope);
    const stuck = work.transaction(async (tx) => {
      await tx.run(query("insert into noted values (1)"));
      await new Promise(() => {});
    });
    await expect(stuck).rejects.toMatchObject({ code: "25P03" });
    expect(await work.read(query("select n from noted"))).toEqual([[]]);
  });
});

const unit = (scope = noScope): UnitOfWork => db.database().unitOfWork(scope);
const clientIds = rows<{ id: number }>("select id from clients order by id");

describe("a unit of work", () => {
  beforeEach(async () => {
    await insertUser(db());
    await insertClient(db(), "one");
    await insertClient(db(), "two");
  });

  it("sees nothing without a scope, and exactly its scope with one", async () => {
    expect(await unit().read(clientIds)).toEqual([[]]);
    expect(await unit(createScope({ clients: [2] })).read(clientIds)).toEqual([[{ id: 2 }]]);
    expect(await unit(createScope({ partners: ["p1"] })).read(clientIds)).toEqual([[{ id: 1 }, { id: 2 }]]);
    expect(await unit(createScope({ partners: ["p2"] })).read(clientIds)).toEqual([[]]);
    expect(await unit(createScope({ agencies: ["a1"] })).read(clientIds)).toEqual([[{ id: 1 }, { id: 2 }]]);
  });

  it("ends a failed read before the next one, whoever comes next", async () => {
    const scoped = unit(createScope({ partners: ["p1"] }));
    const broken = rows("select * from no_such_table");
    const outcomes = await Promise.allSettled([
      scoped.read(clientIds, broken),
      scoped.read(clientIds),
      unit().read(clientIds),
    ]);
    expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { code: "42P01" } });
    expect(outcomes[1]).toEqual({ status: "fulfilled", value: [[{ id: 1 }, { id: 2 }]] });
    expect(outcomes[2]).toEqual({ status: "fulfilled", value: [[]] });
  });

  it("refuses writes in a read", async () => {
    const work = unit(createScope({ partners: ["p1"] }));
    await expect(work.read(rows("update clients set name = 'x'"))).rejects.toMatchObject({ code: "XX000" });
    const [updated] = await work.write(firstRow("update clients set name = 'x' where id = 1 returning name"));
    expect(updated).toEqual({ name: "x" });
  });
});
