/** Functions that want to hear of something. */
export interface Subscribers<Message extends unknown[] = []> {
  /** Calls all that are subscribed at this moment. What one of them throws, or rejects with, is ignored. */
  readonly notify: (...message: Message) => void;
  /** Adds one; the same function may be added twice. Returns the function that removes it. */
  readonly add: (listener: (...message: Message) => void) => () => void;
  readonly size: () => number;
}

/** Makes an empty set of subscribers. */
export function createSubscribers<Message extends unknown[] = []>(): Subscribers<Message> {
  const subscriptions = new Set<{ readonly listener: (...message: Message) => void }>();
  return {
    notify(...message) {
      const current = [...subscriptions];
      for (const { listener } of current) callListener(listener, ...message);
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
 * a database, it would break what has nothing to do with it.
 */
export function callListener<Message extends unknown[]>(
  listener: (...message: Message) => unknown,
  ...message: Message
): void {
  const call = async (): Promise<unknown> => listener(...message);
  call().catch(() => undefined);
}
