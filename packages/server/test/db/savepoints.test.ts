import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Transaction, UnitOfWork } from "../../src/db/index.ts";
import { createScope, DbError, firstRow, rows } from "../../src/db/index.ts";
import { createLog, systemClock } from "../../src/platform/index.ts";
import { openNewDatabase, useDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const db = useDatabase();
const author = { userId: 1, requestId: "a-request" };
const scope = createScope({ partners: ["p1"] });
const unit = (): UnitOfWork => db.database().unitOfWork(scope, { author });
const note = (n: number) => rows("insert into noted values ($1)", [n]);
const noted = rows<{ n: number }>("select n from noted order by n");
const notes = async (): Promise<number[]> => (await unit().read(noted))[0].map(({ n }) => n);
/** Whether a note was made; false where there was one already. */
const attempt = (tx: Transaction, n: number): Promise<boolean> =>
  tx
    .savepoint((inner) => inner.run(note(n)))
    .then(
      () => true,
      () => false,
    );

beforeEach(async () => {
  await db().script(
    "drop table if exists noted; create table noted (n int primary key check (n < 100)); grant all on noted to fleet_app",
  );
});

describe("a savepoint", () => {
  it("keeps what resolves and returns its value", async () => {
    const result = await unit().transaction((tx) =>
      tx.savepoint(async (inner) => {
        await inner.run(note(1), note(2));
        return "done";
      }),
    );
    expect(result).toBe("done");
    expect(await notes()).toEqual([1, 2]);
  });

  it("undoes what a violated constraint ends, and the transaction goes on", async () => {
    const made = await unit().transaction(async (tx) => {
      await tx.run(note(1));
      return [await attempt(tx, 1), await attempt(tx, 2), await attempt(tx, 100), await attempt(tx, 3)];
    });
    expect(made).toEqual([false, true, false, true]);
    expect(await notes()).toEqual([1, 2, 3]);
  });

  it("undoes what its work throws, also as the last step of the transaction", async () => {
    const failure = new Error("changed my mind");
    await unit().transaction(async (tx) => {
      await tx.run(note(1));
      const undone = tx.savepoint(async (inner) => {
        await inner.run(note(2));
        throw failure;
      });
      await expect(undone).rejects.toBe(failure);
    });
    expect(await notes()).toEqual([1]);
  });

  it("undoes a violation as the last step of the transaction", async () => {
    await unit().transaction(async (tx) => {
      await tx.run(note(1));
      expect(await attempt(tx, 1)).toBe(false);
    });
    expect(await notes()).toEqual([1]);
  });

  it("is undone with the savepoint around it", async () => {
    await unit().transaction(async (tx) => {
      const undone = tx.savepoint(async (outer) => {
        expect(await attempt(outer, 1)).toBe(true);
        expect(await attempt(outer, 1)).toBe(false);
        await outer.run(note(1));
      });
      await expect(undone).rejects.toMatchObject({ code: "23505" });
      expect(await attempt(tx, 1)).toBe(true);
    });
    expect(await notes()).toEqual([1]);
  });

  it("that sends nothing changes nothing, whatever its end", async () => {
    await unit().transaction(async (tx) => {
      await tx.savepoint(async () => undefined);
      await tx.savepoint(() => Promise.reject(new Error("no"))).catch(() => undefined);
      await tx.run(note(1));
      await tx.savepoint(async () => undefined);
    });
    expect(await notes()).toEqual([1]);
  });

  it("goes on after a statement that could not be sent", async () => {
    await unit().transaction(async (tx) => {
      await tx.run(note(1));
      await expect(tx.savepoint((inner) => inner.run(rows("select 1 \0")))).rejects.toThrow(/NUL/);
      await tx.savepoint((inner) => inner.run(note(2)));
    });
    expect(await notes()).toEqual([1, 2]);
  });
});

describe("settings of a transaction", () => {
  const settings = firstRow(
    `select current_user::text as role, current_setting('fleet.partners') as partners, current_setting('fleet.user') as user_id,
       current_setting('fleet.request') as request, current_setting('fleet.now') as now,
       current_setting('lock_timeout') as lock_timeout, current_setting('fleet.owner_access', true) as owner_access`,
  );

  it("survive a rollback to a savepoint", async () => {
    await unit().transaction(async (tx) => {
      const [before] = await tx.run(settings);
      expect(before).toMatchObject({ role: "fleet_app", user_id: "1", request: "a-request" });
      await tx.run(note(1));
      expect(await attempt(tx, 1)).toBe(false);
      expect(await tx.run(settings)).toEqual([before]);
    });
  });

  it("are those of the request after a rule of the owner refused", async () => {
    await insertUser(db());
    await insertClient(db(), "one");
    await db().query("update clients set status = 'suspended'");
    const insert = rows(
      `insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
       values (1, 'a', 'a', 'custom', now(), now())`,
    );
    await unit().transaction(async (tx) => {
      const [before] = await tx.run(settings);
      await expect(tx.savepoint((inner) => inner.run(insert))).rejects.toMatchObject({
        fields: { constraint: "client_accepts_changes" },
      });
      expect(await tx.run(settings)).toEqual([before]);
    });
  });
});

describe("the whole transaction", () => {
  it("runs again after a serialization failure inside of a savepoint, even if that is caught", async () => {
    let rounds = 0;
    await unit().transaction(async (tx) => {
      rounds += 1;
      const conflict = rows("do $$ begin raise exception 'met' using errcode = '40001'; end $$");
      if (rounds === 1) await tx.savepoint((inner) => inner.run(note(1), conflict)).catch(() => undefined);
      await tx.run(note(2)).catch(() => undefined);
    });
    expect(rounds).toBe(2);
    expect(await notes()).toEqual([2]);
  });

  it.each([
    ["a defect", "select * from no_such_table", { code: "42P01" }],
    [
      "a lock that is held for too long",
      "do $$ begin raise exception 'busy' using errcode = '55P03'; end $$",
      { code: "55P03" },
    ],
    [
      "a statement that was ended",
      "do $$ begin raise exception 'ended' using errcode = '57014'; end $$",
      { name: "DbTimeoutError" },
    ],
  ])("ends with %s inside of a savepoint, even if that is caught", async (_what, sql, error) => {
    const done = unit().transaction(async (tx) => {
      await tx.run(note(1));
      await tx.savepoint((inner) => inner.run(rows(sql))).catch(() => undefined);
      await expect(tx.run(note(2))).rejects.toMatchObject(error);
    });
    await expect(done).rejects.toMatchObject(error);
    expect(await notes()).toEqual([]);
  });

  it("ends at its limit inside of a savepoint", async () => {
    const short = await openNewDatabase({ transactionLimitMs: 50 }, { maxConnections: 1 });
    await short.owner.script("create table noted (n int); grant all on noted to fleet_app");
    const stuck = short.unitOfWork(scope).transaction((tx) =>
      tx.savepoint(async (inner) => {
        await inner.run(note(1));
        await new Promise(() => {});
      }),
    );
    await expect(stuck).rejects.toMatchObject({ code: "25P03" });
    expect(await short.unitOfWork(scope).read(noted)).toEqual([[]]);
  });

  it("keeps its connection after 200 violations, and nothing is logged", async () => {
    const lines = vi.fn();
    const log = createLog({ level: "debug", format: "json", write: lines, clock: systemClock });
    const quiet = await openNewDatabase({ log }, { maxConnections: 1 });
    await quiet.owner.script("create table noted (n int primary key); grant all on noted to fleet_app");
    const work = quiet.unitOfWork(scope);
    const backend = firstRow<{ pid: number }>("select pg_backend_pid() as pid");
    const before = await work.read(backend);
    const made = await work.transaction(async (tx) => {
      await tx.run(note(0));
      const outcomes: boolean[] = [];
      for (let n = 0; n < 400; n += 1) outcomes.push(await attempt(tx, n - (n % 2)));
      return outcomes.filter(Boolean).length;
    });
    expect(made).toBe(199);
    expect(await work.read(backend)).toEqual(before);
    await quiet.ready();
    expect(lines).not.toHaveBeenCalled();
  });
});

describe("misuse", () => {
  it("refuses the transaction itself while a savepoint is open", async () => {
    const done = unit().transaction((tx) => tx.savepoint(() => tx.run(note(1))));
    await expect(done).rejects.toThrow(/Inside of it use its `tx`/);
    expect(await notes()).toEqual([]);
  });

  it("refuses the unit of work inside of a savepoint instead of waiting for it", async () => {
    const work = unit();
    await expect(work.transaction((tx) => tx.savepoint(() => work.read(noted)))).rejects.toThrow(/use its `tx`/);
  });

  it("refuses a second savepoint next to one that is open", async () => {
    const done = unit().transaction((tx) => Promise.all([attempt(tx, 1), tx.savepoint((inner) => inner.run(note(2)))]));
    await expect(done).rejects.toThrow(/A savepoint is open/);
    expect(await notes()).toEqual([]);
  });

  it("rolls back when the transaction ends before its savepoint", async () => {
    let open: Promise<unknown> = Promise.resolve();
    let leave = (): void => {};
    const done = unit().transaction(async (tx) => {
      open = tx.savepoint(async (inner) => {
        await inner.run(note(1));
        await new Promise<void>((resolve) => (leave = resolve));
        await inner.run(note(2));
      });
      open.catch(() => undefined);
      await tx.run(note(3)).catch(() => undefined);
    });
    await expect(done).rejects.toThrow(/left open/);
    leave();
    await expect(open).rejects.toThrow(/has ended/);
    expect(await notes()).toEqual([]);
  });

  it("refuses a savepoint that has ended", async () => {
    let leaked: Transaction | null = null;
    await unit().transaction(async (tx) => {
      await tx.savepoint(async (inner) => void (leaked = inner));
      const late: Transaction = leaked ?? tx;
      await expect(late.run(note(1))).rejects.toThrow(/savepoint has ended/);
      await expect(late.savepoint(async () => 1)).rejects.toThrow(/savepoint has ended/);
    });
    expect(await notes()).toEqual([]);
  });

  it("waits for statements that a savepoint left running", async () => {
    await unit().transaction(async (tx) => {
      await tx.savepoint(async (inner) => void inner.run(note(1)));
      await tx.run(note(2));
    });
    expect(await notes()).toEqual([1, 2]);
  });

  it("fails where a violation was caught inside of its own savepoint", async () => {
    const done = unit().transaction(async (tx) => {
      await tx.run(note(1));
      await tx.savepoint(async (inner) => void (await inner.run(note(1)).catch(() => undefined)));
      await tx.run(note(2));
    });
    await expect(done).rejects.toBeInstanceOf(DbError);
    expect(await notes()).toEqual([]);
  });
});
