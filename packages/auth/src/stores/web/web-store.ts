/**
 * A store in a browser, which tabs of one origin share.
 *
 * @module
 */
import type { TokenStore } from "../../store/token-store.ts";
import { checkMs } from "../../options/checks.ts";
import { memoryStore } from "../memory/memory-store.ts";
import { createClosable } from "../shared/closable.ts";
import { createSubscribers } from "../shared/subscribers.ts";
import { openHints, type Hints } from "./hints.ts";
import { pageStorage, type KeptIn } from "./page-storage.ts";
import { webLock } from "./web-lock.ts";
import type { WebPlatform } from "./web-platform.ts";

export type { KeptIn } from "./page-storage.ts";
export type { WebChannel, WebLocks, WebPlatform } from "./web-platform.ts";

/** Options of {@link webStore}. */
export interface WebStoreOptions {
  /** Names the session: tabs of one origin that use the same name share it. One per service. */
  readonly name: string;
  /** Where to keep it. Default `indexeddb`. */
  readonly storage?: "indexeddb" | "local";
  /**
   * Longest wait for a login that another tab has under way, in milliseconds; then this tab logs in without the lock. Default
   * 10 000. The session waits no longer than its own `storeTimeoutMs`.
   */
  readonly lockWaitMs?: number;
  /** Where to look for the features of the browser. Default `globalThis`. */
  readonly platform?: WebPlatform;
}

/** A store of one browser profile, shared by its tabs. */
export interface WebStore extends TokenStore {
  /**
   * Where the session is kept in fact. `memory` after the browser denied storage, as private windows and sandboxed frames
   * may, and while localStorage takes no record: it is full, or broken.
   */
  readonly keptIn: () => KeptIn;
}

/**
 * Keeps a session for all tabs of this origin: the token in IndexedDB or localStorage, a Web Lock around the login and
 * nothing else, and hints that tell the other tabs to read again. Where the browser lacks or denies one of these, the
 * store does without it: at worst each tab has a session of its own, in memory.
 *
 * IndexedDB compares and swaps in one transaction, whatever the tabs do. localStorage cannot, not even under a lock:
 * browsers give each process a copy that is brought up to date a little later. With it, two tabs that write in the same
 * instant may both learn that they won, and a tab that waited for the login of another may not see its token yet and
 * log in once more. The `storage` event then makes both read again, and they agree on the record that stayed.
 *
 * Any script of the origin can read the token in either place. It is as safe as the page is from foreign scripts.
 *
 * Rejects with `store_corrupt` once when the stored text is no session (the next commit overwrites it), with `store_newer`
 * when a later version wrote it, with
 * `store_closed` after `close()`, and with the error of the browser otherwise. Throws `invalid_option`.
 */
export function webStore(options: WebStoreOptions): WebStore {
  const { storage = "indexeddb", platform = globalThis } = options;
  const lockWaitMs = checkMs("lockWaitMs", options.lockWaitMs ?? 10_000);
  const key = `fleet-api-auth:${options.name}`;
  const tab = memoryStore();
  const records = pageStorage(platform, storage, key, tab);
  const withLock = webLock(platform, key, lockWaitMs, tab.withLock);
  const subscribers = createSubscribers();
  let hints: Hints | undefined;
  const closeHints = (): void => {
    hints?.close();
    hints = undefined;
  };
  const closable = createClosable("web store", closeHints);

  const commit: WebStore["commit"] = async (expectedRev, next) => {
    const done = await records.commit(expectedRev, next);
    if (!done) return false;
    const channel = hints ?? openHints(platform, key, () => undefined);
    channel.publish(next);
    if (channel !== hints) channel.close();
    // A channel does not hear itself, but another session may use this very store.
    subscribers.notify();
    return true;
  };

  return {
    keptIn: records.keptIn,
    read: () => closable.run(records.read),
    commit: (expectedRev, next) => closable.run(() => commit(expectedRev, next)),
    watch(changed) {
      closable.assertOpen();
      hints ??= openHints(platform, key, subscribers.notify);
      const stop = subscribers.add(changed);
      return () => {
        stop();
        if (subscribers.size() === 0) closeHints();
      };
    },
    withLock: (lock, wait, work) =>
      closable.withSignal(wait.signal, (signal) => withLock(lock, { ...wait, signal }, work)),
    close: closable.close,
  };
}
