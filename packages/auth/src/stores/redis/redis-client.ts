import { createSubscribers, type Subscribers } from "../shared/subscribers.ts";

/** What a Redis or Valkey client must be able to do for `redisStore`. Any client can be adapted. */
export interface RedisClient {
  /** Sends one command, name first, and resolves to its reply. */
  readonly command: (words: readonly string[]) => Promise<unknown>;
  /** Calls `listener` for each message on a channel. Resolves to the function that ends the subscription. */
  readonly subscribe?: (channel: string, listener: () => void) => Promise<() => Promise<unknown>>;
}

/** The part of a client of the package `redis` (node-redis) that is used. */
export interface NodeRedis {
  sendCommand(words: string[]): Promise<unknown>;
}

/** The part of a node-redis connection in subscriber mode that is used. */
export interface NodeRedisSubscriber {
  subscribe(channel: string, listener: () => void): Promise<unknown>;
  unsubscribe(channel: string, listener: () => void): Promise<unknown>;
}

/**
 * Adapts a client of the package `redis`. A connection that subscribes can do nothing else, so hints need one of their
 * own: `subscriber`, for example `client.duplicate()`. Both must be connected, and stay yours to close.
 */
export function fromNodeRedis(client: NodeRedis, subscriber?: NodeRedisSubscriber): RedisClient {
  const command: RedisClient["command"] = (words) => client.sendCommand([...words]);
  if (subscriber === undefined) return { command };
  return {
    command,
    async subscribe(channel, listener) {
      const own = (): void => listener();
      await subscriber.subscribe(channel, own);
      return () => subscriber.unsubscribe(channel, own);
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
  on(event: "message", listener: (channel: string) => void): unknown;
}

/**
 * Adapts a client of the package `ioredis`. A connection that subscribes can do nothing else, so hints need one of
 * their own: `subscriber`, for example `client.duplicate()`. Both stay yours to close. Adapt a subscriber once and give
 * the result to all stores, because each call adds a listener to it.
 */
export function fromIoredis(client: Ioredis, subscriber?: IoredisSubscriber): RedisClient {
  const command: RedisClient["command"] = ([name = "", ...words]) => client.call(name, ...words);
  if (subscriber === undefined) return { command };
  const channels = createChannels(subscriber);
  subscriber.on("message", (channel) => channels.notify(channel));
  return { command, subscribe: channels.subscribe };
}

/** The subscribers of many channels of one ioredis connection, which needs only one listener for all of them. */
interface Channels {
  /** Calls the subscribers of a channel. */
  readonly notify: (channel: string) => void;
  /** Subscribes at the server and here. Resolves to the function that ends the subscription. */
  readonly subscribe: NonNullable<RedisClient["subscribe"]>;
}

function createChannels(server: IoredisSubscriber): Channels {
  const channels = new Map<string, Subscribers>();

  /** Removes a subscriber; tells whether the channel has none left. */
  const remove = (channel: string, subscribers: Subscribers, stop: () => void): boolean => {
    const before = subscribers.size();
    stop();
    const isLast = before > 0 && subscribers.size() === 0;
    if (isLast) channels.delete(channel);
    return isLast;
  };

  return {
    notify: (channel) => channels.get(channel)?.notify(),
    async subscribe(channel, listener) {
      const subscribers = channels.get(channel) ?? createSubscribers();
      channels.set(channel, subscribers);
      const stop = subscribers.add(listener);
      try {
        await server.subscribe(channel);
      } catch (error) {
        remove(channel, subscribers, stop);
        throw error;
      }
      return async () => {
        if (remove(channel, subscribers, stop)) await server.unsubscribe(channel);
      };
    },
  };
}
