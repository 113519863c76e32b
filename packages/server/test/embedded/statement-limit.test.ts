import { globSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../../src/db/index.ts";
import { DbClosedError, DbTimeoutError, noScope, rows } from "../../src/db/index.ts";
import { openTestDatabase } from "../support/db.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const directory = useTemporaryDirectories();
const endless = rows("select count(*) from generate_series(1, 1e12)");
const one = rows<{ x: number }>("select 1 as x");
// Far more than `select 1` takes on a busy machine.
const statementLimitMs = 1000;

const openInDirectory = (path = directory()): Promise<Database> =>
  openTestDatabase({ statementLimitMs }, { kind: "directory", path });

/** Runs one query as a request does. */
async function read(db: Database, query: typeof one | typeof endless): Promise<object[]> {
  const [answer] = await db.unitOfWork(noScope).read(query);
  return answer;
}

/** Counts the threads that begin from now on: two at once in one directory would destroy it. */
function countThreads(): { begun: number; live: number; most: number } {
  const threads = { begun: 0, live: 0, most: 0 };
  const count = (worker: Worker): void => {
    threads.begun += 1;
    threads.live += 1;
    threads.most = Math.max(threads.most, threads.live);
    worker.once("exit", () => (threads.live -= 1));
  };
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  return threads;
}

describe("the limit of a statement", () => {
  it("ends it with its transaction, keeps what was committed, and serves the next statement", async () => {
    const db = await openInDirectory();
    const { owner } = db;
    await owner.script("create table kept (n int); grant all on kept to fleet_app");
    await owner.query("insert into kept values (1)");

    const attempt = owner.transaction(async (tx) => {
      await tx.query("insert into kept values (2)");
      await tx.query(endless.sql);
    });
    await expect(attempt).rejects.toBeInstanceOf(DbTimeoutError);
    expect(await owner.query("select n from kept")).toEqual([{ n: 1 }]);
    await db.close();
  });

  it("ends nobody else's: what had not begun runs afterwards, in its order", async () => {
    const db = await openInDirectory();
    const order: string[] = [];
    const noted = async (name: string, action: Promise<unknown>): Promise<unknown> => {
      const result = await action.catch((error: unknown) => error);
      order.push(name);
      return result;
    };
    const work = db.unitOfWork(noScope);
    const answers = await Promise.all([
      noted("before", work.read(one)),
      noted("endless", work.read(endless)),
      noted("batch", work.read(one)),
      noted("write", work.write(rows("update sessions set ip = '' returning id"), one)),
      noted(
        "transaction",
        work.transaction((tx) => tx.run(one)),
      ),
      noted("owner", db.owner.query(one.sql)),
    ]);
    expect(answers).toEqual([
      [[{ x: 1 }]],
      expect.any(DbTimeoutError),
      [[{ x: 1 }]],
      [[], [{ x: 1 }]],
      [[{ x: 1 }]],
      [{ x: 1 }],
    ]);
    // The owner does not take turns with requests.
    expect(order).toEqual(["before", "endless", "batch", "write", "owner", "transaction"]);
    await db.close();
  });

  it("opens the directory once for all statements that come after it", async () => {
    const db = await openInDirectory();
    const threads = countThreads();
    await expect(read(db, endless)).rejects.toBeInstanceOf(DbTimeoutError);
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(db, one)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => [{ x: 1 }]));
    expect(threads).toMatchObject({ begun: 1 });
    await db.close();
  });

  it("has one thread at a time in the directory, also after it could not be opened", async () => {
    const path = directory();
    const db = await openInDirectory(path);
    await expect(read(db, endless)).rejects.toBeInstanceOf(DbTimeoutError);
    const control = globSync("**/global/pg_control", { cwd: path })[0] ?? "";
    const threads = countThreads();
    renameSync(join(path, control), join(path, "aside"));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => read(db, one)));
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    }
    renameSync(join(path, "aside"), join(path, control));
    expect(await read(db, one)).toEqual([{ x: 1 }]);
    expect(threads).toEqual({ begun: 3, live: 1, most: 1 });
    await db.close();
  });

  it("says clearly that an in-memory database is lost by it", async () => {
    const lost = vi.fn();
    const db = await openTestDatabase({ statementLimitMs, onLost: lost });
    await expect(read(db, endless)).rejects.toBeInstanceOf(DbTimeoutError);
    expect(lost).toHaveBeenCalledExactlyOnceWith(expect.any(DbClosedError));
    await expect(read(db, one)).rejects.toThrow(/in-memory database is lost/);
    await expect(read(db, one)).rejects.toThrow(/in-memory database is lost/);
    await db.close();
  });
});

describe("closing", () => {
  it("waits for statements on their way, may happen twice, and refuses later statements", async () => {
    const db = await openTestDatabase();
    const running = read(db, rows<{ x: number }>("select 1 as x from pg_sleep(0.05)"));
    await Promise.all([db.close(), db.close()]);
    expect(await running).toEqual([{ x: 1 }]);
    await db.close();
    await expect(read(db, one)).rejects.toBeInstanceOf(DbClosedError);
  });
});
