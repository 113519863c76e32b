/** The only source of time. */
export interface Clock {
  /** The present instant. A new object on every call. */
  now(): Date;
  /** Milliseconds since some moment in the past; unlike the instant it never goes back or jumps. For measuring times. */
  monotonic(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() };

/** Milliseconds since some moment; never goes back. For durations. */
export type Stopwatch = () => number;

/** The machine's stopwatch. */
export const systemStopwatch: Stopwatch = () => performance.now();

/** Calls back at an interval; returns what ends that. */
export type Every = (intervalMs: number, action: () => void) => () => void;

/** An interval of the platform that does not keep a process alive. */
export const systemEvery: Every = (intervalMs, action) => {
  const timer = setInterval(action, intervalMs);
  // In a browser it is a number.
  if (typeof timer === "object") timer.unref();
  return () => clearInterval(timer);
};

/** Waits for so many milliseconds, or until the signal is aborted. Never rejects. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<void>;

/** A timer of the platform that does not keep a process alive. */
export const systemDelay: Delay = (ms, signal) =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    // In a browser it is a number.
    if (typeof timer === "object") timer.unref();
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
  });

/** A clock that stands still until it is moved; for tests and for deterministic seeds. */
export interface ManualClock extends Clock {
  /** Lets `ms` milliseconds pass; negative only sets the instant back. */
  advance(ms: number): void;
  /** Sets the instant, as when the machine's clock is corrected: no time passes. */
  set(instant: Date): void;
}

/** Makes a manual clock that shows `start`. */
export function manualClock(start: Date): ManualClock {
  let current = start.getTime();
  let passed = 0;
  return {
    now: () => new Date(current),
    monotonic: () => passed,
    advance: (ms) => {
      current += ms;
      passed += Math.max(0, ms);
    },
    set: (instant) => {
      current = instant.getTime();
    },
  };
}
