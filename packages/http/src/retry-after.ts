import { parseHttpDate } from "./http-date.ts";

/**
 * How long a response asks to wait, in milliseconds: `Retry-After` in seconds, which are digits only, or as a date
 * (RFC 9110 section 10.2.3). A date counts from the response's own `Date`, so that a wrong local clock does not matter.
 * 0 when it is absent, past or not valid.
 *
 * @param headers null where there was no response
 * @param now milliseconds since 1970
 */
export function retryAfter(headers: Headers | null, now: number): number {
  const value = headers?.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const sent = dateOf(headers, now) ?? now;
  return Math.max(0, parseHttpDate(value, sent) - sent) || 0;
}

/** When the service made a response by its own clock (`Date`), in milliseconds since 1970; undefined if it does not say. */
export function dateOf(headers: Headers | null, now: number): number | undefined {
  const date = parseHttpDate(headers?.get("date") ?? "", now);
  return Number.isNaN(date) ? undefined : date;
}
