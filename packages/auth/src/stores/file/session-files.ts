import { createHash } from "node:crypto";
import { readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AuthError } from "../../errors.ts";
import type { SessionRecord } from "../../store/token-store.ts";
import type { StoreRuntime } from "../shared/runtime.ts";
import { mayReplace, newerRecord } from "../../session-record.ts";
import { type HeldLease, type LeaseStorage, withLease } from "./lease.ts";
import { lockFile, type LockFile } from "./lock-file.ts";
import { ignore } from "./private-file.ts";
import { encode, readRecordFile, replaceFile } from "./record-file.ts";
import { assertFolder, makeFolder, resolvePath } from "./resolve-path.ts";

/** The record file of one path, and the locks in its folder. */
export interface SessionFiles {
  readonly read: () => Promise<SessionRecord | undefined>;
  readonly commit: (expectedRev: number, next: SessionRecord) => Promise<boolean>;
  readonly lockOf: (name: string) => Promise<LeaseStorage>;
}

const commitTimeoutMs = 10_000;

/**
 * The files behind `path`. A commit holds the lock `<path>.lock`, whose holder is taken for dead after `staleMs` of
 * silence. `signal` ends the waiting for that lock.
 */
export function sessionFiles(path: string, staleMs: number, runtime: StoreRuntime, signal: AbortSignal): SessionFiles {
  const temporaryOf = (target: string, nonce: string): string => `${target}.${nonce}.tmp`;
  const lockAt = (target: string, suffix: string): LockFile =>
    lockFile(target + suffix, () => temporaryOf(target, runtime.newId()));
  /** The real path of the file, in a folder that exists. */
  const prepare = async (): Promise<string> => {
    const target = await resolvePath(path);
    await makeFolder(dirname(target));
    return target;
  };

  /** Runs `work` as the only one who may change the files. */
  const exclusively = async <T>(work: (target: string, lease: HeldLease, lock: LockFile) => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const target = await prepare();
    const lock = lockAt(target, ".lock");
    const wait = { timeoutMs: commitTimeoutMs + 2 * staleMs, signal };
    return withLease(lock, { staleMs }, runtime, wait, async (lease) => {
      await sweep(target);
      return work(target, lease, lock);
    });
  };

  /** What the file holds; a damaged record is moved away and reported by rejecting. */
  const readContent = async (): ReturnType<typeof readRecordFile> => {
    const target = await resolvePath(path);
    await assertFolder(dirname(target));
    const content = await readRecordFile(target);
    if (content.kind !== "corrupt") return content;
    await exclusively(quarantine);
    return readContent();
  };

  const read = async (): Promise<SessionRecord | undefined> => {
    const content = await readContent();
    if (content.kind === "newer") throw newerRecord(path);
    return content.kind === "record" ? content.record : undefined;
  };

  const commit = async (expectedRev: number, next: SessionRecord): Promise<boolean> => {
    const text = encode(next);
    for (;;) {
      if (!mayReplace(await readContent(), expectedRev, next)) return false;
      const done = await exclusively(async (target, { nonce }, lock) => {
        const content = await readRecordFile(target);
        // Corrupt only now: the next round reads, reports and moves it.
        if (content.kind === "corrupt") return undefined;
        if (!mayReplace(content, expectedRev, next)) return false;
        const replaced = await replaceFile(target, temporaryOf(target, nonce), text, () => lock.isHeldBy(nonce));
        // The lock was lost to a waiter that took this process for dead: start again.
        return replaced || undefined;
      });
      if (done !== undefined) return done;
    }
  };

  /** Taking a lock for logins is one system call; removing one that may be another's happens exclusively. */
  const lockOf = async (name: string): Promise<LeaseStorage> => {
    const lock = lockAt(await prepare(), `.${fileNameOf(name)}.lock`);
    return {
      label: `lock "${name}" of the token store`,
      peek: () => lock.peek(),
      evict: (seen) =>
        exclusively(async () => {
          if ((await lock.peek()) === seen) await lock.evict(seen);
        }),
      async take(nonce) {
        const held = await lock.take(nonce);
        return held && { ...held, release: () => exclusively(() => held.release()).catch(() => held.release()) };
      },
    };
  };

  return { read, commit, lockOf };
}

/** Moves a record aside that cannot be understood, unless it was repaired meanwhile; reports that by rejecting. */
async function quarantine(target: string): Promise<void> {
  if ((await readRecordFile(target)).kind !== "corrupt") return;
  await rename(target, `${target}.bad`);
  throw new AuthError("store_corrupt", `${target} held no valid session and was moved to ${target}.bad`);
}

/** A lock may have any name; a file name may not, is limited in length, and some systems ignore its case. */
function fileNameOf(lock: string): string {
  if (/^[a-z][a-z0-9_-]{0,63}$/.test(lock)) return lock;
  return createHash("sha256").update(lock).digest("hex");
}

/** What follows the name of the session file: a random name as `StoreRuntime.newId` makes it, so that no other file matches. */
const temporaryName = /^[0-9a-f]{32}\.tmp$/;

/** Removes temporary files of commits that were cut off. Only for the holder of the commit lock. */
async function sweep(target: string): Promise<void> {
  const [folder, prefix] = [dirname(target), `${basename(target)}.`];
  const left = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && temporaryName.test(name.slice(prefix.length)),
  );
  // In a folder like /tmp other users may have files of that name, which only they can remove.
  const remove = (name: string): Promise<void> =>
    unlink(join(folder, name)).catch(ignore("ENOENT", "EPERM", "EACCES", "EISDIR"));
  await Promise.all(left.map(remove));
}
