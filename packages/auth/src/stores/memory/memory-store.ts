import type { SessionRecord, TokenStore } from "../../store/token-store.ts";
import { createSubscribers } from "../shared/subscribers.ts";
import { createLocks } from "./locks.ts";

/**
 * A store in this process's memory, for sessions that share one login: give each of them the same store object.
 * A session alone needs no store to keep its token in memory.
 */
export function memoryStore(): TokenStore {
  /** As text: nobody can change a stored record through the object that was handed in or out. */
  let stored: string | undefined;
  let rev = 0;
  const subscribers = createSubscribers();
  const { withLock } = createLocks();

  return {
    async read() {
      if (stored === undefined) return undefined;
      const record: SessionRecord = JSON.parse(stored);
      return record;
    },
    async commit(expectedRev, next) {
      if (rev !== expectedRev) return false;
      stored = JSON.stringify(next);
      rev = next.rev;
      subscribers.notify();
      return true;
    },
    watch: subscribers.add,
    withLock,
  };
}
