import type { Platform } from "./platform.ts";

/** How long not to try again after failures: until this steady time. */
export interface Backoff {
  readonly failures: number;
  readonly until: number;
}

/** No failure yet, or none since the last success. */
export const noBackoff: Backoff = { failures: 0, until: 0 };

const base = 1_000;
const cap = 300_000;

/** The longest backoff that a service can ask for, in milliseconds: one day. */
export const longestBackoffMs = 86_400_000;

/**
 * The backoff after one more failure: a random time below 1 s, 4 s, 16 s, 64 s, 256 s, so that many clients do not come
 * back together; from the sixth failure on 5 to 10 min; or as long as the service asked (`atLeast`, in milliseconds),
 * at most {@link longestBackoffMs}.
 */
export function nextBackoff(
  { failures }: Pick<Backoff, "failures">,
  { steady, random }: Pick<Platform, "steady" | "random">,
  atLeast = 0,
): Backoff {
  const most = Math.min(cap, base * 4 ** failures);
  // A random time alone, however short it may be, would not bound the number of tries in a long outage.
  const least = most < cap ? 0 : cap;
  const ms = Math.max(Math.min(atLeast, longestBackoffMs), least + random() * most);
  return { failures: failures + 1, until: steady() + ms };
}
