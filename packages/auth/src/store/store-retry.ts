import { nextBackoff } from "../backoff.ts";
import type { SessionContext } from "../context.ts";
import { createTimer } from "../time-limit.ts";

/** How often to try again: a store may never work again. */
const maxRetries = 5;

/** Reads and writes again after the store failed: no caller waits for a write or for a notification, so none repeats it. */
export interface StoreRetry {
  /** Call when an operation failed: catches up after a backoff, unless that is planned or was tried too often. */
  failed(): void;
  /** Call when session and store agree: nothing is left to catch up with. */
  succeeded(): void;
}

/** @param catchUp calls `failed` or `succeeded` itself */
export function createStoreRetry({ platform, closed }: SessionContext, catchUp: () => Promise<unknown>): StoreRetry {
  const timer = createTimer(platform);
  let failures = 0;
  closed.addEventListener("abort", timer.stop);
  return {
    failed() {
      if (closed.aborted || failures >= maxRetries) return;
      const { until } = nextBackoff({ failures }, platform);
      timer.start(until - platform.steady(), () => {
        failures++;
        catchUp().catch(() => undefined);
      });
    },
    succeeded() {
      failures = 0;
      timer.stop();
    },
  };
}
