import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import { addressBlock } from "./address-block.ts";

/** Who tries to log in. */
export interface LoginAttempt {
  /** Address of the caller; IPv6 addresses count by their /64. */
  readonly ip: string;
  readonly username: string;
}

/** Limits failed logins. */
export interface LoginThrottle {
  /**
   * Runs `check`, which resolves with null for wrong credentials. Failures count; a success
   * clears those of its address and username. Attempts that could go over the limit wait for those
   * before them, so that parallel guesses are counted as exactly as sequential ones.
   * @throws ProblemError `too_many_requests` with `retry_after_s`
   */
  guard<T>(attempt: LoginAttempt, check: () => Promise<T | null>): Promise<T | null>;
}

/** Settings of the throttle; the defaults are 10 failures by address and username, 60 by address, in a minute. */
export interface LoginThrottleOptions {
  readonly clock: Clock;
  readonly perPair?: number;
  readonly perAddress?: number;
  readonly windowMs?: number;
}

const MAX_WAITING = 64;
const MAX_BUCKETS = 20_000;

interface Bucket {
  readonly limit: number;
  usedAt: number;
  failures: number[];
  pending: number;
  readonly waiting: (() => void)[];
}

/**
 * Kept in memory, for each process by itself: a flood of failures must not become a flood of
 * writes. With n processes behind one address a guesser gets at most n times the limit.
 */
export function createLoginThrottle(options: LoginThrottleOptions): LoginThrottle {
  const { clock, perPair = 10, perAddress = 60, windowMs = 60_000 } = options;
  const buckets = new Map<string, Bucket>();

  const bucketOf = (key: string, limit: number): Bucket => {
    const now = clock.now().getTime();
    const bucket = buckets.get(key) ?? { limit, usedAt: now, failures: [], pending: 0, waiting: [] };
    bucket.usedAt = now;
    // The last one of the map is the one that was used last.
    buckets.delete(key);
    buckets.set(key, bucket);
    forgetLeastUsed(buckets, now - windowMs);
    return bucket;
  };

  const enter = async (bucket: Bucket): Promise<void> => {
    for (;;) {
      const now = clock.now().getTime();
      bucket.failures = bucket.failures.filter((at) => at > now - windowMs);
      const oldest = bucket.failures[0];
      if (bucket.failures.length >= bucket.limit && oldest !== undefined) {
        throw tooMany(Math.ceil((oldest + windowMs - now) / 1000));
      }
      if (bucket.failures.length + bucket.pending < bucket.limit) break;
      if (bucket.waiting.length >= MAX_WAITING) throw tooMany(1);
      await new Promise<void>((go) => bucket.waiting.push(go));
    }
    bucket.pending += 1;
  };

  const leave = (bucket: Bucket): void => {
    bucket.pending -= 1;
    for (const go of bucket.waiting.splice(0)) go();
  };

  const guarded = async <T>(pair: Bucket, address: Bucket, check: () => Promise<T | null>): Promise<T | null> => {
    const result = await check();
    if (result === null) {
      const now = clock.now().getTime();
      pair.failures.push(now);
      address.failures.push(now);
    } else {
      pair.failures = [];
    }
    return result;
  };

  return {
    guard: async (attempt, check) => {
      const block = addressBlock(attempt.ip);
      const address = bucketOf(block, perAddress);
      await enter(address);
      try {
        // Only now, so that an address which is refused cannot fill the map with names and push others out.
        const pair = bucketOf(`${block} ${attempt.username.toLowerCase()}`, perPair);
        await enter(pair);
        try {
          return await guarded(pair, address, check);
        } finally {
          leave(pair);
        }
      } finally {
        leave(address);
      }
    },
  };
}

function tooMany(retryAfterS: number): ProblemError {
  return new ProblemError("too_many_requests", `Too many attempts. Try again in ${retryAfterS} s.`, {
    retry_after_s: retryAfterS,
  });
}

/**
 * Drops buckets that were used longest ago: up to two that no longer count, so that the map is as large as the traffic of
 * one window, and as many as are over its limit. Buckets in use are looked at again later.
 */
function forgetLeastUsed(buckets: Map<string, Bucket>, since: number): void {
  let looks = buckets.size > MAX_BUCKETS ? buckets.size : 2;
  for (const [key, bucket] of buckets) {
    if (looks === 0) return;
    looks -= 1;
    const inUse = bucket.pending > 0 || bucket.waiting.length > 0;
    const counts = bucket.usedAt > since || bucket.failures.some((at) => at > since);
    if (counts && !inUse && buckets.size <= MAX_BUCKETS) return;
    buckets.delete(key);
    if (inUse) buckets.set(key, bucket);
  }
}
