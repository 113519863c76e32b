import { Redis } from "ioredis";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { fromIoredis, fromNodeRedis, type RedisClient } from "../../src/stores/redis/redis-store.ts";

/** Where the tests find Redis: a private server's socket, or the one that `TEST_REDIS_URL` names. */
export type RedisAddress = { readonly path: string } | { readonly url: string };

/** A server that runs. */
export interface RunningRedis {
  readonly address: RedisAddress;
  /** Kills the server as a crash would; nothing it kept survives. Only for a private one. */
  kill(): Promise<void>;
  /** Starts it anew, empty, at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Why the tests cannot run here, or `undefined`. */
export function whyNoRedis(): string | undefined {
  if (process.env.TEST_REDIS_URL || spawnSync("redis-server", ["--version"]).status === 0) return undefined;
  return "Redis tests because there is no redis-server; install with: apt-get install redis-server";
}

/** A private server on a socket that only this user can reach; it keeps nothing on disk. */
export async function startPrivateRedis(): Promise<RunningRedis> {
  const folder = await mkdtemp(join(tmpdir(), "fleet-redis-"));
  const path = join(folder, "redis.sock");
  const start = async () => {
    const words = ["--port", "0", "--unixsocket", path, "--dir", folder, "--save", "", "--appendonly", "no"];
    const child = spawn("redis-server", words, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk) => (text += String(chunk)));
    while (!/ready to accept connections/i.test(text)) {
      await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
      if (child.exitCode !== null) throw new Error(`redis-server did not start:\n${text}`);
    }
    return child;
  };
  let child = await start();
  const kill = async (): Promise<void> => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return {
    address: { path },
    kill,
    async restart() {
      child = await start();
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** The server that the environment names, or a private one. */
export async function startRedis(): Promise<RunningRedis> {
  const url = process.env.TEST_REDIS_URL;
  if (!url) return startPrivateRedis();
  const none = async (): Promise<void> => undefined;
  return { address: { url }, kill: none, restart: none, stop: none };
}

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
