import { lstat, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { AuthError } from "../../errors.ts";
import { assertPrivate, ignore } from "../file/private-file.ts";
import { makeFolder, resolvePath } from "../file/resolve-path.ts";
import { isDamage } from "./sqlite-errors.ts";

const schema = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists fleet_sessions_1 (
    name text primary key, rev integer not null, record text not null
  ) strict;
  create table if not exists fleet_locks_1 (
    name text primary key, nonce text not null, beats integer not null
  ) strict;`;

/** Blocks the event loop, so it is short; a caller that finds the database busy for longer waits without blocking. */
const busyTimeoutMs = 20;

const sideFiles = ["-wal", "-shm", "-journal"];

/** An open database and the file that it was opened from. */
export interface OpenDatabase {
  readonly database: DatabaseSync;
  /** Whether the path still leads to that file. Rejects with `insecure_permissions` if others got rights to it. */
  isCurrent(): Promise<boolean>;
  /** Closes it. */
  close(): void;
  /** Closes it and moves the file to `<path>.bad`, unless somebody replaced it meanwhile; says so by rejecting. */
  quarantine(): Promise<never>;
}

/**
 * Opens the database, or makes it, for the owner only. A file that is no database is moved to `<path>.bad`.
 * Rejects with `store_unavailable`, `insecure_permissions` or `store_corrupt`.
 */
export async function openDatabase(path: string): Promise<OpenDatabase> {
  const { DatabaseSync } = await import("node:sqlite").catch(() => {
    throw new AuthError("store_unavailable", "sqliteStore needs node:sqlite, which Node has from 22.13; use fileStore");
  });
  const target = await resolvePath(path);
  // Others could make the side files of the database first.
  await makeFolder(dirname(target), "refuse");
  const file = await makePrivate(target);
  const isCurrent = async (): Promise<boolean> => {
    const found = await lstat(target).catch(ignore("ENOENT"));
    if (found?.ino !== file.ino || found.dev !== file.dev) return false;
    assertPrivate(target, found);
    return true;
  };
  let database: DatabaseSync | undefined;
  const close = (): void => {
    if (database?.isOpen === true) database.close();
  };
  const quarantine = async (): Promise<never> => {
    close();
    if (await isCurrent()) {
      for (const suffix of ["", ...sideFiles]) {
        await rename(target + suffix, `${target}.bad${suffix}`).catch(ignore("ENOENT"));
      }
    }
    throw new AuthError("store_corrupt", `${target} was no valid database and was moved to ${target}.bad`);
  };
  try {
    database = new DatabaseSync(target);
    database.exec(`pragma busy_timeout = ${busyTimeoutMs};${schema}`);
    return { database, isCurrent, close, quarantine };
  } catch (error) {
    if (isDamage(error)) return quarantine();
    close();
    throw error;
  }
}

/** Makes the database file if it is missing. SQLite gives its side files the owner and mode of the database itself. */
async function makePrivate(target: string): Promise<{ readonly ino: number; readonly dev: number }> {
  const made = await open(target, "wx", 0o600).catch(ignore("EEXIST"));
  try {
    await made?.chmod(0o600);
  } finally {
    await made?.close();
  }
  for (const suffix of sideFiles) {
    const found = await lstat(target + suffix).catch(ignore("ENOENT"));
    if (found !== undefined) assertPrivate(target + suffix, found);
  }
  const found = await lstat(target);
  assertPrivate(target, found);
  return found;
}
