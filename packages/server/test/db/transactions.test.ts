import { beforeEach, describe, expect, it } from "vitest";
import type { Db } from "../../src/db/index.ts";
import { openTestDatabase, useDatabase } from "../support/db.ts";

const db = useDatabase();
const rows = async (): Promise<number[]> =>
  (await db().query<{ n: number }>("select n from noted order by n")).map((row) => row.n);
const note = (on: Db, n: number): Promise<object[]> => on.query("insert into noted values ($1)", [n]);

describe("transactions", () => {
  beforeEach(async () => {
    await db().script("drop table if exists noted; create table noted (n int primary key)");
  });

  it("commits what resolves and returns its value", async () => {
    const result = await db().transaction(async (tx) => {
      await note(tx, 1);
      return "done";
    });
    expect(result).toBe("done");
    expect(await rows()).toEqual([1]);
  });

  it("rolls back what rejects and passes the error on", async () => {
    const failure = new Error("changed my mind");
    const attempt = db().transaction(async (tx) => {
      await note(tx, 1);
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    expect(await rows()).toEqual([]);
  });

  it("does not pretend to commit when an error inside was swallowed", async () => {
    const attempt = db().transaction(async (tx) => {
      await note(tx, 1);
      await note(tx, 1).catch(() => {});
    });
    await expect(attempt).rejects.toMatchObject({ code: "25P02" });
    expect(await rows()).toEqual([]);
  });

  it("takes turns: no statement from outside falls into a transaction", async () => {
    const seen: string[] = [];
    await Promise.all([
      db().transaction(async (tx) => {
        await note(tx, 1);
        await tx.query("select pg_sleep(0.02)");
        await note(tx, 2);
        seen.push("first");
      }),
      db()
        .query("select count(*) from noted")
        .then(() => seen.push("between")),
      db().transaction(async (tx) => {
        await note(tx, 3);
        seen.push("second");
      }),
    ]);
    expect(seen).toEqual(["first", "between", "second"]);
    expect(await rows()).toEqual([1, 2, 3]);
  });

  it("nests as savepoints: an inner failure leaves the outer work", async () => {
    await db().transaction(async (tx) => {
      await note(tx, 1);
      await tx.transaction(async (inner) => {
        await note(inner, 2);
        await inner.transaction((deeper) => note(deeper, 3));
      });
      await tx
        .transaction(async (inner) => {
          await note(inner, 4);
          await note(inner, 4);
        })
        .catch(() => {});
      await note(tx, 5);
    });
    expect(await rows()).toEqual([1, 2, 3, 5]);
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
    await expect(late.transaction(async () => {})).rejects.toThrow(/has ended/);
    await expect(late.close()).rejects.toThrow(/not by close/);
  });

  it("rolls back a transaction that stays open too long, and lets others go on", async () => {
    const short = await openTestDatabase({ transactionLimitMs: 50 });
    await short.script("create table noted (n int)");
    const stuck = short.transaction(async (tx) => {
      await note(tx, 1);
      await new Promise(() => {});
    });
    await expect(stuck).rejects.toMatchObject({ code: "25P03" });
    expect(await short.query("select n from noted")).toEqual([]);
    await short.close();
  }, 60_000);
});
