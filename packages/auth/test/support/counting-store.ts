import { memoryStore, type SessionRecord, type TokenStore } from "../../src/index.ts";

/** A store that keeps every record that was written. */
export interface CountingStore extends TokenStore {
  readonly written: readonly SessionRecord[];
}

/** More writes than any test asks for. */
const endless = 50;

/**
 * Wraps a store, by default one in memory, so that a test can see how often it is written, and what. It fails after
 * many writes: a session that never stops writing would keep every other task from running, the test's own as well.
 */
export function countingStore(store: TokenStore = memoryStore()): CountingStore {
  const written: SessionRecord[] = [];
  return {
    ...store,
    written,
    async commit(expectedRev, next) {
      if (written.length >= endless) throw new Error("written again and again");
      const done = await store.commit(expectedRev, next);
      if (done) written.push(next);
      return done;
    },
  };
}

/** A store in memory that tells nobody of changes: others find out when they read. */
export function deafStore(store: TokenStore = memoryStore()): TokenStore {
  return { ...store, watch: () => () => undefined };
}
