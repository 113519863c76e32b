/** Time and randomness of a client, handed in so that tests need not wait or guess. */
export interface Platform {
  /** Milliseconds on a clock that never goes back; only differences mean something. */
  readonly now: () => number;
  /** Milliseconds since 1970, to compare with the dates of HTTP headers. */
  readonly date: () => number;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  /** Calls back once, after that many milliseconds; the returned function calls it off. */
  readonly after: (ms: number, then: () => void) => () => void;
}

/** The platform of the machine. */
export const machine: Platform = {
  now: () => performance.now(),
  date: () => Date.now(),
  random: () => Math.random(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};
