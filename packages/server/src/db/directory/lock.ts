import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { Server } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { DataDirectoryInUseError } from "../errors.ts";

/** Note of the holder inside of the directory; elsewhere than on Linux it is the lock itself. */
export const lockFileName = "server.lock";

/** A held lock. */
export interface DirectoryLock {
  /** Gives the directory free; may be called twice. */
  release(): Promise<void>;
}

/** Which mechanism holds the lock. */
type LockKind = "abstract-socket" | "pid-file";

/** PGlite has no lock of its own: two processes on one directory destroy each other's rows. */
export function lockDirectory(
  realPath: string,
  startedAt: Date,
  kind: LockKind = process.platform === "linux" ? "abstract-socket" : "pid-file",
): Promise<DirectoryLock> {
  const note = JSON.stringify({ pid: process.pid, started_at: startedAt.toISOString() });
  return kind === "abstract-socket" ? lockBySocket(realPath, note) : lockByFile(realPath, note, startedAt);
}

/**
 * Linux: a listening socket in the abstract namespace. The kernel takes it away with the process,
 * however that ends, so a stale lock cannot exist. It is seen within one network namespace: do not
 * share a data directory between containers.
 */
async function lockBySocket(directory: string, note: string): Promise<DirectoryLock> {
  const name = createHash("sha256").update(directory).digest("hex");
  const server = await listen(`\0fleet-api-data-${name}`);
  if (server === null) throw new DataDirectoryInUseError(directory, readHolder(directory));
  const release = async (): Promise<void> => {
    if (!server.listening) return;
    rmSync(join(directory, lockFileName), { force: true });
    await new Promise((resolve) => server.close(resolve));
  };
  try {
    writeFileSync(join(directory, lockFileName), `${note}\n`, { mode: 0o600 });
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(null);
      else reject(error);
    });
    server.listen({ path, exclusive: true }, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Elsewhere: a file that only one process can create, taken over when its process is gone. */
async function lockByFile(directory: string, note: string, startedAt: Date): Promise<DirectoryLock> {
  const path = join(directory, lockFileName);
  if (!tryCreate(path, note)) {
    const holder = readHolder(directory);
    if (holder !== null && isAlive(holder)) throw new DataDirectoryInUseError(directory, holder);
    takeOver(directory, note, startedAt);
  }
  let held = true;
  return {
    release: async () => {
      if (held) rmSync(path, { force: true });
      held = false;
    },
  };
}

const TAKEOVER_STALE_MS = 10_000;

/** Removing and creating are two steps; a directory, which only one can make, guards them. */
function takeOver(directory: string, note: string, now: Date): void {
  const path = join(directory, lockFileName);
  const guard = `${path}.takeover`;
  const age = statSync(guard, { throwIfNoEntry: false });
  if (age !== undefined && now.getTime() - age.mtimeMs > TAKEOVER_STALE_MS) rmdirSync(guard);
  try {
    mkdirSync(guard);
  } catch {
    throw new DataDirectoryInUseError(directory, null);
  }
  try {
    const holder = readHolder(directory);
    if (holder !== null && isAlive(holder)) throw new DataDirectoryInUseError(directory, holder);
    rmSync(path, { force: true });
    if (!tryCreate(path, note)) throw new DataDirectoryInUseError(directory, readHolder(directory));
  } finally {
    rmdirSync(guard);
  }
}

function tryCreate(path: string, note: string): boolean {
  try {
    writeFileSync(path, `${note}\n`, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function readHolder(directory: string): number | null {
  try {
    const note: unknown = JSON.parse(readFileSync(join(directory, lockFileName), "utf8"));
    if (typeof note === "object" && note !== null && "pid" in note) {
      return typeof note.pid === "number" ? note.pid : null;
    }
    return null;
  } catch {
    return null;
  }
}
