import type { LockOptions, TokenStore } from "../../store/token-store.ts";
import { type InFlight, joinWork, trackWork } from "../../in-flight.ts";
import { type Platform, platformOf } from "../../platform.ts";
import { orAborted } from "../../time-limit.ts";
import { AuthError } from "../../errors.ts";
import { mayReplace, newerRecord, parseStored, type StoredValue } from "../../session-record.ts";
import { createSubscribers } from "../shared/subscribers.ts";

/**
 * A store in this process's memory, for sessions that share one login: give each of them the same store object.
 * A session alone needs no store to keep its token in memory.
 */
export function memoryStore(): TokenStore {
  /** As text: nobody can change a stored record through the object that was handed in or out. */
  let stored: string | undefined;
  const find = (): StoredValue | { readonly kind: "none" } =>
    stored === undefined ? { kind: "none" } : parseStored(stored);
  const subscribers = createSubscribers();
  const { withLock } = createLocks();

  return {
    async read() {
      const found = find();
      if (found.kind === "newer") throw newerRecord("memory");
      if (found.kind === "corrupt") {
        stored = undefined;
        throw new AuthError("store_corrupt", "the store in memory held no valid session");
      }
      return found.kind === "record" ? found.record : undefined;
    },
    async commit(expectedRev, next) {
      if (!mayReplace(find(), expectedRev, next)) return false;
      stored = JSON.stringify(next);
      subscribers.notify();
      return true;
    },
    watch: subscribers.add,
    withLock,
  };
}

/** Locks by name within one process, given in the order of the calls. */
interface Locks {
  /** As `withLock` of a token store. */
  withLock<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<T>;
  /** How many names are locked or waited for. */
  size(): number;
}

/** Makes locks that take no memory while nobody holds or awaits them. */
export function createLocks(
  { timers, steady }: Pick<Platform, "timers" | "steady"> = platformOf({ newId: String }),
): Locks {
  /** By name: settles when the last in line has left. */
  const tails = new Map<string, InFlight<unknown>>();

  return {
    size: () => tails.size,
    async withLock(name, { signal, timeoutMs }, work) {
      const last = tails.get(name);
      // A holder that has ended without giving the lock back, as in Workers, keeps nobody out for longer than its time.
      const before = last ? joinWork(last, { timers, steady, timeoutMs }).then(() => undefined) : Promise.resolve();
      const turn = orAborted(before, signal).then(() => {
        // The signal may have been aborted after the lock became free.
        signal.throwIfAborted();
        tail.since = steady();
        return work();
      });
      // The next in line waits for whoever is still working, also when this one gave up waiting.
      const left = Promise.allSettled([before, turn]).then(() => {
        if (tails.get(name) === tail) tails.delete(name);
      });
      const tail = trackWork(left, { steady });
      tails.set(name, tail);
      return turn;
    },
  };
}
