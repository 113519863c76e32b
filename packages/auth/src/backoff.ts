/** Time as the session needs it. */
export interface Clock {
  /** Milliseconds since the epoch. Shown to people; decides nothing by itself. */
  now(): number;
  /** Milliseconds from an arbitrary start that never jump. Default: `performance.now`. */
  monotonic?(): number;
}

/** Pauses after failures: full jitter, doubling, capped. */
export interface Backoff {
  /** Milliseconds still to wait; 0 when a try is allowed. */
  remaining(): number;
  /** Notes a failure; `atLeast` is what the service asked for, in milliseconds. Returns the milliseconds to wait. */
  fail(atLeast?: number): number;
  /** Forgets all failures. */
  reset(): void;
}

const base = 1_000;
const cap = 300_000;

/** Waits a random time below 1 s, 2 s, 4 s, … 5 min, so that many clients do not come back together. */
export function createBackoff(monotonic: () => number, random: () => number): Backoff {
  let failures = 0;
  let until = 0;
  return {
    remaining: () => Math.max(0, until - monotonic()),
    fail(atLeast = 0) {
      const pause = Math.max(atLeast, random() * Math.min(cap, base * 2 ** failures++));
      until = monotonic() + pause;
      return pause;
    },
    reset() {
      failures = until = 0;
    },
  };
}

/**
 * The pause that a `Retry-After` header asks for, in milliseconds: seconds or an HTTP date (RFC 9110 section 10.2.3).
 * A date is measured from the answer's own `Date`, so a wrong local clock does not matter. 0 when absent or unreadable.
 */
export function retryAfter(headers: Headers, now: number): number {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const sent = Date.parse(headers.get("date") ?? "");
  const pause = Date.parse(value) - (Number.isNaN(sent) ? now : sent);
  return pause > 0 ? pause : 0;
}
