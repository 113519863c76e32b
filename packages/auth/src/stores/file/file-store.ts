import { readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { AuthError } from "../../errors.ts";
import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { lockFile, type LockFile } from "./lock-file.ts";
import { ignore, locate } from "./private-file.ts";
import { encode, readRecordFile } from "./record-file.ts";
import { replaceFile } from "./replace-file.ts";
import { watchForChanges } from "./watch-file.ts";
import { createClosable } from "../shared/closable.ts";
import { withLease, type HeldLease, type LeasePlace } from "./lease.ts";
import { runtimeOf, type StoreRuntime } from "../shared/runtime.ts";

export type { StoreRuntime } from "../shared/runtime.ts";

/** Options of `fileStore`. */
export interface FileStoreOptions {
  /**
   * A process that holds the login lock and shows no life for this long is taken for dead. Milliseconds, default 5 000.
   * Must be longer than your event loop is ever blocked; if it is not, two processes may both log in.
   */
  readonly staleMs?: number;
  /** Clock, timers and random names, for tests. */
  readonly runtime?: Partial<StoreRuntime>;
}

/** A commit takes milliseconds, so its lock is given up for dead sooner than that of a login. */
const commitStaleShare = 0.2;
const commitTimeoutMs = 10_000;

/**
 * Keeps the session in a file, readable for its owner only, for all processes of a machine that use the same path.
 * Node only. `path` may be a symbolic link, and its folder need not exist.
 *
 * A commit writes a new file to the disk and renames it over the old one, so a crash leaves the old record or the new
 * one. Beside the file live its lock files (`.lock`, `.login.lock`) and, for moments, `.tmp` files; what a crash leaves
 * of them is cleared away by the next commit. Whoever takes over a commit lock removes the temporary files of others
 * before reading, so a process that was frozen in the middle of a commit fails when it goes on, and overwrites nothing.
 *
 * Rejects with `insecure_permissions` if others may read the file, with `store_corrupt` once when the record was torn
 * or edited (it is moved to `<path>.bad`), with `store_closed` after `close()`, and with the system's error otherwise.
 */
export function fileStore(path: string, { staleMs = 5_000, runtime }: FileStoreOptions = {}): TokenStore {
  const files = createFiles(resolve(path), staleMs * commitStaleShare, runtimeOf(runtime));
  const closable = createClosable("the file store");
  const watches = new Set<() => void>();

  return {
    async read() {
      closable.assertOpen();
      return files.read();
    },
    async commit(expectedRev, next) {
      closable.assertOpen();
      return files.commit(expectedRev, next);
    },
    watch(changed) {
      closable.assertOpen();
      const stop = watchForChanges(files.path, "", changed);
      watches.add(stop);
      return () => {
        if (watches.delete(stop)) stop();
      };
    },
    async withLock(name, options, work) {
      closable.assertOpen();
      const signal = AbortSignal.any([options.signal, closable.signal]);
      const place = await files.namedLock(name);
      return withLease(place, { staleMs }, files.runtime, { ...options, signal }, async () => work());
    },
    async close() {
      if (!closable.close()) return;
      for (const stop of watches) stop();
      watches.clear();
    },
  };
}

/** The files of one store. */
function createFiles(path: string, staleMs: number, runtime: StoreRuntime) {
  const temporaryOf = (target: string, nonce: string): string => `${target}.${nonce}.tmp`;
  const lockOf = (target: string, suffix: string): LockFile =>
    lockFile(target + suffix, () => temporaryOf(target, runtime.newId()));

  /** Runs `work` as the only one who may change the files. */
  const alone = async <T>(work: (target: string, lease: HeldLease, lock: LockFile) => Promise<T>): Promise<T> => {
    const target = await locate(path);
    const lock = lockOf(target, ".lock");
    const options = { timeoutMs: commitTimeoutMs + 2 * staleMs, signal: neverAborted };
    return withLease(lock, { staleMs }, runtime, options, async (lease) => {
      await sweep(target);
      return work(target, lease, lock);
    });
  };

  /** Moves a record aside that cannot be understood, unless somebody mended it meanwhile; says so by rejecting. */
  const putAside = async (target: string): Promise<void> => {
    if ((await readRecordFile(target)).kind !== "corrupt") return;
    await rename(target, `${target}.bad`);
    throw new AuthError("store_corrupt", `${target} held no valid session and was moved to ${target}.bad`);
  };

  const read = async (): Promise<SessionRecord | undefined> => {
    const content = await readRecordFile(path);
    if (content.kind === "record") return content.record;
    if (content.kind === "none") return undefined;
    await alone(putAside);
    return read();
  };

  const commit = async (expectedRev: number, next: SessionRecord): Promise<boolean> => {
    const isExpected = async (): Promise<boolean> => ((await read())?.rev ?? 0) === expectedRev;
    for (;;) {
      if (!(await isExpected())) return false;
      const done = await alone(async (target, { nonce }, lock) => {
        const content = await readRecordFile(target);
        const rev = content.kind === "record" ? content.record.rev : 0;
        // Corrupt only now: the next round reads, reports and moves it.
        if (content.kind === "corrupt") return undefined;
        if (rev !== expectedRev) return false;
        const replaced = await replaceFile(target, temporaryOf(target, nonce), encode(next), () =>
          lock.isHeldBy(nonce),
        );
        // The lock was lost to somebody who took this process for dead: then it begins anew.
        return replaced || undefined;
      });
      if (done !== undefined) return done;
    }
  };

  /** A lock for logins. Taking it is one system call; removing one that may be another's happens alone. */
  const namedLock = async (name: string): Promise<LeasePlace> => {
    const lock = lockOf(await locate(path), `.${encodeURIComponent(name)}.lock`);
    return {
      what: `lock "${name}" of the token store`,
      peek: () => lock.peek(),
      evict: (seen) =>
        alone(async () => {
          if ((await lock.peek()) === seen) await lock.evict(seen);
        }),
      async take(nonce) {
        const held = await lock.take(nonce);
        return held && { ...held, release: () => alone(() => held.release()).catch(() => held.release()) };
      },
    };
  };

  return { path, runtime, read, commit, namedLock };
}

/** What follows the name of the session file: a random name as `StoreRuntime.newId` makes it, so no file of anybody else. */
const temporaryName = /^[0-9a-f]{32}\.tmp$/;

const neverAborted = new AbortController().signal;

/** Removes temporary files of commits that were cut off. Only for the holder of the commit lock. */
async function sweep(target: string): Promise<void> {
  const [folder, prefix] = [dirname(target), `${basename(target)}.`];
  const left = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && temporaryName.test(name.slice(prefix.length)),
  );
  await Promise.all(left.map((name) => unlink(join(folder, name)).catch(ignore("ENOENT"))));
}
