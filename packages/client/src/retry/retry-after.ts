import type { Platform } from "../platform.ts";
import { httpDate } from "./http-date.ts";

/**
 * How long an answer asks to wait, in milliseconds: `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3).
 * A date counts from the answer's own `Date`, so that a wrong local clock does not matter. 0 when it is absent, past or
 * not valid.
 */
export function retryAfter(headers: Headers | null, { date }: Platform): number {
  const value = headers?.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const sent = httpDate(headers?.get("date") ?? "", date()) || date();
  return Math.max(0, httpDate(value, sent) - sent) || 0;
}
