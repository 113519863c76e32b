import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseHttpDate } from "../src/index.ts";
import { forms, now } from "./dates.ts";

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
