import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateOf, isIdempotent, parseHttpDate, retryAfter } from "../src/index.ts";

/** The present of the tests. */
const now = Date.UTC(2026, 10, 21);
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The three forms of RFC 9110 section 5.6.7. */
function forms(ms: number): { imf: string; rfc850: string; asctime: string } {
  const imf = new Date(ms).toUTCString();
  const [weekday = "", day = "", month = "", year = "", time = ""] = imf.replace(",", "").split(" ");
  return {
    imf,
    rfc850: `${weekdays[new Date(ms).getUTCDay()]}, ${day}-${month}-${year.slice(-2)} ${time} GMT`,
    asctime: `${weekday} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`,
  };
}

describe("an HTTP date", () => {
  it("has three forms; the examples of the RFC are one instant", () => {
    const at = Date.UTC(1994, 10, 6, 8, 49, 37);
    expect(parseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT", now)).toBe(at);
    expect(parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT", now)).toBe(at);
    expect(parseHttpDate("Sun Nov  6 08:49:37 1994", now)).toBe(at);
  });

  it("is read back from every form", () => {
    // Whole seconds; two-digit years are known within 50 years.
    const seconds = fc.integer({ min: now / 1000 - 49 * 31_557_600, max: now / 1000 + 49 * 31_557_600 });
    fc.assert(
      fc.property(seconds, (second) => {
        for (const text of Object.values(forms(second * 1000))) expect(parseHttpDate(text, now)).toBe(second * 1000);
      }),
    );
  });

  it("of two-digit years is never more than 50 years ahead", () => {
    expect(parseHttpDate("Saturday, 21-Nov-76 00:00:00 GMT", now)).toBe(Date.UTC(2076, 10, 21));
    expect(parseHttpDate("Sunday, 22-Nov-76 00:00:00 GMT", now)).toBe(Date.UTC(1976, 10, 22));
    expect(parseHttpDate("Friday, 01-Jan-05 00:00:00 GMT", Date.UTC(2099, 11, 31))).toBe(Date.UTC(2105, 0, 1));
  });

  it("may have a leap second", () => {
    expect(parseHttpDate("Sat, 31 Dec 2016 23:59:60 GMT", now)).toBe(Date.UTC(2017, 0, 1));
  });

  it.each([
    "",
    "tomorrow",
    "2026-11-21T00:00:00Z",
    "Sat, 21 Nov 2026 00:00:00",
    "Sat, 21 Nov 2026 00:00:00 CET",
    "Sat, 21 Nov 2026 24:00:00 GMT",
    "Sat, 21 Nov 2026 00:60:00 GMT",
    "Sat, 21 Nov 2026 00:00:61 GMT",
    "Sun, 31 Feb 2026 00:00:00 GMT",
    "Sun, 00 Jan 2026 00:00:00 GMT",
    "Sat, 21 Nox 2026 00:00:00 GMT",
    "Sat, 21 anF 2026 00:00:00 GMT",
    "Sat Nov 31 00:00:00 2026",
    " Sat, 21 Nov 2026 00:00:00 GMT x",
  ])("is not %j", (text) => {
    expect(parseHttpDate(text, now)).toBeNaN();
  });
});

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

it.each(["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"])("%s does the same when it is sent twice", (method) => {
  for (const key of [null, undefined, "", "k1"]) expect(isIdempotent(method, key)).toBe(true);
});

it.each(["POST", "PATCH", "QUERY", "get", "GETS"])("%s does so with a key alone", (method) => {
  for (const key of [null, undefined, ""]) expect(isIdempotent(method, key)).toBe(false);
  expect(isIdempotent(method, "k1")).toBe(true);
});
