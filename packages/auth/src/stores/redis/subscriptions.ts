import type { TokenStore } from "../../store/token-store.ts";
import { type StoreRuntime, withTimeout } from "../shared/runtime.ts";
import { callListener } from "../shared/subscribers.ts";

/** Subscribes to hints. Resolves to the function that ends the subscription. */
export type Subscribe = (changed: () => void) => Promise<() => Promise<unknown>>;

/** The subscriptions of one store handle at its server. */
export interface Subscriptions {
  readonly watch: NonNullable<TokenStore["watch"]>;
  /** Tries those again that failed: the server may be back. */
  readonly retry: () => void;
  /** Ends all of them; waits no longer than `timeoutMs` for the server. */
  readonly close: () => Promise<void>;
}

/** A subscription that fails is no error: hints only make a session learn of changes earlier than its next 401 would. */
export function createSubscriptions(subscribe: Subscribe, timeoutMs: number, runtime: StoreRuntime): Subscriptions {
  const open = new Set<Subscription>();
  return {
    watch(changed) {
      const subscription = createSubscription(subscribe, changed);
      open.add(subscription);
      subscription.start();
      return () => {
        if (open.delete(subscription)) subscription.stop().catch(() => undefined);
      };
    },
    retry() {
      for (const subscription of open) subscription.start();
    },
    async close() {
      const stopping = [...open].map((subscription) => withTimeout(subscription.stop(), timeoutMs, runtime));
      open.clear();
      await Promise.allSettled(stopping);
    },
  };
}

interface Subscription {
  /** Subscribes, unless that was done or is under way. */
  start(): void;
  stop(): Promise<void>;
}

function createSubscription(subscribe: Subscribe, changed: () => void): Subscription {
  let stopped = false;
  let subscribed: ReturnType<Subscribe> | undefined;
  const begin = async (): ReturnType<Subscribe> =>
    subscribe(() => {
      if (!stopped) callListener(changed);
    });
  return {
    start() {
      if (subscribed !== undefined) return;
      subscribed = begin();
      subscribed.catch(() => {
        subscribed = undefined;
      });
    },
    async stop() {
      stopped = true;
      const unsubscribe = await subscribed;
      await unsubscribe?.();
    },
  };
}
