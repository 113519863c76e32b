import { createSubscribers } from "../shared/subscribers.ts";

/** What a Redis or Valkey client must be able to do for {@link redisStore}. Any client can be made to fit. */
export interface RedisClient {
  /** Sends one command, name first, and resolves to its reply. */
  readonly command: (words: readonly string[]) => Promise<unknown>;
  /** Calls `heard` for each message on a channel. Resolves to the way to stop. */
  readonly subscribe?: (channel: string, heard: () => void) => Promise<() => Promise<unknown>>;
}

/** The part of a client of the package `redis` (node-redis) that is used. */
export interface NodeRedis {
  sendCommand(words: string[]): Promise<unknown>;
}

/** The part of a node-redis connection in subscriber mode that is used. */
export interface NodeRedisSubscriber {
  subscribe(channel: string, heard: () => void): Promise<unknown>;
  unsubscribe(channel: string, heard: () => void): Promise<unknown>;
}

/**
 * Fits a client of the package `redis`. A connection that subscribes can do nothing else, so hints need one of their
 * own: `subscriber`, for example `client.duplicate()`. Both must be connected, and stay yours to close.
 */
export function fromNodeRedis(client: NodeRedis, subscriber?: NodeRedisSubscriber): RedisClient {
  const command: RedisClient["command"] = (words) => client.sendCommand([...words]);
  if (subscriber === undefined) return { command };
  return {
    command,
    async subscribe(channel, heard) {
      const told = (): void => heard();
      await subscriber.subscribe(channel, told);
      return () => subscriber.unsubscribe(channel, told);
    },
  };
}

/** The part of a client of the package `ioredis` that is used. */
export interface Ioredis {
  call(command: string, ...words: string[]): Promise<unknown>;
}

/** The part of an ioredis connection in subscriber mode that is used. */
export interface IoredisSubscriber {
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  on(event: "message", heard: (channel: string) => void): unknown;
}

/**
 * Fits a client of the package `ioredis`. A connection that subscribes can do nothing else, so hints need one of their
 * own: `subscriber`, for example `client.duplicate()`. Both stay yours to close.
 */
export function fromIoredis(client: Ioredis, subscriber?: IoredisSubscriber): RedisClient {
  const command: RedisClient["command"] = ([name = "", ...words]) => client.call(name, ...words);
  if (subscriber === undefined) return { command };
  const subscribers = createSubscribers();
  subscriber.on("message", subscribers.tell);
  return {
    command,
    async subscribe(channel, heard) {
      const stop = subscribers.add(channel, heard);
      await subscriber.subscribe(channel);
      return async () => {
        if (stop()) await subscriber.unsubscribe(channel);
      };
    },
  };
}
