import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Database } from "../../src/db/index.ts";
import { DbAbortedError, noScope, rows } from "../../src/db/index.ts";
import { openNewDatabase } from "../support/db.ts";

const backend = rows<{ pid: number }>("select pg_backend_pid() as pid");
const sleep = rows("select pg_sleep(30)");

/** A promise that somebody else resolves. */
function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** What the connections of requests are doing right now. */
async function running(on: Database): Promise<string[]> {
  const active = await on.owner.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and state = 'active'
     and pid <> pg_backend_pid() and query like '%pg_sleep%'`,
  );
  return active.map(({ query }) => query);
}

describe("a request whose client goes", () => {
  it("ends its statement on the server, and its connection serves the next request", async () => {
    const database = await openNewDatabase({}, { maxConnections: 1 });
    const [[before]] = await database.unitOfWork(noScope).read(backend);
    for (const run of ["read", "write"] as const) {
      const leaving = new AbortController();
      const slow = database.unitOfWork(noScope, { signal: leaving.signal })[run](sleep);
      await expect.poll(() => running(database)).toHaveLength(1);
      leaving.abort();
      await expect(slow).rejects.toBeInstanceOf(DbAbortedError);
      await expect.poll(() => running(database)).toEqual([]);
      expect(await database.unitOfWork(noScope).read(backend)).toEqual([[before]]);
    }
  });

  it("ends its statement also when the server has not begun it", async () => {
    const database = await openNewDatabase({}, { maxConnections: 1 });
    const [[before]] = await database.unitOfWork(noScope).read(backend);
    const leaving = new AbortController();
    // The server forgets a request to cancel that comes before the statement.
    process.kill(before?.pid ?? 0, "SIGSTOP");
    try {
      const slow = database.unitOfWork(noScope, { signal: leaving.signal }).read(sleep);
      await wait(100);
      leaving.abort();
      await expect(slow).rejects.toBeInstanceOf(DbAbortedError);
      await wait(300);
    } finally {
      process.kill(before?.pid ?? 0, "SIGCONT");
    }
    expect(await database.unitOfWork(noScope).read(backend)).toEqual([[before]]);
  });

  it("rolls its transaction back, in a statement and between two", async () => {
    const database = await openNewDatabase({}, { maxConnections: 1 });
    await database.owner.script("create table noted (n int); grant all on noted to fleet_app");
    for (const query of [sleep, null]) {
      const leaving = new AbortController();
      const begun = deferred();
      const slow = database.unitOfWork(noScope, { signal: leaving.signal }).transaction(async (tx) => {
        await tx.run(rows("insert into noted values (1)"));
        begun.resolve();
        await (query === null ? new Promise(() => {}) : tx.run(query));
      });
      await begun.promise;
      if (query !== null) await expect.poll(() => running(database)).toHaveLength(1);
      leaving.abort();
      await expect(slow).rejects.toBeInstanceOf(DbAbortedError);
      expect(await database.unitOfWork(noScope).read(rows("select n from noted"))).toEqual([[]]);
    }
  });

  it("waits no longer for a connection, and runs nothing when it gets one", async () => {
    const database = await openNewDatabase({}, { maxConnections: 1 });
    await database.owner.script("create table noted (n int); grant all on noted to fleet_app");
    const held = deferred();
    const holder = database.unitOfWork(noScope).transaction(() => held.promise);
    const leaving = new AbortController();
    const waiting = database
      .unitOfWork(noScope, { signal: leaving.signal })
      .write(rows("insert into noted values (1)"));
    leaving.abort();
    await expect(waiting).rejects.toBeInstanceOf(DbAbortedError);
    held.resolve();
    await holder;
    expect(await database.unitOfWork(noScope).read(rows("select n from noted"))).toEqual([[]]);
    await expect(database.unitOfWork(noScope, { signal: leaving.signal }).read(backend)).rejects.toBeInstanceOf(
      DbAbortedError,
    );
  });

  it("cancels nobody else's statement, however late it goes", async () => {
    const database = await openNewDatabase({}, { maxConnections: 1 });
    for (let round = 0; round < 20; round += 1) {
      const leaving = new AbortController();
      // Over before a request to cancel can reach the server.
      const brief = database.unitOfWork(noScope, { signal: leaving.signal }).read(rows("select pg_sleep(0.001)"));
      const next = database.unitOfWork(noScope).read(rows("select pg_sleep(0.05)"));
      await new Promise((resume) => setTimeout(resume, 0));
      leaving.abort();
      await brief.catch((error: unknown) => expect(error).toBeInstanceOf(DbAbortedError));
      await next;
    }
  });
});
