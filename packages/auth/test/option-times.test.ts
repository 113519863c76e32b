import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAuth, isAuthError, type AuthOptions } from "../src/index.ts";
import { respond, baseUrl, credentials, fakeService } from "./support/fake-service.ts";
import { settle } from "./support/deferred.ts";
import { virtualClock } from "./support/virtual-clock.ts";

/** What `setTimeout` can wait: one more, and it does not wait at all. */
const longest = 2 ** 31 - 1;
const threeDays = 259_200_000;

/** Makes a session with such options, which are no business of TypeScript. Returns the error. */
function errorOf(options: object): unknown {
  const { fetch, seen } = fakeService(() => respond(200));
  const time = virtualClock();
  const wakes = new EventTarget();
  let listeners = 0;
  wakes.addEventListener = () => void listeners++;
  const { keepAlive } = options as { keepAlive?: object };
  const given = {
    baseUrl,
    fetch,
    credentials,
    ...time,
    ...options,
    ...(keepAlive && { keepAlive: { wakes, ...keepAlive } }),
  };
  try {
    createAuth(given as AuthOptions);
    return undefined;
  } catch (error) {
    // What was refused leaves nothing behind.
    expect({ seen: seen.length, timers: time.pending(), listeners }).toEqual({ seen: 0, timers: 0, listeners: 0 });
    return error;
  }
}

/** Neither a time nor a number, or none that can be waited for. */
const noNumbers: readonly [string, unknown][] = [
  ["NaN", Number.NaN],
  ["a text", "15000"],
  ["an empty text", ""],
  ["null", null],
  ["true", true],
  ["an array", [15_000]],
  ["an object", { valueOf: () => 15_000 }],
  ["a bigint", 15_000n],
  ["a date", new Date(15_000)],
];
const noTimes: readonly [string, unknown][] = [
  ...noNumbers,
  ["0", 0],
  ["-0", -0],
  ["-1", -1],
  ["a negative infinity", -Infinity],
  ["Infinity", Infinity],
  ["2^31", 2 ** 31],
  ["2^32 + 1", 2 ** 32 + 1],
  ["the largest number", Number.MAX_VALUE],
];

interface Option {
  readonly name: string;
  readonly refused: readonly [string, unknown][];
  readonly allowed: readonly number[];
  /** The largest value, as the message gives it. */
  readonly most: RegExp;
  give(value: unknown): object;
}

const options: readonly Option[] = [
  {
    name: "timeoutMs",
    refused: noTimes,
    allowed: [1, 15_000, longest],
    most: /2.?147.?483.?647/,
    give: (timeoutMs) => ({ timeoutMs }),
  },
  {
    name: "keepAlive.everyMs",
    refused: [...noTimes, ["more than three days", threeDays + 1]],
    allowed: [1, 3_600_000, threeDays],
    most: /259.?200.?000|3 days/,
    give: (everyMs) => ({ keepAlive: { everyMs } }),
  },
  {
    name: "keepAlive.jitter",
    refused: [...noNumbers, ["-0.1", -0.1], ["1.1", 1.1], ["Infinity", Infinity], ["2^31", 2 ** 31]],
    allowed: [0, 0.5, 1],
    most: /\b1\b/,
    give: (jitter) => ({ keepAlive: { jitter } }),
  },
  {
    name: "maxWaiters",
    refused: [
      ...noNumbers,
      ["0", 0],
      ["-1", -1],
      ["half a call", 0.5],
      ["one and a half", 1.5],
      ["-Infinity", -Infinity],
    ],
    allowed: [1, 10, 2 ** 31, Infinity],
    most: /1|positive/,
    give: (maxWaiters) => ({ maxWaiters }),
  },
];

describe.each(options)("$name", ({ name, refused, allowed, most, give }) => {
  test.each(refused)("%s is refused", (_, value) => {
    const error = errorOf(give(value));
    expect(isAuthError(error, "invalid_option")).toBe(true);
    const message = error instanceof Error ? error.message : "";
    expect(message).toContain(name.split(".").at(-1));
    if (typeof value === "number") expect(message).toContain(String(value));
    expect(message).toMatch(most);
  });

  test("what can be waited for is taken, and undefined is the default", () => {
    for (const value of [...allowed, undefined]) expect(errorOf(give(value))).toBeUndefined();
  });
});

describe("whatever the number", () => {
  test("timeoutMs: refused, or a login that hangs ends after just this time", async () => {
    const value = fc.oneof(
      fc.integer({ min: -10, max: 100_000 }),
      fc.constantFrom(longest - 1, longest, longest + 1, 2 ** 32, 2 ** 32 + 500, Infinity, -Infinity, Number.NaN),
      fc.double({ min: -1, max: 1e12 }),
    );
    await fc.assert(
      fc.asyncProperty(value, async (timeoutMs) => {
        const time = virtualClock();
        // As the platform's: what is too long does not wait.
        const { setTimeout } = time.timers;
        time.timers.setTimeout = (run, ms) => setTimeout(run, ms <= longest && ms >= 1 ? ms : 1);
        const fetch = () => new Promise<Response>(() => undefined);
        let session;
        try {
          session = createAuth({ baseUrl, credentials, fetch, timeoutMs, ...time });
        } catch (error) {
          expect(isAuthError(error, "invalid_option")).toBe(true);
          expect(timeoutMs >= 1 && timeoutMs <= longest).toBe(false);
          return;
        }
        let isOver = false;
        const call = session.login().catch(() => void (isOver = true));
        if (timeoutMs > 2) {
          await time.advance(timeoutMs - 1);
          expect(isOver).toBe(false);
        }
        await time.advance(timeoutMs > 2 ? 1 : 2);
        await settle();
        expect(isOver).toBe(true);
        await call;
      }),
      { numRuns: 200 },
    );
  });

  test("maxWaiters: Infinity is no limit", async () => {
    const { fetch } = fakeService(({ operation }) =>
      respond(200, operation === "POST /auth/login" ? { token: "L1" } : {}),
    );
    const session = createAuth({ baseUrl, credentials, fetch, maxWaiters: Infinity });
    const calls = Array.from({ length: 1_000 }, () => session.fetch(`${baseUrl}/units`));
    expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true);
  });
});

describe("keepAlive", () => {
  const alive = (keepAlive: AuthOptions["keepAlive"]) => {
    const time = virtualClock();
    const { fetch, count } = fakeService(() => respond(200, { token: "T0" }));
    const session = createAuth({ baseUrl, fetch, keepAlive, ...time });
    session.adopt("T0");
    return { time, session, reconciles: () => count("GET /auth/token") };
  };

  test.each([true, {}])("%j: an idle token is confirmed within a day", async (option) => {
    const { time, session, reconciles } = alive(option);
    await time.advance(2 * 86_400_000);
    expect(reconciles()).toBeGreaterThanOrEqual(2);
    await session[Symbol.asyncDispose]();
    expect(time.pending()).toBe(0);
  });

  test.each([false, undefined])("%j: nothing is sent, and no timer waits", async (option) => {
    const { time, reconciles } = alive(option);
    await time.advance(2 * 86_400_000);
    expect([reconciles(), time.pending()]).toEqual([0, 0]);
  });
});
