import { chmod, open, rename, stat } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { AuthError } from "../../errors.ts";
import { assertPrivate, ignore, locate } from "../file/private-file.ts";
import { busy, isCode, sqliteCode } from "./sqlite-errors.ts";

const schema = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists fleet_sessions_1 (
    name text primary key, rev integer not null, record text not null
  ) strict;
  create table if not exists fleet_locks_1 (
    name text primary key, nonce text not null, beats integer not null
  ) strict;`;

/** Blocks the event loop, so it is short; whoever finds the database busy for longer waits without blocking. */
const busyTimeoutMs = 20;

/**
 * Opens the database, or makes it, for the owner only. A file that is no database is moved to `<path>.bad`.
 * Rejects with `store_unavailable`, `insecure_permissions` or `store_corrupt`.
 */
export async function openDatabase(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite").catch(() => {
    throw new AuthError("store_unavailable", "sqliteStore needs node:sqlite, which Node has from 22.13; use fileStore");
  });
  const target = await locate(path);
  const { ino } = await makePrivate(target);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(target);
    database.exec(`pragma busy_timeout = ${busyTimeoutMs};${schema}`);
    return database;
  } catch (error) {
    database?.close();
    if (!isCode(error, sqliteCode.corrupt, sqliteCode.notADatabase)) throw error;
    // Somebody else may have mended it since.
    if ((await stat(target)).ino !== ino) throw busy();
    for (const suffix of ["", "-wal", "-shm"]) {
      await rename(target + suffix, `${target}.bad${suffix}`).catch(ignore("ENOENT"));
    }
    throw new AuthError("store_corrupt", `${target} was no valid database and was moved to ${target}.bad`);
  }
}

/** SQLite gives its side files (`-wal`, `-shm`) the mode of the database itself. */
async function makePrivate(target: string): Promise<{ readonly ino: number }> {
  const made = await open(target, "wx", 0o600).catch(ignore("EEXIST"));
  await made?.close();
  if (made !== undefined) await chmod(target, 0o600);
  const found = await stat(target);
  assertPrivate(target, found);
  return found;
}
