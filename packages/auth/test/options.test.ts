import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AuthOptions, createAuth, isAuthError, memoryStore } from "../src/index.ts";
import { settle } from "./support/deferred.ts";
import { baseUrl, credentials, fakeService, respond } from "./support/fake-service.ts";
import { virtualClock } from "./support/virtual-clock.ts";

/** As plain JavaScript calls it: with anything. */
const open = (options: object): unknown => Reflect.apply(createAuth, undefined, [{ baseUrl, ...options }]);

describe("an option of the wrong kind is refused, with its name, what it must be and what it is", () => {
  test.each([
    ["baseUrl", "/api/v1", "an absolute http(s) URL without user name, query and fragment; it is of type string"],
    ["loginPath", "https://evil.example/", "a path below baseUrl, such as /auth/login"],
    [
      "optionalOperations",
      "GET /ping",
      'a list such as [{ method: "GET", path: "/tests/ping" }]; it is of type string',
    ],
    ["timeoutMs", 0, "a number of milliseconds above 0 and at most 2147483647; it is 0"],
    ["maxWaiters", 1.5, "a positive whole number; it is 1.5"],
    ["serviceId", "", "a string that is not empty; it is of type string"],
    ["replay", "sometimes", "one of always, idempotent, never; it is of type string"],
    ["reconcile", true, "one of auto, off; it is of type boolean"],
    ["userChange", null, "one of stop, follow; it is of type object"],
    ["compare", "iat", "a function; it is of type string"],
    ["fetch", {}, "a function; it is of type object"],
    ["login", "secret-token", "a function; it is of type string"],
    ["newId", 7, "a function; it is 7"],
    ["random", null, "a function; it is of type object"],
  ])("%s: %j", (option, value, must) => {
    const message = expect.stringContaining(`${option} must be ${must}`);
    expect(() => open({ [option]: value })).toThrow(expect.objectContaining({ code: "invalid_option", message }));
    expect(() => open({ [option]: value })).not.toThrow(/secret-token|evil/);
  });

  test.each<[unknown, string]>([
    [5, "it is of type number"],
    ["u:secret", "it is of type string"],
    [null, "it is null"],
    [{}, "username is of type undefined"],
    [{ username: "u" }, "password is of type undefined"],
    [{ username: "", password: "secret" }, "username is empty"],
    [{ username: 7, password: "secret" }, "username is of type number"],
  ])("credentials: %j", async (value, problem) => {
    const message = `credentials must be { username, password } or a function; ${problem}`;
    expect(() => open({ credentials: value })).toThrow(expect.objectContaining({ code: "invalid_option", message }));

    const { fetch, seen } = fakeService(() => respond(200, { token: "L1" }));
    const session = createAuth({ baseUrl, fetch, credentials });
    await expect(Reflect.apply(session.login, undefined, [value])).rejects.toMatchObject({
      code: "invalid_option",
      message: `login() takes { username, password } or nothing; ${problem}`,
    });
    expect(seen).toEqual([]);
    await session.login();
    expect(await session.getToken()).toBe("L1");
  });

  test.each<[unknown, string]>([
    [{}, "it has no read()"],
    [{ ...memoryStore(), commit: undefined }, "it has no commit()"],
    [{ ...memoryStore(), withLock: 1 }, "it has no withLock()"],
    ["session.json", "it is of type string"],
    [null, "it is of type object"],
  ])("store: %j", (value, problem) => {
    const message = `store must be a TokenStore such as memoryStore(); ${problem}`;
    expect(() => open({ store: value })).toThrow(expect.objectContaining({ code: "invalid_option", message }));
  });

  test.each([
    ["everyMs", 4 * 86_400_000, "a number of milliseconds above 0 and at most 259200000; it is 345600000"],
    ["jitter", 2, "a number from 0 to 1; it is 2"],
  ])("keepAlive.%s: %d", (option, value, must) => {
    const message = `keepAlive.${option} must be ${must}`;
    expect(() => open({ keepAlive: { [option]: value } })).toThrow(expect.objectContaining({ message }));
  });
});

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
    name: "storeTimeoutMs",
    refused: noTimes,
    allowed: [1, 15_000, longest],
    most: /2.?147.?483.?647/,
    give: (storeTimeoutMs) => ({ storeTimeoutMs }),
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
});
