import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isAuthError } from "../src/index.ts";
import { respond, baseUrl, setUp } from "./support/fake-service.ts";
import { clockStart as start } from "./support/virtual-clock.ts";

const login = "POST /auth/login";
const day = 86_400_000;

/** How long automatic logins back off after one response with such headers, by a session that adds no time of its own. */
async function backoffAfter(headers: Record<string, string>, status = 503) {
  const given = setUp(({ operation }) => respond(operation === login ? status : 200, { headers }), { random: () => 0 });
  const error: unknown = await given.session.fetch(`${baseUrl}/units`).catch((caught: unknown) => caught);
  if (!isAuthError(error, "login_backoff")) throw error;
  return { ...given, backoff: (error.retryAt ?? Number.NaN) - start };
}

describe("seconds", () => {
  test.each([
    ["0", 0],
    ["1", 1_000],
    ["30", 30_000],
    ["007", 7_000],
    ["3600", 3_600_000],
  ])("%j", async (value, expected) => {
    for (const status of [429, 503])
      expect((await backoffAfter({ "retry-after": value }, status)).backoff).toBe(expected);
  });

  const numbers = [
    "Infinity",
    "-Infinity",
    "NaN",
    "1e9",
    "1E3",
    "0x10",
    "0b11",
    "0o7",
    "5.5",
    "5.",
    ".5",
    "5,5",
    "1_000",
  ];

  test.each([...numbers, "-5", "-0", "+5", "5 s", "5s", "10 20", "", "soon", "null", "true", "[5]"])(
    "%j is no number of seconds, and no date",
    async (value) => {
      expect((await backoffAfter({ "retry-after": value })).backoff).toBe(0);
    },
  );

  test("any number of digits is such a number, up to a sensible limit; anything else is not", async () => {
    const text = fc.oneof(
      fc.stringMatching(/^[0-9]{1,6}$/),
      fc.stringMatching(/^[0-9]{1,4}[.,eExX+_ -][0-9]{0,4}$/),
      fc.stringMatching(/^[ -~]{0,8}$/),
    );
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const { backoff } = await backoffAfter({ "retry-after": value });
        const trimmed = value.trim();
        const isNumber = /^\d+$/.test(trimmed);
        const asked = isNumber ? Number(trimmed) * 1_000 : 0;
        expect(backoff).toBe(Math.min(asked, day));
      }),
      { numRuns: 300 },
    );
  });
});

/** The three forms of RFC 9110 section 5.6.7, for 30 seconds after the start. */
const forms: readonly [string, string][] = [
  ["IMF-fixdate", "Tue, 01 Jan 2030 00:00:30 GMT"],
  ["RFC 850", "Tuesday, 01-Jan-30 00:00:30 GMT"],
  ["asctime", "Tue Jan  1 00:00:30 2030"],
];

describe("dates", () => {
  afterEach(() => void vi.unstubAllEnvs());

  test.each(forms)("%s, against the local clock and against the response's own date", async (_, value) => {
    expect((await backoffAfter({ "retry-after": value })).backoff).toBe(30_000);
    for (const [, date] of forms) expect((await backoffAfter({ date, "retry-after": value })).backoff).toBe(0);
    const date = "Tue, 01 Jan 2030 00:00:10 GMT";
    expect((await backoffAfter({ date, "retry-after": value })).backoff).toBe(20_000);
  });

  test.each(["Asia/Tokyo", "America/Los_Angeles"])("they are in GMT, wherever the machine is: %s", async (zone) => {
    vi.stubEnv("TZ", zone);
    expect(new Date(start).getHours()).not.toBe(0);
    for (const [, value] of forms) expect((await backoffAfter({ "retry-after": value })).backoff).toBe(30_000);
  });

  test("asctime with a day of two digits, and a year of two digits that is long past", async () => {
    expect((await backoffAfter({ "retry-after": "Tue Jan 15 00:00:00 2030" })).backoff).toBeGreaterThan(0);
    // RFC 9110 section 5.6.7: more than 50 years in the future is the century before.
    expect((await backoffAfter({ "retry-after": "Sunday, 06-Nov-94 08:49:37 GMT" })).backoff).toBe(0);
  });

  test("one that has passed means no backoff", async () => {
    expect((await backoffAfter({ "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" })).backoff).toBe(0);
  });

  test.each([
    "2030-01-01T00:00:30Z",
    "2030-01-01",
    "01 Jan 2030 00:00:30 GMT",
    "Tue, 01 Jan 2030 00:00:30",
    "Tue, 01 Jan 2030 00:00:30 +0100",
    "Tue, 01 Jan 2030 00:00:30 UTC",
    "Tue, 1 Jan 2030 00:00:30 GMT",
    "Tue, 32 Jan 2030 00:00:30 GMT",
    "Tue, 01 Foo 2030 00:00:30 GMT",
    "Tue, 01 Jan 2030 25:00:30 GMT",
    "Jan 1 2030",
    "1/1/2031",
  ])("%j is none", async (value) => {
    expect((await backoffAfter({ "retry-after": value })).backoff).toBe(0);
  });

  test("a Date of the response that is none is passed over", async () => {
    for (const date of ["0", "soon", "2030-01-01T00:00:10Z"]) {
      expect((await backoffAfter({ date, "retry-after": forms[0]?.[1] ?? "" })).backoff).toBe(30_000);
    }
  });
});

describe("an absurdly long backoff", () => {
  const absurd: readonly [string, Record<string, string>][] = [
    ["a day and a second", { "retry-after": "86401" }],
    ["thousands of years", { "retry-after": "99999999999" }],
    ["more seconds than a number can hold", { "retry-after": "9".repeat(400) }],
    ["the last date of all", { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }],
    ["a date in a year", { "retry-after": "Tue, 01 Jan 2031 00:00:00 GMT" }],
    ["a date, by a response of 1970", { date: "Thu, 01 Jan 1970 00:00:00 GMT", "retry-after": forms[0]?.[1] ?? "" }],
  ];

  test.each(absurd)("%s: shortened to a day at most, and then a login is tried again", async (_, headers) => {
    const { session, backoff, time, count, events } = await backoffAfter(headers);
    expect(backoff).toBeGreaterThanOrEqual(3_600_000);
    expect(backoff).toBeLessThanOrEqual(day);
    expect(Number.isSafeInteger(backoff)).toBe(true);
    expect(events).toContainEqual({ type: "login_backoff", until: start + backoff });
    await time.advance(backoff - 1);
    await session.fetch(`${baseUrl}/units`).catch(() => undefined);
    expect(count(login)).toBe(1);
    await time.advance(1);
    await session.fetch(`${baseUrl}/units`).catch(() => undefined);
    expect(count(login)).toBe(2);
  });
});

test.each([
  ["a status", () => respond(503)],
  ["a network error", () => Promise.reject(new TypeError("offline"))],
  ["no token", () => respond(200)],
  ["a malformed token", () => respond(200, { token: "two words" })],
])("a login that fails by %s: the backoff is announced", async (_, failed) => {
  const { session, events } = setUp(({ operation }) => (operation === login ? failed() : respond(200)));
  await session.fetch(`${baseUrl}/units`).catch(() => undefined);
  expect(events.filter(({ type }) => type === "login_backoff")).toEqual([
    { type: "login_backoff", until: expect.any(Number) },
  ]);
  await expect(session.fetch(`${baseUrl}/units`)).rejects.toMatchObject({ code: "login_backoff" });
});
