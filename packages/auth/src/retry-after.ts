import { httpDate } from "./http-date.ts";

/**
 * How long a response asks to wait, in milliseconds: `Retry-After` in seconds, which are digits only, or as a date
 * (RFC 9110 section 10.2.3). A date counts from the response's own `Date`, so that a wrong local clock does not matter.
 * 0 when it is absent, past or not valid.
 *
 * @param now milliseconds since the epoch
 */
export function retryAfter(headers: Headers, now: number): number {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const sent = dateOf(headers, now) ?? now;
  return Math.max(0, httpDate(value, sent) - sent) || 0;
}

/** When the service made a response by its own clock (`Date`), in milliseconds since the epoch. */
export function dateOf(headers: Headers, now: number): number | undefined {
  const date = httpDate(headers.get("date") ?? "", now);
  return Number.isNaN(date) ? undefined : date;
}
