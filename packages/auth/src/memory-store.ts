import type { LockOptions, SessionRecord, TokenStore } from "./store.ts";

/**
 * A store in this process's memory: the default. Nothing outlives the process and nothing is shared by accident,
 * since there is no module state; sessions share a login only if they are given the same store object.
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
    async withLock(name, options, work) {
      const before = tails.get(name) ?? Promise.resolve();
      const turn = waitFor(before, options).then(work);
      // The next in line waits for whoever is still working, also when this one gave up waiting.
      tails.set(name, Promise.allSettled([before, turn]));
      return turn;
    },
  };
}

function waitFor(before: Promise<unknown>, { timeoutMs, signal }: LockOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("lock timeout")), timeoutMs);
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort);
    void before.then(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      resolve();
    });
    if (signal.aborted) abort();
  });
}
