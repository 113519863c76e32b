import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuth, type AuthEvent } from "../../src/index.ts";
import {
  migratePostgres,
  postgresSchema,
  postgresStore,
  type PostgresQuery,
} from "../../src/stores/postgres/postgres-store.ts";
import { rotatingServer, storeConformance } from "../../src/testing/index.ts";
import { databases, type OpenDatabase } from "./postgres-databases.ts";
import { settle } from "../support/deferred.ts";
import { hastyTimers } from "./support/hasty-timers.ts";
import { startTogetherAt } from "./support/start-together.ts";
import { ordered, record, wait } from "./support/records.ts";

/** So long that no lock runs out on a slow machine. */
const leaseMs = 60_000;

const credentials = { username: "demo.operator", password: "correct horse" };

for (const { name, open, reason } of databases) {
  if (reason !== undefined) console.log(`skipped: ${reason}`);

  describe.skipIf(reason !== undefined)(`postgres store on ${name}`, () => {
    const table = `fleet_test_${randomUUID().slice(0, 8)}`;
    const freshKey = (): string => randomUUID();
    let db: OpenDatabase;
    let one: PostgresQuery;
    let two: PostgresQuery;

    beforeAll(async () => {
      db = await open();
      [one, two] = db.queries;
      await migratePostgres({ query: one, table });
    });
    afterAll(async () => {
      await one(`drop table ${table}`, []);
      await one(`drop table ${table}_locks`, []);
      await db.close();
    });

    describe("conformance", () => {
      const cases = storeConformance({
        create() {
          const key = freshKey();
          let turn = 0;
          return {
            open: () => postgresStore({ query: turn++ % 2 ? one : two, listen: db.listen, table, key }),
            damage: async () => void (await one(`update ${table} set record = '{' where key = $1`, [key])),
          };
        },
      });
      for (const { id, title, run } of cases) test(`${id} ${title}`, () => expect(run()).resolves.toBeUndefined());
    });

    test("F16 8 processes start on one empty key: 1 login", async ({ skip }) => {
      if (db.address === undefined) return skip("a PGlite lives in one process");
      expect(await startTogetherAt({ kind: "postgres", address: db.address, table, key: freshKey() }, 8)).toBe(1);
    });

    test("the tables are made by many at once, and again", async () => {
      const other = `${table}_b`;
      await Promise.all(
        Array.from({ length: 8 }, (_, index) => migratePostgres({ query: index % 2 ? one : two, table: other })),
      );
      await migratePostgres({ query: two, table: other });
      const store = postgresStore({ query: one, table: other, key: "k" });
      expect(await store.commit(0, record(1))).toBe(true);
      await one(`drop table ${other}`, []);
      await one(`drop table ${other}_locks`, []);
    });

    test("F16 B20 twenty sessions without a token on one key: one login, the others take it up", async () => {
      const service = rotatingServer({ policy: "stale-only", nameToken: ordered });
      const key = freshKey();
      const sessions = Array.from({ length: 20 }, (_, index) =>
        createAuth({ ...service, credentials, store: postgresStore({ query: index % 2 ? one : two, table, key }) }),
      );
      const responses = await Promise.all(sessions.map((session) => session.fetch(`${service.baseUrl}/units`)));
      expect(responses.map(({ status }) => status)).toEqual(sessions.map(() => 200));
      expect(service.logins()).toBe(1);
      await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
    });

    test("F20 one of two commits wins, and wakes the session that watches", async () => {
      const service = rotatingServer({ policy: "stale-only", nameToken: ordered });
      const key = freshKey();
      const store = postgresStore({ query: one, listen: db.listen, table, key });
      const session = createAuth({ ...service, credentials, store });
      await session.login();
      // The session listens in the background; what is sent over the same connection later gets its response later.
      await (
        await db.listen("fleet_test_in_order", () => undefined)
      )();
      const rev = (await store.read())?.rev ?? 0;
      const sid = (await store.read())?.sid ?? "";
      const taken = new Promise<AuthEvent>((resolve) => {
        session.subscribe((event) => event.type === "token" && resolve(event));
      });
      const others = [one, two].map((query) => postgresStore({ query, table, key }));
      const done = await Promise.all(
        others.map((other, index) => other.commit(rev, { ...record(rev + 1, { token: `f1.9.${index}` }), sid })),
      );
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await taken).toMatchObject({ why: "adopted" });
      expect(await session.getToken()).toBe(`f1.9.${done.indexOf(true)}`);
      await session[Symbol.asyncDispose]();
    });

    test("B19 a holder that crashed blocks the lock no longer than its lease; a living one keeps it up", async () => {
      const key = freshKey();
      const crashed = postgresStore({ query: one, table, key, leaseMs: 100, runtime: { timers: deadTimers } });
      void crashed.withLock("login", wait, () => new Promise(() => undefined));
      const store = postgresStore({
        query: two,
        table,
        key,
        leaseMs,
        runtime: { timers: hastyTimers(leaseMs / 3) },
      });
      const half = `clock_timestamp() + interval '${leaseMs / 2} ms'`;
      const holders = async (): Promise<readonly unknown[]> =>
        (await one(`select until > ${half} as extended from ${table}_locks where key = $1`, [`${key}:login`])).rows;
      await store.withLock("login", wait, async () => {
        // As if half of the lease had passed: an extension makes it a whole one again.
        await one(`update ${table}_locks set until = ${half} where key = $1`, [`${key}:login`]);
        while (JSON.stringify(await holders()) !== '[{"extended":true}]') await settle();
      });
      expect(await holders()).toEqual([]);
    });

    test("F19 whoever lost the lock neither commits over the later holder nor gives back its lock", async () => {
      const key = freshKey();
      const [late, quick] = [one, two].map((query) => postgresStore({ query, table, key }));
      if (late === undefined || quick === undefined) throw new Error("unreachable");
      await late.withLock("login", wait, async () => {
        const seen = (await late.read())?.rev ?? 0;
        await one(`update ${table}_locks set until = '-infinity' where key = $1`, [`${key}:login`]);
        await quick.withLock("login", wait, async () => {
          expect(await quick.commit(0, record(1, { token: "of the quick one" }))).toBe(true);
          expect(await late.commit(seen, record(seen + 1, { token: "of the late one" }))).toBe(false);
        });
        await one(`insert into ${table}_locks values ($1, 'owner of the next holder', 'infinity')`, [`${key}:login`]);
      });
      const { rows } = await one(`select owner from ${table}_locks where key = $1`, [`${key}:login`]);
      expect(rows).toEqual([{ owner: "owner of the next holder" }]);
      expect((await late.read())?.token).toBe("of the quick one");
    });

    test("F5 a record that is damaged: moved to the key `<key>.bad`, over an earlier one, then the store is empty", async () => {
      const key = freshKey();
      const store = postgresStore({ query: one, table, key });
      for (const damage of ["record = '{'", "rev = 7"]) {
        await store.commit(0, record(1));
        await two(`update ${table} set ${damage} where key = $1`, [key]);
        await expect(store.read()).rejects.toMatchObject({
          code: "store_corrupt",
          message: expect.stringContaining(`"${key}.bad"`),
        });
        expect(await store.read()).toBeUndefined();
      }
      const { rows } = await two(`select rev, record from ${table} where key = $1`, [`${key}.bad`]);
      expect(rows).toMatchObject([{ record: JSON.stringify(record(1)) }]);
      expect(await store.commit(0, record(1))).toBe(true);
    });

    test("J2 the error of a statement that fails does not carry the record that was to be written", async () => {
      const store = postgresStore({ query: one, table: `${table}_none`, key: freshKey() });
      const error: unknown = await store.commit(0, record(1, { token: "CANARY" })).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "42P01", message: expect.stringContaining("does not exist") });
      expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain("CANARY");
    });

    test("G5 the notification names the session's key, never the token", async () => {
      const key = freshKey();
      const told: string[] = [];
      let wake = (): void => undefined;
      const heard = new Promise<void>((resolve) => (wake = resolve));
      const stop = await db.listen(table, (payload) => {
        told.push(payload);
        if (payload === key) wake();
      });
      await postgresStore({ query: two, table, key }).commit(0, record(1, { token: "CANARY" }));
      await heard;
      await stop();
      expect(told.join()).not.toContain("CANARY");
    });
  });
}

describe("postgres store without a database", () => {
  test("F18 a response that never comes is an error of the store, not of the request", async () => {
    const service = rotatingServer({ nameToken: ordered });
    const store = postgresStore({ query: () => new Promise(() => undefined), key: "k", timeoutMs: 5 });
    const session = createAuth({ ...service, credentials, store });
    expect((await session.fetch(`${service.baseUrl}/units`)).status).toBe(200);
    await expect(session.flush()).rejects.toMatchObject({ code: "store_unavailable" });
    expect(await session.getToken()).toBe(service.newest());
    await session[Symbol.asyncDispose]();
  });

  test("where transactions are serializable, the loser of a race is told so by a conflict", async () => {
    const conflict = Object.assign(new Error("could not serialize access"), { code: "40001" });
    const store = postgresStore({ query: () => Promise.reject(conflict), key: "k" });
    expect(await store.commit(1, record(2))).toBe(false);
    await expect(store.read()).rejects.toThrow(conflict.message);
    // A waiter that loses such a race goes on waiting.
    const waiter = store.withLock("login", { ...wait, signal: AbortSignal.timeout(50) }, async () => 1);
    await expect(waiter).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("a statement that the server cancels is an error, not a lost race", async () => {
    const cancelled = Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
    const store = postgresStore({ query: () => Promise.reject(cancelled), key: "k" });
    await expect(store.commit(1, record(2))).rejects.toThrow(cancelled.message);
    await expect(store.withLock("login", wait, async () => expect.unreachable())).rejects.toThrow(cancelled.message);
  });

  test("a table name that could be more than a name is refused", () => {
    for (const table of ["", "a b", "a;drop", 'a"', "A", "a.b.c", "a".repeat(32)]) {
      expect(() => postgresSchema(table)).toThrow(expect.objectContaining({ code: "invalid_option" }));
    }
    expect(postgresSchema("auth.sessions")).toContain("auth.sessions_locks");
  });
});

/** Timers that never fire, as in a process that was stopped. */
const deadTimers = { setTimeout: () => 0, clearTimeout: () => undefined };
