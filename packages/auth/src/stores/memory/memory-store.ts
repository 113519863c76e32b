import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { orAborted } from "../../time-limit.ts";

/**
 * A store in this process's memory, for sessions that shall share one login: give each the same store object.
 * A session alone needs no store to keep its token in memory.
 */
export function memoryStore(): TokenStore {
  let record: SessionRecord | undefined;
  const watchers = new Set<() => void>();
  const tails = new Map<string, Promise<unknown>>();

  return {
    read: async () => record,
    async commit(expectedRev, next) {
      if ((record?.rev ?? 0) !== expectedRev) return false;
      record = next;
      for (const changed of watchers) changed();
      return true;
    },
    watch(changed) {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    async withLock(name, { signal }, work) {
      const before = Promise.resolve(tails.get(name));
      const turn = orAborted(before, signal).then(work);
      // The next in line waits for whoever is still working, also when this one gave up waiting.
      tails.set(name, Promise.allSettled([before, turn]));
      return turn;
    },
  };
}
