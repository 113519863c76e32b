import type { CoreOptions } from "./options.ts";
import { chance, steadyTime } from "./platform.ts";

/** Time as the session needs it. */
export interface Clock {
  /** Milliseconds since the epoch. Shown to people; decides nothing by itself. */
  now(): number;
  /** Milliseconds from an arbitrary start that never jump. Default: `performance.now`. */
  monotonic?(): number;
}

/** A pause after failures. Over when `until` (steady time) has come. */
export interface Pause {
  failures: number;
  until: number;
}

const base = 1_000;
const cap = 300_000;

/**
 * Notes a failure: pauses for a random time below 1 s, 4 s, 16 s, 64 s, 256 s, so that many clients do not come back
 * together; from the sixth failure on for 5 to 10 min; or for as long as the service asked (`atLeast`, in milliseconds).
 */
export function lengthen(pause: Pause, options: CoreOptions, atLeast = 0): undefined {
  const most = Math.min(cap, base * 4 ** pause.failures++);
  // A random time alone, however short it may be, would not bound the number of tries in a long outage.
  const least = most < cap ? 0 : cap;
  pause.until = steadyTime(options) + Math.max(atLeast, least + chance(options) * most);
}

/** Notes a success. */
export function endPause(pause: Pause): void {
  pause.failures = pause.until = 0;
}

/**
 * The pause that a `Retry-After` header asks for, in milliseconds: seconds or an HTTP date (RFC 9110 section 10.2.3).
 * A date is measured from the answer's own `Date`, so a wrong local clock does not matter. 0 when absent or unreadable.
 */
export function retryAfter(headers: Headers, now: number): number {
  const value = headers.get("retry-after") ?? "";
  const sent = Date.parse(headers.get("date") ?? "");
  return Number(value) * 1_000 || Date.parse(value) - (sent || now) || 0;
}
