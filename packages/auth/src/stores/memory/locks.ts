import type { LockOptions } from "../../store/token-store.ts";
import { orAborted } from "../../time-limit.ts";

/** Locks by name within one process, given in the order of the calls. */
export interface Locks {
  /** As `withLock` of a token store. */
  withLock<T>(name: string, options: Pick<LockOptions, "signal">, work: () => Promise<T>): Promise<T>;
  /** How many names are locked or waited for. */
  size(): number;
}

/** Makes locks that take no memory while nobody holds or awaits them. */
export function createLocks(): Locks {
  /** By name: settles when the last in line has left. */
  const tails = new Map<string, Promise<void>>();

  return {
    size: () => tails.size,
    async withLock(name, { signal }, work) {
      const before = Promise.resolve(tails.get(name));
      const turn = orAborted(before, signal).then(() => {
        // The signal may have been aborted after the lock became free.
        signal.throwIfAborted();
        return work();
      });
      // The next in line waits for whoever is still working, also when this one gave up waiting.
      const tail = Promise.allSettled([before, turn]).then(() => {
        if (tails.get(name) === tail) tails.delete(name);
      });
      tails.set(name, tail);
      return turn;
    },
  };
}
