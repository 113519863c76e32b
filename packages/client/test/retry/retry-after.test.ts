import { describe, expect, it } from "vitest";
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

/** When a call is sent again that was first answered with these headers. Never: undefined. */
async function secondAt(
  headers: Record<string, string>,
  options: RetryOptions = {},
  facts: CallFacts = {},
  dice = 0,
): Promise<number | undefined> {
  const platform = fakePlatform({ date: now, random: () => dice });
  const { next, times } = service(platform, failure(503, headers), success());
  await platform.finish(retry(options)(callOf({ ...facts, platform }), next));
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
    await platform.finish(retry()(callOf({ platform }), next));
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
