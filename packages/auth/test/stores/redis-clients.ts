import { Redis } from "ioredis";
import { createClient } from "redis";
import { fromIoredis, fromNodeRedis, type RedisClient } from "../../src/stores/redis/redis-store.ts";
import type { RedisAddress } from "./redis-server.ts";

/** A client of one of the two packages, with a connection of its own for subscriptions. */
export interface OpenClient {
  readonly client: RedisClient;
  close(): Promise<void>;
}

/** Opens a client and waits until it is connected. */
export type OpenRedis = (address: RedisAddress) => Promise<OpenClient>;

const ignore = (): void => undefined;

const openNodeRedis: OpenRedis = async (address) => {
  const client = createClient("url" in address ? address : { socket: { path: address.path, tls: false } });
  const subscriber = client.duplicate();
  for (const one of [client, subscriber]) one.on("error", ignore);
  await Promise.all([client.connect(), subscriber.connect()]);
  return {
    client: fromNodeRedis(client, subscriber),
    async close() {
      client.destroy();
      subscriber.destroy();
    },
  };
};

const openIoredis: OpenRedis = async (address) => {
  const client =
    "url" in address ? new Redis(address.url, { lazyConnect: true }) : new Redis({ ...address, lazyConnect: true });
  const subscriber = client.duplicate();
  for (const one of [client, subscriber]) one.on("error", ignore);
  await Promise.all([client.connect(), subscriber.connect()]);
  return {
    client: fromIoredis(client, subscriber),
    async close() {
      client.disconnect();
      subscriber.disconnect();
    },
  };
};

/** Both packages, by name. */
export const redisPackages: readonly (readonly [string, OpenRedis])[] = [
  ["redis", openNodeRedis],
  ["ioredis", openIoredis],
];
