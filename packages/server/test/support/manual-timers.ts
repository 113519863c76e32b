import type { Every } from "../../src/platform/index.ts";

/** Timers that only run when told to. */
export interface ManualTimers {
  readonly every: Every;
  /** The intervals of those that have not been ended, in the order of their start. */
  intervals(): number[];
  /** Runs those with an interval, or all. */
  fire(intervalMs?: number): void;
}

/** Makes timers for what takes `every`. */
export function manualTimers(): ManualTimers {
  const timers = new Set<{ readonly intervalMs: number; readonly action: () => void }>();
  return {
    every: (intervalMs, action) => {
      const timer = { intervalMs, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    intervals: () => [...timers].map(({ intervalMs }) => intervalMs),
    fire: (wanted) => {
      for (const { intervalMs, action } of timers) if (wanted === undefined || intervalMs === wanted) action();
    },
  };
}
