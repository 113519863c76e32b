import type { Clock, Timers } from "../../src/index.ts";
import { settle } from "./deferred.ts";

/** A clock and its timers, which pass only when a test lets them. The one fake clock of these tests. */
export interface VirtualClock {
  readonly clock: Required<Clock>;
  readonly timers: Timers;
  /** Lets time pass: every timer that comes due runs, and what it sets off runs to its end. */
  advance(ms: number): Promise<void>;
  /** Lets time pass until no timer waits. */
  run(): Promise<void>;
  /** The machine sleeps, or somebody sets its clock: the wall clock goes on, the steady clock and the timers do not. */
  sleep(ms: number): void;
  /** Timers that wait. */
  pending(): number;
  /** Timers that would keep a Node program running. */
  holding(): number;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
  holds: boolean;
  unref(): void;
}

/** Where every virtual clock starts, in milliseconds since the epoch. */
export const clockStart = Date.parse("2030-01-01T00:00:00Z");

export function virtualClock(): VirtualClock {
  const waiting = new Set<Timer>();
  let steady = 0;
  let wall = clockStart;
  const pass = (ms: number): void => {
    steady += ms;
    wall += ms;
  };
  /** The first timer that is due by then; of two at the same time, the one that was set first. */
  const nextBefore = (end: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of waiting) if (timer.at <= end && timer.at < (first?.at ?? Infinity)) first = timer;
    return first;
  };
  const runUntil = async (end: number): Promise<void> => {
    await settle();
    for (let next = nextBefore(end); next !== undefined; next = nextBefore(end)) {
      waiting.delete(next);
      pass(next.at - steady);
      next.run();
      await settle();
    }
  };
  return {
    clock: { now: () => wall, monotonic: () => steady },
    timers: {
      setTimeout(run, ms) {
        const timer: Timer = { at: steady + ms, run, holds: true, unref: () => void (timer.holds = false) };
        waiting.add(timer);
        return timer;
      },
      clearTimeout: (timer) => void [...waiting].map((one) => one === timer && waiting.delete(one)),
    },
    async advance(ms) {
      const end = steady + ms;
      await runUntil(end);
      pass(end - steady);
    },
    run: () => runUntil(Number.MAX_VALUE),
    sleep: (ms) => void (wall += ms),
    pending: () => waiting.size,
    holding: () => [...waiting].filter(({ holds }) => holds).length,
  };
}
