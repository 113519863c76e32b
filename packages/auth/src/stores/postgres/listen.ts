import { createChannels } from "../shared/channels.ts";

/**
 * Calls `listener` with the payload of each notification on a channel. Resolves to the function that ends the
 * subscription. PGlite's `listen` fits.
 */
export type PostgresListen = (channel: string, listener: (payload: string) => void) => Promise<() => Promise<unknown>>;

/** A notification as `pg` gives it. */
export interface PostgresNotification {
  readonly channel: string;
  readonly payload?: string | undefined;
}

/** The part of a `pg` client that is used to listen. */
export interface ListeningClient {
  query(sql: string): Promise<unknown>;
  on(event: "notification", listener: (message: PostgresNotification) => void): unknown;
}

/**
 * Listens through a client of `pg`, for all stores that are given the result. It must be one connected `Client` of its
 * own, not a pool: a pool hands each statement to another connection. It stays yours to close; when its connection
 * breaks, hints stop, and sessions learn of changes with their next 401.
 */
export function listenWith(client: ListeningClient): PostgresListen {
  let last: Promise<unknown> = Promise.resolve();
  // `pg` no longer queues statements from its version 9 on: one at a time.
  const run = (sql: string): Promise<unknown> => {
    const query = (): Promise<unknown> => client.query(sql);
    last = last.then(query, query);
    return last;
  };
  const channels = createChannels<[payload: string]>({
    subscribe: (channel) => run(`listen "${channel}"`),
    unsubscribe: (channel) => run(`unlisten "${channel}"`),
  });
  client.on("notification", ({ channel, payload = "" }) => channels.notify(channel, payload));
  return channels.subscribe;
}
