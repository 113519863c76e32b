import type { TokenStore } from "../../store/token-store.ts";
import { withTimeout } from "./with-timeout.ts";
import type { StoreRuntime } from "./runtime.ts";

/** Begins to listen for hints. Resolves to the way to stop. */
export type Subscribe = (heard: () => void) => Promise<() => Promise<unknown>>;

/** The watchers of a store that hears of changes over a connection. */
export interface Watchers {
  readonly watch: NonNullable<TokenStore["watch"]>;
  /** Ends all subscriptions; waits no longer than `timeoutMs` for each. */
  readonly close: () => Promise<void>;
}

/** A subscription that fails is no error: hints only make a session learn of changes earlier than its next 401 would. */
export function createWatchers(subscribe: Subscribe, timeoutMs: number, runtime: StoreRuntime): Watchers {
  const stops = new Set<() => Promise<void>>();
  return {
    watch(changed) {
      let open = true;
      const subscription = subscribe(() => {
        if (open) changed();
      });
      const stop = async (): Promise<void> => {
        if (!stops.delete(stop)) return;
        open = false;
        const unsubscribe = await subscription;
        await unsubscribe();
      };
      stops.add(stop);
      subscription.catch(() => stops.delete(stop));
      return () => void stop().catch(() => undefined);
    },
    async close() {
      await Promise.allSettled([...stops].map((stop) => withTimeout(stop(), timeoutMs, runtime)));
    },
  };
}
