/** What HTTP says about repeating a request. Client and auth share it; it depends on nothing. */
export { parseHttpDate } from "./http-date.ts";
export { isIdempotent } from "./idempotent.ts";
export { dateOf, retryAfter } from "./retry-after.ts";
