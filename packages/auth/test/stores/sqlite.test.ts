import { chmod, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test, vi } from "vitest";
import { sqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { deferred } from "../support/deferred.ts";
import { folder } from "./support/folder.ts";
import { record, wait } from "./support/records.ts";

describe("sqliteStore", () => {
  test("the database and its side files are for the owner only, whatever the umask", async () => {
    await using place = folder();
    const before = process.umask(0);
    const store = sqliteStore(place.at("s.db"));
    try {
      await store.commit(0, record(1));
    } finally {
      process.umask(before);
    }
    for (const name of await readdir(place.path)) expect((await stat(place.at(name))).mode & 0o777).toBe(0o600);
    await store.close?.();
    await chmod(place.at("s.db"), 0o644);
    await expect(sqliteStore(place.at("s.db")).read()).rejects.toMatchObject({
      code: "insecure_permissions",
      message: expect.stringContaining("chmod 600"),
    });
  });

  test("F5 a file that is no database: put aside, said once, then the store is empty", async () => {
    await using place = folder();
    await writeFile(place.at("s.db"), "no database at all ".repeat(100), { mode: 0o600 });
    const store = sqliteStore(place.at("s.db"));
    await expect(store.read()).rejects.toMatchObject({ code: "store_corrupt" });
    expect(await store.read()).toBeUndefined();
    expect(await store.commit(0, record(1))).toBe(true);
    expect(await readdir(place.path)).toContain("s.db.bad");
    await store.close?.();
  });

  test.each(["", "{", JSON.stringify({ ...record(3), v: 2 })])("F5 a row that is no record: %j", async (text) => {
    await using place = folder();
    const store = sqliteStore(place.at("s.db"));
    await store.commit(0, record(1));
    const database = new DatabaseSync(place.at("s.db"));
    database.prepare("update fleet_sessions_1 set record = ?").run(text);
    await expect(store.read()).rejects.toMatchObject({ code: "store_corrupt" });
    expect(await store.read()).toBeUndefined();
    expect(database.prepare("select record from fleet_sessions_1 where name = 'default.bad'").get()).toEqual({
      record: text,
    });
    expect(await store.commit(0, record(1))).toBe(true);
    database.close();
    await store.close?.();
  });

  test("several sessions share a database without meeting", async () => {
    await using place = folder();
    const [a, b] = ["a", "b"].map((name) => sqliteStore(place.at("s.db"), { name }));
    await a?.commit(0, record(1, { token: "A" }));
    expect(await b?.read()).toBeUndefined();
    expect(await b?.commit(0, record(1, { token: "B" }))).toBe(true);
    expect((await a?.read())?.token).toBe("A");
    await a?.withLock("login", wait, async () => b?.withLock("login", wait, async () => undefined));
    for (const store of [a, b]) await store?.close?.();
  });

  test("while another holds the database, calls wait without blocking, and give up after busyMs", async () => {
    await using place = folder();
    const store = sqliteStore(place.at("s.db"));
    await store.commit(0, record(1));
    const other = new DatabaseSync(place.at("s.db"));
    other.exec("begin immediate");
    const commit = store.commit(1, record(2));
    const impatient = sqliteStore(place.at("s.db"), { busyMs: 1 });
    await expect(impatient.commit(1, record(2))).rejects.toMatchObject({ code: "ERR_SQLITE_ERROR" });
    other.exec("commit");
    expect(await commit).toBe(true);
    other.close();
    for (const handle of [store, impatient]) await handle.close?.();
  });

  test("F10 a lock that a killed process left is taken over after silence", async () => {
    await using place = folder();
    const store = sqliteStore(place.at("s.db"), { staleMs: 30 });
    await store.read();
    const database = new DatabaseSync(place.at("s.db"));
    database.exec("insert into fleet_locks_1 values ('default login', 'dead', 3)");
    expect(await store.withLock("login", wait, async () => 1)).toBe(1);
    expect(database.prepare("select * from fleet_locks_1").all()).toEqual([]);
    database.close();
    await store.close?.();
  });

  test("F5 damage that SQLite finds only later: put aside, reported once, then the store is empty", async () => {
    await using place = folder();
    const path = place.at("s.db");
    const [store, other] = [sqliteStore(path), sqliteStore(path)];
    await store.commit(0, record(1));
    // The pages of the tables, but not the one of the schema.
    await other.close?.();
    await store.close?.();
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0xff, 4_096));
    const again = sqliteStore(path);
    await expect(again.read()).rejects.toMatchObject({
      code: "store_corrupt",
      message: expect.stringContaining(".bad"),
    });
    expect(await again.read()).toBeUndefined();
    expect(await again.commit(0, record(1))).toBe(true);
    expect(await readdir(place.path)).toContain("s.db.bad");
    await again.close?.();
  });

  test.each(["removed", "replaced"])("a database that was %s: all handles go on with the new one", async (how) => {
    await using place = folder();
    const [early, late] = [sqliteStore(place.at("s.db")), sqliteStore(place.at("s.db"))];
    await early.commit(0, record(1, { token: "early" }));
    for (const name of await readdir(place.path)) await rm(place.at(name));
    if (how === "replaced") {
      const other = sqliteStore(place.at("other.db"));
      await other.commit(0, record(1, { token: "other" }));
      await other.close?.();
      await rename(place.at("other.db"), place.at("s.db"));
    }
    const rev = (await late.read())?.rev ?? 0;
    expect(await late.commit(rev, record(rev + 1, { token: "late" }))).toBe(true);
    expect((await early.read())?.token).toBe("late");
    await early.withLock("login", wait, async () => {
      const given = new AbortController();
      const waiter = late.withLock("login", { ...wait, signal: given.signal }, async () => expect.unreachable());
      given.abort(new Error("excluded"));
      await expect(waiter).rejects.toThrow("excluded");
    });
    for (const store of [early, late]) await store.close?.();
  });

  test("a file that became readable for others is refused by handles that are open", async () => {
    await using place = folder();
    const store = sqliteStore(place.at("s.db"));
    await store.commit(0, record(1));
    await chmod(place.at("s.db"), 0o644);
    await expect(store.read()).rejects.toMatchObject({ code: "insecure_permissions" });
    await chmod(place.at("s.db"), 0o600);
    expect(await store.read()).toEqual(record(1));
    await store.close?.();
  });

  test("close ends the waiting for a busy database, and leaves no lock behind", async () => {
    await using place = folder();
    const [store, reader] = [sqliteStore(place.at("s.db")), sqliteStore(place.at("s.db"))];
    await store.commit(0, record(1));
    const other = new DatabaseSync(place.at("s.db"));
    other.exec("begin immediate");
    const calls = [store.commit(1, record(2)), store.withLock("login", wait, async () => 1)];
    await new Promise((resolve) => setTimeout(resolve, 50));
    const outcomes = Promise.allSettled(calls);
    await store.close?.();
    expect(await outcomes).toEqual(
      calls.map(() => ({ status: "rejected", reason: expect.objectContaining({ code: "store_closed" }) })),
    );
    other.exec("commit");
    expect(await reader.read()).toEqual(record(1));
    expect(other.prepare("select * from fleet_locks_1").all()).toEqual([]);
    other.close();
    await reader.close?.();
  });

  test("after close nothing is opened or made, also when work under the lock ends later", async () => {
    await using place = folder();
    const store = sqliteStore(place.at("s.db"));
    const leave = deferred();
    const entered = deferred();
    const holder = store.withLock("login", wait, async () => {
      entered.resolve();
      await leave.promise;
    });
    await entered.promise;
    await store.close?.();
    for (const name of await readdir(place.path)) await rm(place.at(name));
    leave.resolve();
    await holder;
    expect(await readdir(place.path)).toEqual([]);
  });

  test("a handle that refuses a file closes it", async () => {
    await using place = folder();
    const store = sqliteStore(place.at("s.db"));
    await store.commit(0, record(1));
    await chmod(place.at("s.db"), 0o644);
    await expect(store.read()).rejects.toMatchObject({ code: "insecure_permissions" });
    // The last connection that closes removes the side files.
    expect(await readdir(place.path)).toEqual(["s.db"]);
    await store.close?.();
  });

  test("a database that cannot be written is an error, and can still be read", async () => {
    await using place = folder();
    const store = sqliteStore(place.at("s.db"));
    await store.commit(0, record(1));
    const other = new DatabaseSync(place.at("s.db"));
    other.exec("create trigger no_write before update on fleet_sessions_1 begin select raise(abort, 'read-only'); end");
    other.close();
    await expect(store.commit(1, record(2))).rejects.toMatchObject({ code: "ERR_SQLITE_ERROR" });
    expect(await store.read()).toEqual(record(1));
    await store.close?.();
  });

  test("a Node without node:sqlite is told which one has it", async () => {
    vi.doMock("node:sqlite", () => {
      throw new Error("No such built-in module");
    });
    try {
      await using place = folder();
      await expect(sqliteStore(place.at("s.db")).read()).rejects.toMatchObject({
        code: "store_unavailable",
        message: expect.stringContaining("22.13"),
      });
    } finally {
      vi.doUnmock("node:sqlite");
    }
  });
});
