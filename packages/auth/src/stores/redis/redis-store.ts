import type { TokenStore } from "../../store/token-store.ts";
import type { RedisClient } from "./redis-client.ts";
import { commitScript, extendScript, releaseScript, takeScript } from "./scripts.ts";
import { serverStore, type ServerStoreOptions } from "../shared/server-store.ts";
import { parseRecord } from "../shared/session-record.ts";

export {
  fromIoredis,
  fromNodeRedis,
  type Ioredis,
  type IoredisSubscriber,
  type NodeRedis,
  type NodeRedisSubscriber,
  type RedisClient,
} from "./redis-client.ts";

/** Options of {@link redisStore}. */
export interface RedisStoreOptions extends ServerStoreOptions {
  /** From `fromNodeRedis`, from `fromIoredis`, or of your own. Stays yours to close. */
  readonly client: RedisClient;
  /**
   * Key of the record, one per session: also the name of the pub/sub channel, and the beginning of the lock's key
   * (`<key>:login`). Whoever may read it has the access token.
   */
  readonly key: string;
  /** Milliseconds after the last write until Redis forgets the record. Default: never. */
  readonly ttlMs?: number;
}

/**
 * Keeps a session in Redis (from 6) or Valkey, shared by every process that uses the key. Commits are compare-and-swap
 * in a script; the lock is `SET NX PX` with a proof, kept up while it is held. Redis may lose its last writes in a
 * failover: then two processes may hold the lock at once, and an older record may come back. Neither harms a session,
 * since commits are fenced by the revision, and memory is not set back by an older record.
 */
export function redisStore({ client, key, ttlMs = 0, ...options }: RedisStoreOptions): TokenStore {
  const { command, subscribe } = client;
  const run = async (script: string, on: string, ...given: (string | number)[]): Promise<boolean> =>
    Number(await command(["EVAL", script, "1", on, ...given.map(String)])) === 1;

  return serverStore(
    {
      what: "the redis store",
      read: async () => parseRecord(String(await command(["HGET", key, "record"]))),
      commit(expectedRev, next) {
        const { sid, rev } = next;
        return run(commitScript, key, expectedRev, rev, JSON.stringify(next), JSON.stringify({ sid, rev }), ttlMs);
      },
      leaseOf(name, leaseMs) {
        const lock = `${key}:${name}`;
        return {
          take: (proof) => run(takeScript, lock, proof, leaseMs),
          extend: (proof) => run(extendScript, lock, proof, leaseMs),
          release: (proof) => run(releaseScript, lock, proof),
        };
      },
      subscribe: subscribe && ((heard) => subscribe(key, heard)),
    },
    options,
  );
}
