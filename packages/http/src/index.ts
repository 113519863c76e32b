/**
 * What HTTP says about repeating a request. Client and auth share it; it depends on nothing.
 *
 * @module
 */

const months = "JanFebMarAprMayJunJulAugSepOctNovDec";
const imfOrRfc850 = /^\w{3,9}, ([ \d]\d)[ -]([A-Z]\w\w)[ -](\d{4}|\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60) GMT$/;
const asctime = /^(\w{3}) (\w{3}) ([ \d]\d) (\S{8}) (\d{4})$/;

/**
 * Reads an HTTP date (RFC 9110 section 5.6.7) in any of its three forms: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate),
 * `Sunday, 06-Nov-94 08:49:37 GMT` (RFC 850) and `Sun Nov  6 08:49:37 1994` (asctime). Gives milliseconds since 1970,
 * NaN when it is not valid. `now` decides about two-digit years: none is more than 50 years ahead.
 *
 * Not by `Date.parse`: it takes asctime as local time, ends two-digit years with 2049, makes 3 March of 31 February,
 * and loses the minute of a leap second.
 */
export function parseHttpDate(text: string, now: number): number {
  const asImf = text.replace(asctime, "$1, $3 $2 $5 $4 GMT");
  const [, day, name = "-", digits = "", hour, minute, second] = imfOrRfc850.exec(asImf) ?? [];
  const month = months.indexOf(name) / 3;
  const at = (year: number): number => Date.UTC(year, month, Number(day), Number(hour), Number(minute), Number(second));
  let year = Number(digits);
  if (digits.length < 3) {
    const thisYear = new Date(now).getUTCFullYear();
    for (year += 100 - (thisYear % 100) + thisYear; at(year - 50) > now;) year -= 100;
  }
  // The day must be one of its month.
  return new Date(Date.UTC(year, month, Number(day))).getUTCMonth() === month ? at(year) : NaN;
}

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

/** RFC 9110 section 9.2.2: sent twice, they do what they do once. */
const idempotentMethods = /^(?:GET|HEAD|OPTIONS|TRACE|PUT|DELETE)$/;

/**
 * Whether sending a request twice does the same as sending it once: by its method, or because it carries a key by which
 * the service recognises it (draft-ietf-httpapi-idempotency-key-header).
 *
 * @param method in capitals, as `Request` has it
 * @param idempotencyKey value of the header `Idempotency-Key`; an empty one is none
 */
export function isIdempotent(method: string, idempotencyKey: string | null | undefined): boolean {
  return idempotentMethods.test(method) || !!idempotencyKey;
}
