/**
 * A store in SQLite, for processes of one user on one machine. Needs Node 22.13 or later.
 *
 * @module
 */
import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { AuthError } from "../../errors.ts";
import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { checkMs } from "../../options/checks.ts";
import { withLease, type HeldLease, type LeaseStorage } from "../file/lease.ts";
import { createWatches } from "../file/watch-file.ts";
import { createClosable } from "../shared/closable.ts";
import { runtimeOf, type StoreRuntime } from "../shared/runtime.ts";
import { parseRecord } from "../shared/session-record.ts";
import { createConnection } from "./connection.ts";
import { sqliteLock } from "./sqlite-lock.ts";

export type { StoreRuntime } from "../shared/runtime.ts";

/** Options of `sqliteStore`. */
export interface SqliteStoreOptions {
  /** Tells apart several sessions in one database. Default `default`. */
  readonly name?: string;
  /**
   * A process that holds the login lock and shows no sign of life for this long is taken for dead. Milliseconds,
   * default 5 000.
   */
  readonly staleMs?: number;
  /** Longest time to wait for other writers of the database, in milliseconds. Default 5 000. */
  readonly busyMs?: number;
  /** Clock, timers and random names, for tests. */
  readonly runtime?: Partial<StoreRuntime>;
}

/**
 * Keeps the session in an SQLite database, readable for its owner only, for all processes of a user on one machine. The
 * best choice for command lines and daemons on Node 22.13 or newer: a commit is one `UPDATE … WHERE rev = ?`, in the
 * write-ahead log. After a crash of the process the last commit is there; after a power cut perhaps the one before.
 * Not for network drives (sqlite.org/wal.html).
 *
 * Rejects with `store_unavailable` if Node has no `node:sqlite`, with `insecure_permissions` under the same conditions
 * as `fileStore` and in sticky folders, with `store_corrupt` once when the database or the record is damaged (it is
 * moved to `<path>.bad`, or to the name `<name>.bad`), with `store_closed` after `close()`, and with the error of SQLite
 * otherwise. Throws `invalid_option`.
 */
export function sqliteStore(path: string, options: SqliteStoreOptions = {}): TokenStore {
  const { name = "default" } = options;
  const staleMs = checkMs("staleMs", options.staleMs ?? 5_000);
  const busyMs = checkMs("busyMs", options.busyMs ?? 5_000);
  const runtime = runtimeOf(options.runtime);
  const file = resolve(path);
  const watches = createWatches(file, "-wal");
  const held = new Set<HeldLease>();
  const { run, close } = createConnection(file, busyMs, runtime);
  const closable = createClosable("sqlite store", async () => {
    watches.close();
    // Without a database nobody could release them later.
    await Promise.allSettled([...held].map((lease) => lease.release()));
    await close();
  });

  const lockOf = (lock: string): LeaseStorage => {
    const storage = sqliteLock(run, `${name} ${lock}`, closable.signal);
    const take = async (nonce: string): Promise<HeldLease | undefined> => {
      const lease = await storage.take(nonce);
      if (lease === undefined) return undefined;
      held.add(lease);
      const release = async (): Promise<void> => {
        held.delete(lease);
        await lease.release();
      };
      return { ...lease, release };
    };
    return { ...storage, take: (nonce) => closable.run(() => take(nonce)) };
  };

  return {
    read: () => closable.run(() => run((database) => readRecord(database, name), closable.signal)),
    commit: (expectedRev, next) =>
      closable.run(() => run((database) => writeRecord(database, name, expectedRev, next), closable.signal)),
    watch(changed) {
      closable.assertOpen();
      return watches.add(changed);
    },
    async withLock(lock, wait, work) {
      closable.assertOpen();
      const signal = AbortSignal.any([wait.signal, closable.signal]);
      return withLease(lockOf(lock), { staleMs }, runtime, { ...wait, signal }, async () => work());
    },
    close: closable.close,
  };
}

function writeRecord(database: DatabaseSync, name: string, expectedRev: number, next: SessionRecord): boolean {
  const [rev, text] = [next.rev, JSON.stringify(next)];
  const { changes } =
    expectedRev === 0
      ? database.prepare("insert into fleet_sessions_1 values (?, ?, ?) on conflict do nothing").run(name, rev, text)
      : database
          .prepare("update fleet_sessions_1 set rev = ?, record = ? where name = ? and rev = ?")
          .run(rev, text, name, expectedRev);
  return changes !== 0;
}

/** The record; one that cannot be understood is moved to another name. */
function readRecord(database: DatabaseSync, name: string): SessionRecord | undefined {
  const row = database.prepare("select rev, record from fleet_sessions_1 where name = ?").get(name);
  if (row === undefined) return undefined;
  const text = String(row["record"]);
  const record = parseRecord(text);
  if (record !== undefined && record.rev === row["rev"]) return record;
  const move = "update or replace fleet_sessions_1 set name = name || '.bad' where name = ? and record = ?";
  // Somebody else may have moved or repaired it since.
  if (database.prepare(move).run(name, text).changes === 0) return readRecord(database, name);
  throw new AuthError("store_corrupt", `the stored session was not valid and was moved to the name ${name}.bad`);
}
