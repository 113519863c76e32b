import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { AuthError } from "../../errors.ts";
import type { TokenStore } from "../../store/token-store.ts";
import { createClosable } from "../shared/closable.ts";
import { withLease, type HeldLease } from "../file/lease.ts";
import { pause, runtimeOf, type StoreRuntime } from "../shared/runtime.ts";
import { parseRecord } from "../shared/session-record.ts";
import { watchForChanges } from "../file/watch-file.ts";
import { openDatabase } from "./open-database.ts";
import { isCode, sqliteCode } from "./sqlite-errors.ts";
import { sqliteLock, type Run } from "./sqlite-lock.ts";

export type { StoreRuntime } from "../shared/runtime.ts";

/** Options of `sqliteStore`. */
export interface SqliteStoreOptions {
  /** Tells apart several sessions in one database. Default `default`. */
  readonly name?: string;
  /** A process that holds the login lock and shows no life for this long is taken for dead. Milliseconds, default 5 000. */
  readonly staleMs?: number;
  /** Longest time to wait for other writers of the database, in milliseconds. Default 5 000. */
  readonly busyMs?: number;
  /** Clock, timers and random names, for tests. */
  readonly runtime?: Partial<StoreRuntime>;
}

const retryMs = 5;

/**
 * Keeps the session in an SQLite database, readable for its owner only, for all processes of a machine. The best
 * choice for command lines and daemons on Node 22.13 or newer: a commit is one `UPDATE … WHERE rev = ?`, in the
 * write-ahead log. After a crash of the process the last commit is there; after a power cut perhaps the one before.
 * Not for network drives (sqlite.org/wal.html).
 *
 * Rejects with `store_unavailable` if Node has no `node:sqlite`, with `insecure_permissions` if others may read the
 * file, with `store_corrupt` once when the database or the record is damaged (it is put aside, to `<path>.bad` or to
 * the name `<name>.bad`), with `store_closed` after `close()`, and with the error of SQLite otherwise.
 */
export function sqliteStore(path: string, options: SqliteStoreOptions = {}): TokenStore {
  const { name = "default", staleMs = 5_000, busyMs = 5_000 } = options;
  const runtime = runtimeOf(options.runtime);
  const file = resolve(path);
  const closable = createClosable("the sqlite store");
  const watches = new Set<() => void>();
  const connection = createConnection(file, busyMs, runtime);
  const held = new Set<HeldLease>();
  const { run } = connection;

  return {
    async read() {
      closable.assertOpen();
      return run((database) => readRecord(database, name));
    },
    async commit(expectedRev, next) {
      closable.assertOpen();
      const text = JSON.stringify(next);
      return run((database) => {
        const { changes } =
          expectedRev === 0
            ? database
                .prepare("insert into fleet_sessions_1 values (?, ?, ?) on conflict do nothing")
                .run(name, next.rev, text)
            : database
                .prepare("update fleet_sessions_1 set rev = ?, record = ? where name = ? and rev = ?")
                .run(next.rev, text, name, expectedRev);
        return changes !== 0;
      });
    },
    watch(changed) {
      closable.assertOpen();
      const stop = watchForChanges(file, "-wal", changed);
      watches.add(stop);
      return () => {
        if (watches.delete(stop)) stop();
      };
    },
    async withLock(lock, wait, work) {
      closable.assertOpen();
      const signal = AbortSignal.any([wait.signal, closable.signal]);
      const place = sqliteLock(run, `${name} ${lock}`);
      return withLease(place, { staleMs }, runtime, { ...wait, signal }, async (lease) => {
        held.add(lease);
        try {
          return await work();
        } finally {
          held.delete(lease);
        }
      });
    },
    async close() {
      if (!closable.close()) return;
      for (const stop of watches) stop();
      watches.clear();
      // Without a database nobody could give them back any more.
      await Promise.allSettled([...held].map((lease) => lease.release()));
      await connection.close();
    },
  };
}

/** Opens the database at the first call and waits, without blocking the process, while others write. */
function createConnection(file: string, busyMs: number, runtime: StoreRuntime): { run: Run; close(): Promise<void> } {
  let opening: Promise<DatabaseSync> | undefined;
  let closed = false;
  const open = async (): Promise<DatabaseSync> => {
    if (closed) throw new AuthError("store_closed", "the sqlite store was closed meanwhile");
    opening ??= openDatabase(file);
    try {
      return await opening;
    } catch (error) {
      // A database that could not be opened may be there the next time.
      opening = undefined;
      throw error;
    }
  };
  return {
    async run(use) {
      const begin = runtime.monotonic();
      for (;;) {
        try {
          return use(await open());
        } catch (error) {
          const mayRetry = isCode(error, sqliteCode.busy, sqliteCode.locked);
          if (!mayRetry || runtime.monotonic() - begin > busyMs) throw error;
          await pause(runtime, retryMs);
        }
      }
    },
    async close() {
      closed = true;
      const database = await opening?.catch(() => undefined);
      if (database?.isOpen === true) database.close();
    },
  };
}

/** The record; one that cannot be understood is put aside under another name. */
function readRecord(database: DatabaseSync, name: string): ReturnType<typeof parseRecord> {
  const row = database.prepare("select record from fleet_sessions_1 where name = ?").get(name);
  if (row === undefined) return undefined;
  const text = String(row["record"]);
  const record = parseRecord(text);
  if (record !== undefined) return record;
  const aside = "update or replace fleet_sessions_1 set name = name || '.bad' where name = ? and record = ?";
  // Somebody else may have put it aside, or mended it, since.
  if (database.prepare(aside).run(name, text).changes === 0) return readRecord(database, name);
  throw new AuthError("store_corrupt", `the stored session was not valid and was put aside under the name ${name}.bad`);
}
