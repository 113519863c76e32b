import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { httpDate } from "../../src/retry/http-date.ts";
import { retry, type RetryOptions } from "../../src/retry/index.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { type CallFacts, callOf, failure, service, success } from "./scenario.ts";

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
    expect(httpDate("Sun, 06 Nov 1994 08:49:37 GMT", now)).toBe(at);
    expect(httpDate("Sunday, 06-Nov-94 08:49:37 GMT", now)).toBe(at);
    expect(httpDate("Sun Nov  6 08:49:37 1994", now)).toBe(at);
  });

  it("is read back from every form", () => {
    // Whole seconds; two-digit years are known within 50 years.
    const seconds = fc.integer({ min: now / 1000 - 49 * 31_557_600, max: now / 1000 + 49 * 31_557_600 });
    fc.assert(
      fc.property(seconds, (second) => {
        for (const text of Object.values(forms(second * 1000))) expect(httpDate(text, now)).toBe(second * 1000);
      }),
    );
  });

  it("of two-digit years is never more than 50 years ahead", () => {
    expect(httpDate("Saturday, 21-Nov-76 00:00:00 GMT", now)).toBe(Date.UTC(2076, 10, 21));
    expect(httpDate("Sunday, 22-Nov-76 00:00:00 GMT", now)).toBe(Date.UTC(1976, 10, 22));
    expect(httpDate("Friday, 01-Jan-05 00:00:00 GMT", Date.UTC(2099, 11, 31))).toBe(Date.UTC(2105, 0, 1));
  });

  it("may have a leap second", () => {
    expect(httpDate("Sat, 31 Dec 2016 23:59:60 GMT", now)).toBe(Date.UTC(2017, 0, 1));
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
    expect(httpDate(text, now)).toBeNaN();
  });
});

/** When a call is sent again that was first answered with these headers. Never: undefined. */
async function secondAt(
  headers: Record<string, string>,
  options: RetryOptions = {},
  facts: CallFacts = {},
  dice = 0,
): Promise<number | undefined> {
  const platform = fakePlatform({ date: now, random: () => dice });
  const { next, times } = service(platform, failure(503, headers), success());
  await platform.finish(retry({ platform, ...options })(callOf(facts), next));
  return times()[1];
}

describe("Retry-After", () => {
  it("in seconds is kept to the millisecond", async () => {
    expect(await secondAt({ "retry-after": "7" })).toBe(7000);
    expect(await secondAt({ "retry-after": "0" })).toBe(0);
  });

  it.each(["imf", "rfc850", "asctime"] as const)(
    "as a date (%s) counts from our clock without a Date",
    async (form) => {
      expect(await secondAt({ "retry-after": forms(now + 9000)[form] })).toBe(9000);
    },
  );

  it.each(["imf", "rfc850", "asctime"] as const)("as a date counts from the Date of the answer (%s)", async (form) => {
    for (const skew of [-86_400_000, 86_400_000, 40 * 365 * 86_400_000]) {
      const headers = { date: forms(now + skew)[form], "retry-after": forms(now + skew + 9000)[form] };
      expect(await secondAt(headers)).toBe(9000);
    }
  });

  it("that is past asks for no wait, and does not shorten ours", async () => {
    expect(await secondAt({ "retry-after": forms(now - 9000).imf }, {}, {}, 0.5)).toBe(125);
  });

  it.each(["", "soon", "-5", "1.5", "5, 10", "1e3", "0x10", "Sat, 21 Nov 2026 00:00:61 GMT"])(
    "that is not valid (%j) is ignored",
    async (value) => {
      expect(await secondAt({ "retry-after": value })).toBe(0);
    },
  );

  it("reads a two-digit year by the Date of the answer", async () => {
    const there = now + 60 * 365 * 86_400_000;
    expect(await secondAt({ date: forms(there).imf, "retry-after": forms(there + 9000).rfc850 })).toBe(9000);
  });

  it("is counted by our clock when Date is not valid", async () => {
    expect(await secondAt({ date: "yesterday", "retry-after": forms(now + 9000).imf })).toBe(9000);
  });

  it("gets the jitter on top, so that those who were sent away together do not come back together", async () => {
    const platform = fakePlatform({ random: () => 0.5 });
    const { next, times } = service(platform, failure(429, { "retry-after": "2" }), success());
    await platform.finish(retry({ platform })(callOf(), next));
    expect(times()).toEqual([0, 2125]);
  });

  it("beyond maxRetryAfterMs ends the call at once", async () => {
    expect(await secondAt({ "retry-after": "30" })).toBe(30_000);
    expect(await secondAt({ "retry-after": "31" })).toBeUndefined();
    expect(await secondAt({ "retry-after": "99999999999999999999" })).toBeUndefined();
    expect(await secondAt({ "retry-after": "31" }, { maxRetryAfterMs: 31_000 })).toBe(31_000);
    expect(await secondAt({ "retry-after": "1" }, { maxRetryAfterMs: 0 })).toBeUndefined();
  });

  it("beyond the deadline ends the call at once", async () => {
    expect(await secondAt({ "retry-after": "5" }, {}, { deadlineAt: 5001 })).toBe(5000);
    expect(await secondAt({ "retry-after": "5" }, {}, { deadlineAt: 5000 })).toBeUndefined();
  });
});
