import { createSubscribers } from "../shared/subscribers.ts";

/** Calls `heard` with the payload of each notification on a channel. Resolves to the way to stop. PGlite's `listen` fits. */
export type PostgresListen = (channel: string, heard: (payload: string) => void) => Promise<() => Promise<unknown>>;

/** A notification as `pg` gives it. */
export interface PostgresNotification {
  readonly channel: string;
  readonly payload?: string | undefined;
}

/** The part of a `pg` client that is used to listen. */
export interface ListeningClient {
  query(sql: string): Promise<unknown>;
  on(event: "notification", heard: (message: PostgresNotification) => void): unknown;
}

/**
 * Listens through a client of `pg`, for all stores that are given the result. It must be one connected `Client` of its
 * own, not a pool: a pool hands each statement to another connection. It stays yours to close.
 */
export function listenWith(client: ListeningClient): PostgresListen {
  const subscribers = createSubscribers<[payload: string]>();
  client.on("notification", ({ channel, payload = "" }) => subscribers.tell(channel, payload));
  return async (channel, heard) => {
    const stop = subscribers.add(channel, heard);
    await client.query(`listen "${channel}"`);
    return async () => {
      if (stop()) await client.query(`unlisten "${channel}"`);
    };
  };
}
