import { memoryStore } from "../memory/memory-store.ts";
import type { TokenStore } from "../../store/token-store.ts";
import { createClosable } from "../shared/closable.ts";
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
  /** Longest wait for a login that another tab has under way, in milliseconds; then this tab logs in by itself. Default 10 000. */
  readonly lockWaitMs?: number;
  /** Where to look for the features of the browser. Default `globalThis`. */
  readonly platform?: WebPlatform;
}

/** A store of one browser profile, shared by its tabs. */
export interface WebStore extends TokenStore {
  /** Where the session is kept in fact. `memory` after the browser refused storage, as private windows and sandboxed frames may. */
  readonly keptIn: () => KeptIn;
}

/**
 * Keeps a session for all tabs of this origin: the token in IndexedDB or localStorage, a Web Lock around the login and
 * nothing else, and hints that tell the other tabs to read again. Where the browser lacks or refuses one of these, the
 * store does without it: at worst each tab has a session of its own, in memory.
 *
 * IndexedDB compares and swaps in one transaction, whatever the tabs do. localStorage cannot, not even under a lock:
 * browsers give each process a copy that is brought up to date a little later. With it, two tabs that write in the same
 * instant may both be told that they won, and a tab that waited for the login of another may not see its token yet and
 * log in once more. The `storage` event then makes both read again, and they agree on the record that stayed.
 *
 * Any script of the origin can read the token in either place. It is as safe as the page is from foreign scripts.
 */
export function webStore({
  name,
  storage = "indexeddb",
  lockWaitMs = 10_000,
  platform = globalThis,
}: WebStoreOptions): WebStore {
  const key = `fleet-api-auth:${name}`;
  const tab = memoryStore();
  const records = pageStorage(platform, storage, key, tab);
  const closable = createClosable("the web store");
  const withLock = webLock(platform, key, lockWaitMs, tab.withLock);
  const watchers = new Set<() => void>();
  const toldWatchers = (): void => {
    for (const changed of watchers) changed();
  };
  let hints: Hints | undefined;
  const openedHints = (): Hints => (hints ??= openHints(platform, key, toldWatchers));

  return {
    keptIn: records.keptIn,
    async read() {
      closable.assertOpen();
      return records.read();
    },
    async commit(expectedRev, next) {
      closable.assertOpen();
      const done = await records.commit(expectedRev, next);
      if (done && !closable.signal.aborted) {
        openedHints().tell(next);
        // A channel does not hear itself, but another session may use this very store.
        toldWatchers();
      }
      return done;
    },
    watch(changed) {
      closable.assertOpen();
      openedHints();
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    async withLock(lock, options, work) {
      closable.assertOpen();
      const signal = AbortSignal.any([options.signal, closable.signal]);
      return withLock(lock, { ...options, signal }, work);
    },
    async close() {
      closable.close();
      watchers.clear();
      hints?.close();
      hints = undefined;
    },
  };
}
