import { orAborted } from "../../time-limit.ts";
import { delay, type StoreRuntime } from "../shared/runtime.ts";

/**
 * A lock on a server whose clock ends it unless it is extended, so that a holder that crashed blocks nobody for long.
 * The owner is a random name, which tells the holder from those who come after it.
 */
export interface TimedLease {
  /** Takes the lock for one lease. `true` if it was free, had expired, or is this owner's already. */
  readonly take: (owner: string) => Promise<boolean>;
  /** Extends it by another lease, if it is still this owner's. */
  readonly extend: (owner: string) => Promise<unknown>;
  /** Frees it, if it is still this owner's. */
  readonly release: (owner: string) => Promise<unknown>;
}

const firstDelayMs = 10;
const longestDelayMs = 50;

/**
 * Runs `work` under a lease, which is extended three times per `leaseMs` meanwhile. If it is lost all the same (the
 * process stood still for longer than that), `work` continues: what it writes is compare-and-swap, so the later writer
 * loses. Rejects with the signal's reason when that comes before the lock.
 */
export async function withTimedLease<T>(
  lease: TimedLease,
  leaseMs: number,
  runtime: StoreRuntime,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const owner = runtime.newId();
  await take(lease, owner, runtime, signal);
  const stop = repeat(() => lease.extend(owner), leaseMs / 3, runtime);
  try {
    // The signal may have been aborted after the lock was given.
    signal.throwIfAborted();
    return await work();
  } finally {
    stop();
    // A lease that cannot be released expires.
    await lease.release(owner).catch(() => undefined);
  }
}

async function take(lease: TimedLease, owner: string, runtime: StoreRuntime, signal: AbortSignal): Promise<void> {
  let delayMs = firstDelayMs;
  let taking = Promise.resolve(false);
  try {
    for (;;) {
      signal.throwIfAborted();
      taking = lease.take(owner);
      if (await orAborted(taking, signal)) return;
      await delay(runtime, delayMs, signal);
      delayMs = Math.min(2 * delayMs, longestDelayMs);
    }
  } catch (error) {
    // The server may still give the lock, to a caller who has given up.
    void taking
      .catch(() => undefined)
      .then(() => lease.release(owner))
      .catch(() => undefined);
    throw error;
  }
}

/** Calls `act` again and again until stopped. One call that fails does no harm: the next one follows. */
function repeat(act: () => Promise<unknown>, everyMs: number, { timers }: StoreRuntime): () => void {
  let timer: unknown;
  const schedule = (): void => {
    timer = timers.setTimeout(() => {
      schedule();
      act().catch(() => undefined);
    }, everyMs);
  };
  schedule();
  return () => timers.clearTimeout(timer);
}
