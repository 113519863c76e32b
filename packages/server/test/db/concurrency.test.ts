import { beforeEach, describe, expect, it } from "vitest";
import type { UnitOfWork } from "../../src/db/index.ts";
import { createScope, DbError, firstRow, noScope, rows } from "../../src/db/index.ts";
import { useDatabase } from "../support/db.ts";
import { insertClient, insertUser } from "../support/user.ts";

const db = useDatabase();
const scope = createScope({ partners: ["p1"] });
const work = (): UnitOfWork => db.database().unitOfWork(scope);
const now = new Date("2026-01-01T00:00:00.000Z");
const many = <T>(count: number, action: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => action(n)));

/** A row that every request may write. */
const revisionOf = (id: number) => firstRow<{ revision: number }>("select revision from revisions where id = $1", [id]);
const setRevision = (id: number, revision: number) =>
  rows("update revisions set revision = $2 where id = $1", [id, revision]);

describe("units of work at the same time", () => {
  const [one, two] = [1, 2];
  beforeEach(async () => {
    await db().script(`create table if not exists noted (n int);
      create table if not exists revisions (id int primary key, revision int not null default 0);
      grant all on noted, revisions to fleet_app; insert into revisions values (1), (2)`);
  });

  it("read total and page from one snapshot while others write", async () => {
    await insertUser(db());
    const client = await insertClient(db());
    let stop = false;
    const insert = (n: number): Promise<object[]> =>
      db().query(
        `insert into units (client_id, name, identifier, identifier_type, created_at, updated_at)
         values ($1, 'unit', 'u' || $2::int, 'custom', $3, $3)`,
        [client, n, now],
      );
    const writer = (async () => {
      for (let n = 0; !stop; n += 1) await insert(n);
    })();
    const totals: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const [[{ total = 0 } = {}], , page] = await work().read(
        rows<{ total: number }>("select sum(units)::bigint as total from client_usage"),
        rows("select pg_sleep(0.01)"),
        rows<{ id: number }>("select id from units"),
      );
      expect(page).toHaveLength(total);
      totals.push(total);
    }
    stop = true;
    await writer;
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(totals.at(-1)).toBeGreaterThan(totals[0] ?? 0);
  });

  it("apply each of several transactions on one row once, and run again those that met another", async () => {
    let runs = 0;
    await many(4, () =>
      work().transaction(async (tx) => {
        runs += 1;
        const [counts] = await tx.run(revisionOf(one));
        await tx.run(setRevision(one, (counts?.revision ?? 0) + 1));
      }),
    );
    expect(await work().read(revisionOf(one))).toEqual([{ revision: 4 }]);
    expect(runs).toBeGreaterThanOrEqual(4);
  });

  it("apply each of many writes of a row that everybody writes once", async () => {
    const increment = rows("update revisions set revision = revision + 1 where id = $1", [one]);
    const note = (n: number) => rows("insert into noted values ($1)", [n]);
    await many(60, (n) => work().write(note(n), increment));
    expect(await work().read(revisionOf(one))).toEqual([{ revision: 60 }]);
    const [noted] = await db().query("select count(*) as n, count(distinct n) as once from noted");
    expect(noted).toEqual({ n: 60, once: 60 });
  });

  it("meet others 15 times before they give up", async () => {
    let meetings = 0;
    const meet = (most: number) =>
      work().transaction(async (tx) => {
        await tx.run(setRevision(one, 2));
        meetings += 1;
        if (meetings <= most) throw new DbError("met another transaction", { code: "40001" });
      });
    await meet(15);
    expect(await work().read(revisionOf(one))).toEqual([{ revision: 2 }]);
    meetings = 0;
    await expect(meet(16)).rejects.toMatchObject({ code: "40001" });
    expect(meetings).toBe(16);
  });

  it("give up with the error itself, not with a half", async () => {
    const attempt = work().write(rows("insert into noted values (1)"), rows("select 1 / 0"));
    await expect(attempt).rejects.toBeInstanceOf(DbError);
    expect(await db().query("select count(*) as n from noted")).toEqual([{ n: 0 }]);
  });

  it("refuse the database inside of a transaction, instead of waiting for a connection forever", async () => {
    const inside = { name: "DbError", code: "25001" };
    await work().transaction(async (tx) => {
      await tx.run(revisionOf(one));
      await expect(work().read(revisionOf(one))).rejects.toMatchObject(inside);
      await expect(work().write(setRevision(one, 9))).rejects.toMatchObject(inside);
      await expect(work().transaction(async () => {})).rejects.toMatchObject(inside);
      expect(() => db().query("select 1")).toThrow(DbError);
      await tx.run(setRevision(two, 7));
    });
    expect(await work().read(revisionOf(two), revisionOf(one))).toEqual([{ revision: 7 }, { revision: 0 }]);
  });

  it("refuse statements of a transaction that has ended, and commit nothing of them", async () => {
    const leaked = await work().transaction((tx) => Promise.resolve(tx));
    await expect(leaked.run(setRevision(one, 9))).rejects.toThrow(/has ended/);
    expect(await db.database().unitOfWork(noScope).within(scope).read(revisionOf(one))).toEqual([{ revision: 0 }]);
  });

  it("keep few plans, whatever fails when it is first used", async () => {
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, (_, n) => {
          const mark = round * 100 + n;
          const failing = [
            rows(`select ${mark} / 0`),
            rows(`select nothing_${mark} from nowhere`),
            rows(`select $1::int + ${mark}`, ["no number"]),
            rows("select 1 / 0"),
            rows(`select 1 / $1::int`, [0]),
          ][n % 5];
          return failing === undefined ? work().read() : work().read(failing, rows(`select 'after ${mark}'`));
        }),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([]);
    }
    // All connections: their plans are counted while each of them is busy.
    const counted = firstRow<{ plans: number; pid: number }>(
      "select count(*) as plans, pg_backend_pid() as pid, pg_sleep(0.05)::text as slept from pg_prepared_statements",
    );
    for (const [plans] of await many(8, () => work().read(counted))) {
      expect(plans?.plans).toBeGreaterThan(0);
      expect(plans?.plans).toBeLessThanOrEqual(260);
    }
  });
});
