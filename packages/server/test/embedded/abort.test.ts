import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Connection, Driver } from "../../src/db/driver.ts";
import { DbAbortedError, noScope, rows } from "../../src/db/index.ts";
import { createInside } from "../../src/db/inside.ts";
import { createTurns } from "../../src/db/turns.ts";
import { systemClock } from "../../src/platform/index.ts";
import { createUnitOfWork } from "../../src/db/unit-of-work.ts";
import { useSharedDatabase } from "../support/db.ts";

const db = useSharedDatabase();
const one = rows<{ x: number }>("select 1 as x");
const note = (n: number) => rows("insert into noted values ($1)", [n]);
const noted = async (): Promise<object[]> => db().query("select n from noted order by 1");

describe("a request whose client goes", () => {
  beforeAll(() => db().script("create table noted (n int); grant all on noted to fleet_app"));

  it("runs nothing that waits behind somebody who holds the connection", async () => {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const holder = db
      .database()
      .unitOfWork(noScope)
      .transaction(() => held);
    const leaving = new AbortController();
    const gone = db.database().unitOfWork(noScope, { signal: leaving.signal });
    const waiting = [gone.read(one), gone.write(note(1)), gone.transaction((tx) => tx.run(note(2)))];
    const other = db.database().unitOfWork(noScope).write(note(3));
    leaving.abort();
    for (const outcome of await Promise.allSettled(waiting)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(DbAbortedError) });
    }
    letGo();
    await Promise.all([holder, other]);
    expect(await noted()).toEqual([{ n: 3 }]);
    await expect(gone.read(one)).rejects.toBeInstanceOf(DbAbortedError);
  });

  it("begins no work when it goes while its transaction is begun", async () => {
    const leaving = new AbortController();
    const scripts: string[] = [];
    const connection: Connection = {
      batch: async () => {
        leaving.abort();
        return [];
      },
      script: async (sql) => {
        scripts.push(sql);
        return "";
      },
    };
    const driver: Driver = { batch: connection.batch, hold: (work) => work(connection) };
    const turns = createTurns({ connections: 1, connectionsPerCaller: 1, searches: 1 });
    const limits = { transactionLimitMs: 1000, searchLimitMs: null };
    const options = { driver, inside: createInside(), turns, ...limits, clock: systemClock };
    const begun = vi.fn(async () => undefined);
    const attempt = createUnitOfWork(options, noScope, { signal: leaving.signal }).transaction(begun);
    await expect(attempt).rejects.toBeInstanceOf(DbAbortedError);
    expect(begun).not.toHaveBeenCalled();
    await expect.poll(() => scripts).toEqual(["rollback"]);
  });

  it("is rolled back between two statements of its transaction, and the next request is served", async () => {
    const before = await noted();
    const leaving = new AbortController();
    const attempt = db
      .database()
      .unitOfWork(noScope, { signal: leaving.signal })
      .transaction(async (tx) => {
        await tx.run(note(4));
        leaving.abort();
        await new Promise(() => {});
      });
    await expect(attempt).rejects.toBeInstanceOf(DbAbortedError);
    expect(await db.database().unitOfWork(noScope).read(one)).toEqual([[{ x: 1 }]]);
    expect(await noted()).toEqual(before);
  });
});
