import { AuthError } from "../../errors.ts";
import type { LockOptions } from "../../store/token-store.ts";
import { orAborted } from "../../time-limit.ts";
import { delay, type StoreRuntime } from "../shared/runtime.ts";

/** Where a lease is recorded, visible to every process. */
export interface LeaseStorage {
  /** For messages. */
  readonly label: string;
  /** Records `nonce` as the holder if there is none; the result then belongs to the holder. */
  take(nonce: string): Promise<HeldLease | undefined>;
  /** What is recorded, different after every beat; `undefined` if there is no holder. */
  peek(): Promise<string | undefined>;
  /** Removes the holder if exactly `seen` is still recorded. */
  evict(seen: string): Promise<void>;
}

/** A lease that somebody holds. */
export interface HeldLease {
  readonly nonce: string;
  /** Shows that the holder is alive. Changes nothing if the lease has been lost. */
  beat(): Promise<void>;
  /** Removes the holder, if it is still this one. */
  release(): Promise<void>;
}

/** How a lease is waited for and kept. */
export interface LeaseTimes {
  /** A holder that does not beat for this long, as measured by the waiter, is taken for dead. Milliseconds. */
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
  storage: LeaseStorage,
  times: LeaseTimes,
  runtime: StoreRuntime,
  options: LockOptions,
  work: (lease: HeldLease) => Promise<T>,
): Promise<T> {
  const lease = await acquire(storage, times, runtime, options);
  const stop = startBeating(lease, times, runtime);
  try {
    // The signal may have been aborted after the lease was taken.
    options.signal.throwIfAborted();
    return await work(lease);
  } finally {
    stop();
    // Whatever fails here, the lease expires, and the work was done.
    await lease.release().catch(() => undefined);
  }
}

async function acquire(
  storage: LeaseStorage,
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
    const lease = await take(storage, nonce, signal);
    if (lease !== undefined) return lease;
    const seen = await orAborted(storage.peek(), signal);
    const now = runtime.monotonic();
    // While this process itself stood still, as in a sleeping laptop, the holder's silence means nothing.
    silence = seen === last ? silence + Math.min(now - lookedAt, 4 * lookMs) : 0;
    [last, lookedAt] = [seen, now];
    if (seen !== undefined && silence >= staleMs) await orAborted(storage.evict(seen), signal);
    else if (now - begin > timeoutMs)
      throw new AuthError("store_unavailable", `${storage.label}: not free in ${timeoutMs} ms`);
    else if (seen !== undefined) await delay(runtime, lookMs, signal);
  }
}

/** Takes the lease if it is free. One that is given after the signal was aborted is released again. */
async function take(storage: LeaseStorage, nonce: string, signal: AbortSignal): Promise<HeldLease | undefined> {
  const taking = storage.take(nonce);
  try {
    return await orAborted(taking, signal);
  } catch (error) {
    taking.then((lease) => lease?.release()).catch(() => undefined);
    throw error;
  }
}

/** Beats until stopped. */
function startBeating(lease: HeldLease, { staleMs }: LeaseTimes, { timers }: StoreRuntime): () => void {
  let timer: unknown;
  const schedule = (): void => {
    timer = timers.setTimeout(() => {
      schedule();
      // One beat that fails does no harm: the next one follows.
      lease.beat().catch(() => undefined);
    }, staleMs / beatsPerStale);
  };
  schedule();
  return () => timers.clearTimeout(timer);
}
