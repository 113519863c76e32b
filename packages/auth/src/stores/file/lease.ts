import { AuthError } from "../../errors.ts";
import type { LockOptions } from "../../store/token-store.ts";
import { pause, type StoreRuntime } from "../shared/runtime.ts";

/** Where a lease is written down, for every process to see. */
export interface LeasePlace {
  /** What messages call it. */
  readonly what: string;
  /** Writes down `nonce` as the holder if there is none; the result then belongs to the holder. */
  take(nonce: string): Promise<HeldLease | undefined>;
  /** What is written down, changing with every beat; `undefined` if there is no holder. */
  peek(): Promise<string | undefined>;
  /** Removes the holder if still just `seen` is written down. */
  evict(seen: string): Promise<void>;
}

/** A lease that somebody holds. */
export interface HeldLease {
  readonly nonce: string;
  /** Shows that the holder lives. Changes nothing if the lease has been lost. */
  beat(): Promise<void>;
  /** Removes the holder, if it is still this one. */
  release(): Promise<void>;
}

/** How a lease is waited for and kept. */
export interface LeaseTimes {
  /** A holder that shows no life for this long, as measured by the waiter, is taken for dead. Milliseconds. */
  readonly staleMs: number;
}

const beatsPerStale = 5;
const looksPerStale = 200;
const longestLookMs = 25;

/**
 * Runs `work` while holding the lease. A lease left behind is recognised by its holder's silence, timed on the waiter's
 * own steady clock: neither clocks of two machines nor process ids are compared, because ids are reused and mean
 * nothing on another host.
 */
export async function withLease<T>(
  place: LeasePlace,
  times: LeaseTimes,
  runtime: StoreRuntime,
  options: LockOptions,
  work: (lease: HeldLease) => Promise<T>,
): Promise<T> {
  const lease = await acquire(place, times, runtime, options);
  const stop = keepAlive(lease, times, runtime);
  try {
    return await work(lease);
  } finally {
    stop();
    // Whatever fails here, the lease ends by itself, and the work was done.
    await lease.release().catch(() => undefined);
  }
}

async function acquire(
  place: LeasePlace,
  { staleMs }: LeaseTimes,
  runtime: StoreRuntime,
  { timeoutMs, signal }: LockOptions,
): Promise<HeldLease> {
  const lookMs = Math.min(longestLookMs, Math.max(1, staleMs / looksPerStale));
  const begin = runtime.monotonic();
  const nonce = runtime.newId();
  let last: string | undefined;
  let lookedAt = begin;
  let silence = 0;
  for (;;) {
    signal.throwIfAborted();
    const lease = await place.take(nonce);
    if (lease !== undefined) {
      if (!signal.aborted) return lease;
      await lease.release();
      signal.throwIfAborted();
    }
    const seen = await place.peek();
    const now = runtime.monotonic();
    // While this process itself stood still, as in a sleeping laptop, the holder's silence means nothing.
    silence = seen === last ? silence + Math.min(now - lookedAt, 4 * lookMs) : 0;
    [last, lookedAt] = [seen, now];
    if (seen !== undefined && silence >= staleMs) await place.evict(seen);
    else if (now - begin > timeoutMs)
      throw new AuthError("store_unavailable", `${place.what}: not free in ${timeoutMs} ms`);
    else if (seen !== undefined) await pause(runtime, lookMs, signal);
  }
}

/** Beats until stopped. */
function keepAlive(lease: HeldLease, { staleMs }: LeaseTimes, { timers }: StoreRuntime): () => void {
  let timer: unknown;
  const schedule = (): void => {
    timer = timers.setTimeout(() => {
      schedule();
      // A beat that fails is one beat less; the next one comes.
      lease.beat().catch(() => undefined);
    }, staleMs / beatsPerStale);
  };
  schedule();
  return () => timers.clearTimeout(timer);
}
