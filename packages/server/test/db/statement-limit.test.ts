import { describe, expect, it, vi } from "vitest";
import { DbClosedError, DbTimeoutError, openDatabase } from "../../src/db/index.ts";
import { openTestDatabase } from "../support/db.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const directory = useTemporaryDirectories();
const endless = "select count(*) from generate_series(1, 1e12)";
const statementLimitMs = 400;

describe("the limit of a statement", () => {
  it("ends it with its transaction, keeps what was committed, and serves the next statement", async () => {
    const db = await openDatabase({ kind: "directory", path: directory() }, { statementLimitMs });
    await db.script("create table kept (n int)");
    await db.query("insert into kept values (1)");

    const outcomes = await Promise.allSettled([db.query(endless), db.query("select 1")]);
    expect(outcomes[0]).toMatchObject({ reason: expect.any(DbTimeoutError) });
    // It was on its way behind the endless one, so nobody knows whether it ran.
    expect(outcomes[1]).toMatchObject({ reason: expect.any(DbClosedError) });
    expect(await db.query("select n from kept")).toEqual([{ n: 1 }]);

    const attempt = db.transaction(async (tx) => {
      await tx.query("insert into kept values (2)");
      await tx.query(endless);
    });
    await expect(attempt).rejects.toBeInstanceOf(DbTimeoutError);
    expect(await db.query("select n from kept")).toEqual([{ n: 1 }]);
    await db.close();
  }, 60_000);

  it("opens the directory once for all statements that come after it", async () => {
    const db = await openDatabase({ kind: "directory", path: directory() }, { statementLimitMs });
    let threads = 0;
    const count = (): void => void (threads += 1);
    process.on("worker", count);
    await expect(db.query(endless)).rejects.toBeInstanceOf(DbTimeoutError);
    const answers = await Promise.all(Array.from({ length: 20 }, () => db.query("select 1 as x")));
    process.off("worker", count);
    expect(answers).toEqual(Array.from({ length: 20 }, () => [{ x: 1 }]));
    // Two threads in one directory would destroy it.
    expect(threads).toBe(1);
    await db.close();
  }, 60_000);

  it("says clearly that an in-memory database is lost by it", async () => {
    const lost = vi.fn();
    const db = await openTestDatabase({ statementLimitMs, onLost: lost });
    await expect(db.query(endless)).rejects.toThrow("limit of 400 ms");
    expect(lost).toHaveBeenCalledExactlyOnceWith(expect.any(DbClosedError));
    await expect(db.query("select 1")).rejects.toThrow(/in-memory database is lost/);
    await expect(db.query("select 1")).rejects.toThrow(/in-memory database is lost/);
    await db.close();
  }, 60_000);
});

describe("closing", () => {
  it("waits for statements on their way, may happen twice, and refuses later statements", async () => {
    const db = await openTestDatabase();
    const running = db.query("select 1 as x from pg_sleep(0.05)");
    await Promise.all([db.close(), db.close()]);
    expect(await running).toEqual([{ x: 1 }]);
    await db.close();
    await expect(db.query("select 1")).rejects.toBeInstanceOf(DbClosedError);
  }, 60_000);
});
