import { orAborted } from "../../time-limit.ts";
import { pause, type StoreRuntime } from "./runtime.ts";

/**
 * A lock in a server whose clock ends it unless it is kept up, so that a holder which crashed blocks nobody for long.
 * The proof is random and tells the holder from whoever comes after.
 */
export interface TimedLease {
  /** Takes the lock for a while. `true` if it was free, had run out, or is this holder's already. */
  readonly take: (proof: string) => Promise<boolean>;
  /** Keeps it up for another while, if the proof still holds. */
  readonly extend: (proof: string) => Promise<unknown>;
  /** Gives it back, if the proof still holds. */
  readonly release: (proof: string) => Promise<unknown>;
}

const firstPauseMs = 10;
const longestPauseMs = 50;

/**
 * Runs `work` under a lease, which is kept up three times per `leaseMs` meanwhile. If it is lost all the same (the
 * process stood still for longer than it lasts), `work` goes on: what it writes is compare-and-swap, so the later
 * writer loses. Rejects with the signal's reason when that comes before the lock.
 */
export async function withTimedLease<T>(
  lease: TimedLease,
  leaseMs: number,
  runtime: StoreRuntime,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const proof = runtime.newId();
  await take(lease, proof, runtime, signal);
  const stop = keepUp(() => lease.extend(proof), leaseMs / 3, runtime);
  try {
    return await work();
  } finally {
    stop();
    // One that cannot be given back ends by itself.
    await lease.release(proof).catch(() => undefined);
  }
}

async function take(lease: TimedLease, proof: string, runtime: StoreRuntime, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  let taking = Promise.resolve(false);
  try {
    for (;;) {
      signal.throwIfAborted();
      taking = lease.take(proof);
      if (await orAborted(taking, signal)) return;
      await pause(runtime, pauseMs, signal);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  } catch (error) {
    // It may be granted all the same, to nobody.
    void taking
      .catch(() => undefined)
      .then(() => lease.release(proof))
      .catch(() => undefined);
    throw error;
  }
}

function keepUp(extend: () => Promise<unknown>, everyMs: number, { timers }: StoreRuntime): () => void {
  let timer: unknown;
  const schedule = (): void => {
    timer = timers.setTimeout(() => {
      schedule();
      // One that fails is one less; the next one comes.
      extend().catch(() => undefined);
    }, everyMs);
  };
  schedule();
  return () => timers.clearTimeout(timer);
}
