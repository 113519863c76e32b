import type { Platform } from "./platform.ts";
import { lateMs, longestMs, type TimeLimits } from "./time-limit.ts";

/**
 * Work that several callers wait for. Some platforms, such as Workers, end the timers and the I/O of a request with that request:
 * the work that it began never settles then, and its time limit never fires.
 */
export interface InFlight<T> {
  readonly promise: Promise<T>;
  /** Steady time at which it began, or last made progress. */
  since: number;
  isSettled: boolean;
}

/** What bounds the wait for work in flight. */
export type InFlightLimits = Pick<TimeLimits, "timers" | "timeoutMs"> & Pick<Platform, "steady">;

/** The result of waiting for work that can no longer settle. */
export const abandoned: unique symbol = Symbol("abandoned");

/** Notes when work began and whether it has settled. */
export function trackWork<T>(promise: Promise<T>, { steady }: Pick<Platform, "steady">): InFlight<T> {
  const work = { promise, since: steady(), isSettled: false };
  const settle = (): void => void (work.isSettled = true);
  promise.then(settle, settle);
  return work;
}

/** Whether work should have ended by now, as the clock says. */
export function isOverdue(work: InFlight<unknown>, limits: InFlightLimits): boolean {
  return !work.isSettled && timeLeft(work, limits) <= 0;
}

/** Settles as the work does, or resolves to {@link abandoned} if the work cannot settle any more. */
export async function joinWork<T>(work: InFlight<T>, limits: InFlightLimits): Promise<T | typeof abandoned> {
  const { timers } = limits;
  let timer: unknown;
  // The timers of the caller's own request still fire.
  const overdue = new Promise<typeof abandoned>((resolve) => {
    const look = (): void => {
      if (isOverdue(work, limits)) return resolve(abandoned);
      // It has made progress meanwhile.
      timer = timers.setTimeout(look, Math.min(timeLeft(work, limits), longestMs));
    };
    look();
  });
  try {
    return await Promise.race([work.promise, overdue]);
  } catch (error) {
    if (work.isSettled) throw error;
    // workerd refuses at once to wait for what a request began that has ended.
    return abandoned;
  } finally {
    timers.clearTimeout(timer);
  }
}

function timeLeft({ since }: InFlight<unknown>, { timeoutMs, steady }: InFlightLimits): number {
  return since + timeoutMs + lateMs - steady();
}
