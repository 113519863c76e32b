/**
 * A store in Redis, for processes on many machines.
 *
 * @module
 */
import type { TokenStore } from "../../store/token-store.ts";
import { checkMs } from "../../options/checks.ts";
import { serverStore, type ServerStoreOptions, type StoredText } from "../shared/server-store.ts";
import type { RedisClient } from "./redis-client.ts";
import { commitScript, extendScript, quarantineScript, releaseScript, takeScript } from "./scripts.ts";

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
   * Key of the record, one per session: also the name of the pub/sub channel, and the beginning of the locks' keys
   * (`<key>:login`). Whoever may read it has the access token.
   */
  readonly key: string;
  /**
   * Milliseconds after the last write until Redis forgets the record. Default: never. It forgets a logout, too: with less
   * than the 7 days for which a superseded token is valid, a process that slept meanwhile may bring the session back.
   */
  readonly ttlMs?: number;
}

/**
 * Keeps a session in Redis (from 6) or Valkey, shared by every process that uses the key. Commits are compare-and-swap
 * in a script; the lock is `SET NX PX` with a random owner, extended while it is held. Redis may lose its last writes in
 * a failover: then two processes may hold the lock at once, and an older record may come back. Neither harms a session,
 * since commits are fenced by the revision, and memory is not set back by an older record.
 *
 * Rejects with `store_corrupt` once when the record is damaged (it is moved to the field `bad` of the key), with
 * `store_closed` after `close()`, and with the client's error, without the parameters of the command, otherwise. Throws `invalid_option`.
 */
export function redisStore({ client, key, ttlMs, ...options }: RedisStoreOptions): TokenStore {
  const { command, subscribe } = client;
  const lifetime = ttlMs === undefined ? 0 : Math.ceil(checkMs("ttlMs", ttlMs, Number.MAX_SAFE_INTEGER));
  const run = async (script: string, on: string, ...given: (string | number)[]): Promise<boolean> =>
    Number(await command(["EVAL", script, "1", on, ...given.map(String)])) === 1;

  return serverStore(
    {
      label: "redis store",
      read: async () => storedText(await command(["HMGET", key, "rev", "record"])),
      quarantine: ({ rev }) => run(quarantineScript, key, rev),
      quarantineName: "in the field `bad` of its key",
      commit(expectedRev, next) {
        const { sid, rev } = next;
        return run(commitScript, key, expectedRev, rev, JSON.stringify(next), JSON.stringify({ sid, rev }), lifetime);
      },
      leaseOf(name, leaseMs) {
        const lock = `${key}:${name}`;
        return {
          take: (owner) => run(takeScript, lock, owner, leaseMs),
          extend: (owner) => run(extendScript, lock, owner, leaseMs),
          release: (owner) => run(releaseScript, lock, owner),
        };
      },
      subscribe: subscribe && ((changed) => subscribe(key, changed)),
    },
    options,
  );
}

/** Both fields are absent when there is no record; one alone is damage. */
function storedText(reply: unknown): StoredText | undefined {
  const [rev, text]: unknown[] = Array.isArray(reply) ? reply : [];
  if (rev == null && text == null) return undefined;
  return { rev: String(rev ?? ""), text: String(text ?? "") };
}
