/**
 * A store in a file, for processes of one user on one machine.
 *
 * @module
 */
import { resolve } from "node:path";
import type { TokenStore } from "../../store/token-store.ts";
import { checkMs } from "../../options/checks.ts";
import { createClosable } from "../shared/closable.ts";
import { runtimeOf, type StoreRuntime } from "../shared/runtime.ts";
import { withLease } from "./lease.ts";
import { sessionFiles } from "./session-files.ts";
import { createWatches } from "./watch-file.ts";

export type { StoreRuntime } from "../shared/runtime.ts";

/** Options of `fileStore`. */
export interface FileStoreOptions {
  /**
   * A process that holds the login lock and shows no sign of life for this long is taken for dead. Milliseconds,
   * default 5 000. Must be longer than your event loop is ever blocked; otherwise two processes may both log in. Must be
   * less than `storeTimeoutMs` of the session, which otherwise stops waiting before the lock of a dead process is removed.
   */
  readonly staleMs?: number;
  /** Clock, timers and random names, for tests. */
  readonly runtime?: Partial<StoreRuntime>;
}

/** A commit takes milliseconds, so the holder of its lock is taken for dead sooner than that of a login. */
const commitStaleShare = 0.2;

/**
 * Keeps the session in a file, readable for its owner only, for all processes of a user on one machine that use the
 * same path. Node only. `path` may be a symbolic link, and its folder is created if it is missing.
 *
 * A commit writes a new file to the disk and renames it over the old one, so a crash leaves the old record or the new
 * one. In the same folder are its lock files (`.lock`, `.login.lock`) and, for moments, `.tmp` files; the next commit
 * removes what a crash leaves of them. A process that takes over a commit lock removes the temporary files of others
 * before it reads, so a process that was frozen in the middle of a commit fails when it continues, and overwrites nothing.
 *
 * Rejects with `insecure_permissions` if others may read or replace the file: it must belong to the user of this
 * process and have mode 600, in a folder that no other user (except root) may write to, unless it is sticky, and no
 * symbolic link to it may be another user's. Rejects with `store_corrupt` once when the record was torn or edited (it
 * is moved to `<path>.bad`), with `store_newer` when a later version wrote it, with `store_unavailable` if `path` is not a regular file or larger than
 * 1 MiB (it is left alone), with `store_closed` after `close()`, and with the system's error otherwise. Throws `invalid_option`.
 */
export function fileStore(path: string, options: FileStoreOptions = {}): TokenStore {
  const staleMs = checkMs("staleMs", options.staleMs ?? 5_000);
  const runtime = runtimeOf(options.runtime);
  const file = resolve(path);
  const watches = createWatches(file);
  const closable = createClosable("file store", watches.close);
  const files = sessionFiles(file, staleMs * commitStaleShare, runtime, closable.signal);

  return {
    read: () => closable.run(files.read),
    commit: (expectedRev, next) => closable.run(() => files.commit(expectedRev, next)),
    watch(changed) {
      closable.assertOpen();
      return watches.add(changed);
    },
    withLock: (name, wait, work) =>
      closable.withSignal(wait.signal, async (signal) => {
        signal.throwIfAborted();
        return withLease(await files.lockOf(name), { staleMs }, runtime, { ...wait, signal }, async () => work());
      }),
    close: closable.close,
  };
}
