/**
 * A store in Redis, for processes on many machines.
 *
 * @module
 */
import { AuthError } from "../../errors.ts";
import type { TokenStore } from "../../store/token-store.ts";
import { checkMs } from "../../options/checks.ts";
import { createClosable } from "../shared/closable.ts";
import { runtimeOf, type StoreRuntime, withTimeout } from "../shared/runtime.ts";
import { newerRecord, parseStored } from "../../session-record.ts";
import type { RedisClient } from "./redis-client.ts";
import { commitScript, extendScript, quarantineScript, releaseScript, takeScript } from "./scripts.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { withTimedLease } from "./timed-lease.ts";

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
export interface RedisStoreOptions {
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
  /**
   * How long the login lock outlives a holder that crashed, in milliseconds. Default 5 000. With less than `storeTimeoutMs` of
   * the session, those who wait take the lock over; with more, each of them logs in.
   */
  readonly leaseMs?: number;
  /** Longest wait for one response of the server, in milliseconds: clients may queue while it is away. Default 5 000. */
  readonly timeoutMs?: number;
  /** Timers and random names, for tests. */
  readonly runtime?: Partial<StoreRuntime>;
}

/**
 * Keeps a session in Redis (from 6) or Valkey, shared by every process that uses the key. Commits are compare-and-swap
 * in a script; the lock is `SET NX PX` with a random owner, extended while it is held. Redis may lose its last writes in
 * a failover: then two processes may hold the lock at once, and an older record may come back. Neither harms a session,
 * since commits are fenced by the revision, and memory is not set back by an older record.
 *
 * Rejects with `store_corrupt` once when the record is damaged (it is moved to the field `bad` of the key), with
 * `store_newer` when a later version wrote it, with
 * `store_closed` after `close()`, and with the client's error, without the parameters of the command, otherwise. Throws
 * `invalid_option`. It owns no connection: `close()` ends its subscriptions and refuses further use.
 */
export function redisStore({ client, key, ...options }: RedisStoreOptions): TokenStore {
  const { command, subscribe } = client;
  // Redis takes whole milliseconds only.
  const lifetime =
    options.ttlMs === undefined ? 0 : Math.ceil(checkMs("ttlMs", options.ttlMs, Number.MAX_SAFE_INTEGER));
  const leaseMs = Math.ceil(checkMs("leaseMs", options.leaseMs ?? 5_000));
  const timeoutMs = checkMs("timeoutMs", options.timeoutMs ?? 5_000);
  const runtime = runtimeOf(options.runtime);
  const subscriptions = subscribe && createSubscriptions((changed) => subscribe(key, changed), timeoutMs, runtime);
  const closable = createClosable("redis store", subscriptions?.close);

  const send = async (...words: string[]): Promise<unknown> => {
    try {
      return await withTimeout(command(words), timeoutMs, runtime);
    } catch (error) {
      throw withoutParameters(error);
    }
  };
  const evaluate = async (script: string, on: string, ...given: (string | number)[]): Promise<boolean> =>
    Number(await send("EVAL", script, "1", on, ...given.map(String))) === 1;
  const run = <T>(request: () => Promise<T>): Promise<T> =>
    closable.run(async () => {
      const result = await request();
      subscriptions?.retry();
      return result;
    });

  return {
    async read() {
      const [rev, text, v] = await run(async () => fieldsIn(await send("HMGET", key, "rev", "record", "v")));
      const stored = parseStored(String(text ?? ""));
      if (Number(v) > 1 || stored.kind === "newer") throw newerRecord("redis");
      // Both fields are absent when there is no record; one alone is damage.
      if (rev == null && text == null) return undefined;
      const storedRev = String(rev ?? "");
      if (stored.kind === "record" && String(stored.record.rev) === storedRev) return stored.record;
      await run(() => evaluate(quarantineScript, key, storedRev));
      throw new AuthError(
        "store_corrupt",
        "the redis store held no valid session; what was there is now in the field `bad` of its key",
      );
    },
    commit(expectedRev, next) {
      const { v, serviceId, sid, rev } = next;
      const [record, hint] = [JSON.stringify(next), JSON.stringify({ sid, rev })];
      return run(() => evaluate(commitScript, key, expectedRev, rev, record, hint, v, serviceId, lifetime));
    },
    ...(subscriptions && {
      watch(changed: () => void) {
        closable.assertOpen();
        return subscriptions.watch(changed);
      },
    }),
    withLock(name, wait, work) {
      const lock = `${key}:${name}`;
      const lease = {
        take: (owner: string) => evaluate(takeScript, lock, owner, leaseMs),
        extend: (owner: string) => evaluate(extendScript, lock, owner, leaseMs),
        release: (owner: string) => evaluate(releaseScript, lock, owner),
      };
      return closable.withSignal(wait.signal, (signal) => withTimedLease(lease, leaseMs, runtime, signal, work));
    },
    close: closable.close,
  };
}

function fieldsIn(reply: unknown): readonly unknown[] {
  return Array.isArray(reply) ? reply : [];
}

/** Errors of some clients (ioredis) carry the command with its parameters, and so the token. */
function withoutParameters(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  return Object.assign(new Error(message), { name, stack }, "code" in error && { code: error.code });
}
