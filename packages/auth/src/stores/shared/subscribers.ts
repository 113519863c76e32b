/** Functions that want to hear of something. */
export interface Subscribers {
  /** Calls all that are subscribed at this moment. What one of them throws, or rejects with, is ignored. */
  readonly notify: () => void;
  /** Adds one; the same function may be added twice. Returns the function that removes it. */
  readonly add: (listener: () => void) => () => void;
  readonly size: () => number;
}

/** Makes an empty set of subscribers. */
export function createSubscribers(): Subscribers {
  const subscriptions = new Set<{ readonly listener: () => void }>();
  return {
    notify() {
      const current = [...subscriptions];
      for (const { listener } of current) callListener(listener);
    },
    add(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
    size: () => subscriptions.size,
  };
}

/**
 * Calls a listener. A hint is no place to report an error: thrown into the commit that caused it, or into the client of
 * a server, it would break what has nothing to do with it.
 */
export function callListener(listener: () => unknown): void {
  const call = async (): Promise<unknown> => listener();
  call().catch(() => undefined);
}
