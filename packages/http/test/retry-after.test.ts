import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateOf, retryAfter } from "../src/index.ts";
import { forms, now } from "./dates.ts";

/** Headers of a response; what is undefined is absent. */
function headersOf(value?: string, date?: string): Headers {
  const headers = new Headers();
  if (value !== undefined) headers.set("retry-after", value);
  if (date !== undefined) headers.set("date", date);
  return headers;
}

const { imf, rfc850, asctime } = forms(now + 9000);

describe("Retry-After", () => {
  it.each<[string | undefined, string | undefined, number]>([
    ["7", undefined, 7000],
    ["007", undefined, 7000],
    ["7", "Sat, 21 Nov 2026 00:00:04 GMT", 7000],
    [imf, undefined, 9000],
    [rfc850, undefined, 9000],
    [asctime, undefined, 9000],
    [imf, "Sat, 21 Nov 2026 00:00:04 GMT", 5000],
    [asctime, "Sat Nov 21 00:00:04 2026", 5000],
    // The clock of a device that was never set.
    ["Thu, 01 Jan 1970 00:00:09 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", 9000],
    // `Date.parse` makes a year of it.
    [imf, "5", 9000],
    [imf, "yesterday", 9000],
    ["Fri, 20 Nov 2026 23:59:59 GMT", undefined, 0],
    ["Sat, 31 Feb 2027 00:00:00 GMT", undefined, 0],
    ["1e3", undefined, 0],
    ["", undefined, 0],
    [undefined, undefined, 0],
  ])("%j, Date %j", (value, date, ms) => {
    expect(retryAfter(headersOf(value, date), now)).toBe(ms);
  });

  it("asks for nothing where there was no response", () => {
    expect(retryAfter(null, now)).toBe(0);
  });

  it("depends on the response's own Date alone, in any form, whatever the local clock says", () => {
    // Two-digit years are known within 50 years of the local clock.
    const skew = fc.integer({ min: -49 * 31_557_600, max: 49 * 31_557_600 });
    const form = fc.constantFrom("imf", "rfc850", "asctime");
    fc.assert(
      fc.property(skew, fc.nat(86_400), form, form, (seconds, wait, one, other) => {
        const there = now + seconds * 1000;
        const headers = headersOf(forms(there + wait * 1000)[one], forms(there)[other]);
        expect(retryAfter(headers, now)).toBe(wait * 1000);
      }),
    );
  });

  it("is never negative and always a number", () => {
    const text = fc.option(fc.stringMatching(/^[ -~]*$/), { nil: undefined });
    fc.assert(
      fc.property(text, text, (value, date) => {
        expect(retryAfter(headersOf(value, date), now)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("Date", () => {
  it.each<[string | undefined, number | undefined]>([
    ["Sat, 21 Nov 2026 00:00:09 GMT", now + 9000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["5", undefined],
    [undefined, undefined],
  ])("%j", (date, at) => {
    expect(dateOf(headersOf(undefined, date), now)).toBe(at);
  });
});
