/** The only source of the present time. */
export interface Clock {
  /** The present instant. A new object on every call. */
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Milliseconds since some moment; never goes back. For durations. */
export type Stopwatch = () => number;

/** The machine's stopwatch. */
export const systemStopwatch: Stopwatch = () => performance.now();

/** A clock that stands still until it is moved; for tests and for deterministic seeds. */
export interface ManualClock extends Clock {
  /** Moves the clock by `ms` milliseconds; negative moves it back. */
  advance(ms: number): void;
  /** Sets the clock. */
  set(instant: Date): void;
}

/** Makes a manual clock that shows `start`. */
export function manualClock(start: Date): ManualClock {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    advance: (ms) => {
      current += ms;
    },
    set: (instant) => {
      current = instant.getTime();
    },
  };
}
