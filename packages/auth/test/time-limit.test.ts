import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAuthError } from "../src/errors.ts";
import { checkMs } from "../src/options/checks.ts";
import { orAborted } from "../src/time-limit.ts";

const longest = 2_147_483_647;

/** As plain JavaScript calls it: with anything. */
const check = (value: unknown): unknown => Reflect.apply(checkMs, undefined, ["staleMs", value]);

describe("checkMs", () => {
  test.each([Number.MIN_VALUE, 0.5, 1, 15_000, longest])("%d is a length of time", (value) => {
    expect(checkMs("staleMs", value)).toBe(value);
  });

  test.each([Number.NaN, Infinity, -Infinity, -1, 0, -0, longest + 1, 2 ** 53])("%d is refused", (value) => {
    expect(() => checkMs("staleMs", value)).toThrow(
      expect.objectContaining({
        code: "invalid_option",
        message: `staleMs must be a number of milliseconds above 0 and at most 2147483647; it is ${value}`,
      }),
    );
  });

  test.each(["5", "", null, undefined, true, 5n, [5], { valueOf: () => 5 }])("%o is refused by its type", (value) => {
    expect(() => check(value)).toThrow(
      expect.objectContaining({ code: "invalid_option", message: expect.stringContaining(`type ${typeof value}`) }),
    );
  });

  test("what it accepts, setTimeout can wait for", () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer(), fc.constantFrom(longest, longest + 1)), (value) => {
        try {
          expect(checkMs("x", value)).toBe(value);
          expect(value > 0 && value <= longest).toBe(true);
        } catch (error) {
          if (!isAuthError(error, "invalid_option")) throw error;
          expect(value > 0 && value <= longest).toBe(false);
        }
      }),
    );
  });
});

describe("orAborted", () => {
  test("settles as the shared promise, or with the reason of the signal, whichever comes first", async () => {
    const { signal } = new AbortController();
    expect(await orAborted(Promise.resolve(1), undefined)).toBe(1);
    expect(await orAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(orAborted(Promise.reject(new Error("failed")), signal)).rejects.toThrow("failed");
    const late = new AbortController();
    const waiting = orAborted(new Promise(() => undefined), late.signal);
    late.abort(new Error("gave up"));
    await expect(waiting).rejects.toThrow("gave up");
    await expect(orAborted(Promise.resolve(1), late.signal)).rejects.toThrow("gave up");
  });

  test("a shared promise that rejects after the abort is no unhandled rejection", async () => {
    let fail = (_error: Error): void => undefined;
    const shared = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    await expect(orAborted(shared, AbortSignal.abort(new Error("gave up")))).rejects.toThrow("gave up");
    fail(new Error("late"));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
