import { retryAfter as parseRetryAfter } from "@fleet-api/http";
import type { Platform } from "../platform.ts";

/** How long an answer asks to wait, in milliseconds, by the clock of the client where it has no `Date`. */
export function retryAfter(headers: Headers | null, { date }: Platform): number {
  return parseRetryAfter(headers, date());
}
