import type { Clock } from "../platform/clock.ts";

/** How many failures are allowed in which time. */
export interface Limit {
  readonly failures: number;
  readonly windowMs: number;
}

/** The failures that count together. */
interface Bucket {
  usedAt: number;
  failures: number[];
  pending: number;
  readonly waiting: (() => void)[];
}

/** There were too many failures. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
  /** When the next attempt is possible, in whole seconds. */
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super(`Too many failures; the next attempt is possible in ${retryAfterS} s.`);
    this.retryAfterS = retryAfterS;
  }
}

/** Counts failures of one kind by key. */
export interface FailureBuckets {
  /**
   * Runs `action` as one attempt on the bucket of `key`. Attempts that could go over the limit wait for those before
   * them, so that parallel ones are counted as exactly as sequential ones.
   * @throws LimitReached
   */
  attempt<T>(key: string, action: (bucket: Bucket) => Promise<T>): Promise<T>;
  /** Counts a failure. */
  fail(bucket: Bucket): void;
}

const MAX_WAITING = 64;
const MAX_BUCKETS = 10_000;

/** Kept in memory: a flood of failures must not become a flood of writes. */
export function createFailureBuckets(clock: Clock, { failures: allowed, windowMs }: Limit): FailureBuckets {
  const buckets = new Map<string, Bucket>();

  const bucketOf = (key: string): Bucket => {
    const now = clock.monotonic();
    const bucket = buckets.get(key) ?? { usedAt: now, failures: [], pending: 0, waiting: [] };
    bucket.usedAt = now;
    // The last one of the map is the one that was used last.
    buckets.delete(key);
    buckets.set(key, bucket);
    forgetLeastUsed(buckets, now - windowMs);
    return bucket;
  };

  const enter = async (bucket: Bucket): Promise<void> => {
    for (;;) {
      const now = clock.monotonic();
      bucket.failures = bucket.failures.filter((at) => at > now - windowMs);
      const oldest = bucket.failures[0];
      if (bucket.failures.length >= allowed && oldest !== undefined) {
        throw new LimitReached(Math.ceil((oldest + windowMs - now) / 1000));
      }
      if (bucket.failures.length + bucket.pending < allowed) break;
      if (bucket.waiting.length >= MAX_WAITING) throw new LimitReached(1);
      await new Promise<void>((go) => bucket.waiting.push(go));
    }
    bucket.pending += 1;
  };

  return {
    attempt: async (key, action) => {
      const bucket = bucketOf(key);
      await enter(bucket);
      try {
        return await action(bucket);
      } finally {
        bucket.pending -= 1;
        for (const go of bucket.waiting.splice(0)) go();
      }
    },
    fail: (bucket) => void bucket.failures.push(clock.monotonic()),
  };
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
