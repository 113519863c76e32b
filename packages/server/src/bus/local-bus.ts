import type { Log } from "../platform/index.ts";
import type { Bus } from "./bus.ts";

/** The bus of a server that has its database to itself: it reaches the listeners of this process. */
export function localBus(log: Log): Bus {
  const subscriptions = new Set<{ readonly listener: (batch: number) => void }>();
  return {
    publish(batch) {
      const current = [...subscriptions];
      for (const { listener } of current) {
        try {
          listener(batch);
        } catch (error) {
          // The positions are stored already: whoever sent them must not get this error.
          log.error("a listener of the bus failed", { error });
        }
      }
    },
    subscribe(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
    close: async () => subscriptions.clear(),
  };
}
