import { describe, expect, expectTypeOf, it, vi } from "vitest";
import type { CallContext, Middleware } from "../../src/call/middleware.ts";
import type { AnyResult } from "../../src/call/result.ts";
import { createCore } from "../../src/core.ts";
import { type RetryOptions, retry } from "../../src/retry/index.ts";
import { Budget } from "../../src/retry/retry.ts";
import { baseUrl, jsonResponse } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { type CallFacts, broken, callOf, failure, service, success } from "./scenario.ts";

/** How many requests a call makes whose every try ends like this. */
async function tries(result: AnyResult, facts: CallFacts = {}, options: RetryOptions = {}): Promise<number> {
  const platform = fakePlatform();
  const { next, asked } = service(platform, result);
  await platform.finish(retry(options)(callOf({ ...facts, platform }), next));
  expect(platform.pending()).toBe(0);
  return asked.length;
}

const passing = [408, 425, 429, 500, 502, 503, 504];
const lasting = [400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 501, 505, 507];
const idempotent = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];
const others = ["POST", "PATCH"];

describe("which failures are retried", () => {
  const table = [...passing, ...lasting].flatMap((status) =>
    [...idempotent, ...others].flatMap((verb) =>
      [undefined, "k-1"].map((key) => {
        const again = passing.includes(status) && (idempotent.includes(verb) || key !== undefined);
        return { status, verb, key, expected: again ? 3 : 1 };
      }),
    ),
  );
  it.each(table)("$status to $verb with the key $key: $expected requests", async ({ status, verb, key, expected }) => {
    expect(await tries(failure(status), { verb, key })).toBe(expected);
  });

  it.each([
    ["network", undefined, 3],
    ["timeout", undefined, 3],
    ["unexpected", 502, 3],
    ["unexpected", 200, 1],
    ["unexpected", 418, 1],
    ["decode", 200, 3],
    ["decode", 503, 3],
    ["request", undefined, 1],
    ["abort", undefined, 1],
    ["auth", undefined, 1],
  ] as const)("%s with status %s: %i requests for a GET", async (kind, status, expected) => {
    expect(await tries(broken(kind, status))).toBe(expected);
  });

  it("a write whose answer was cut off is not done again", async () => {
    for (const verb of ["PUT", "DELETE"]) expect(await tries(broken("decode", 200), { verb })).toBe(1);
    expect(await tries(broken("decode", 200), { verb: "POST", key: "k" })).toBe(1);
  });

  it("a body that came whole but cannot be taken is not asked for again", async () => {
    expect(await tries(broken("decode", 200, new RangeError("beyond 2^53")))).toBe(1);
  });

  it.each(["network", "timeout"] as const)("a POST without a key is not sent again after %s", async (kind) => {
    expect(await tries(broken(kind), { verb: "POST" })).toBe(1);
    expect(await tries(broken(kind), { verb: "POST", key: "" })).toBe(1);
    expect(await tries(broken(kind), { verb: "POST", key: "k" })).toBe(3);
  });

  it("the same request being carried out is a 409 that passes", async () => {
    const inProgress = failure(409, {}, "request_in_progress");
    expect(await tries(inProgress, { verb: "POST", key: "k" })).toBe(3);
    expect(await tries(inProgress, { verb: "POST" })).toBe(1);
    expect(await tries(failure(409, {}, "duplicate"), { verb: "POST", key: "k" })).toBe(1);
  });

  it("a success is not retried", async () => {
    expect(await tries(success())).toBe(1);
  });
});

describe("x-should-retry", () => {
  it("false ends what would be retried", async () => {
    expect(await tries(failure(503, { "x-should-retry": "false" }))).toBe(1);
  });

  it("true allows a status that is not retried otherwise, but no unsafe verb without a key", async () => {
    const busy = failure(409, { "x-should-retry": "true" });
    expect(await tries(busy)).toBe(3);
    expect(await tries(busy, { verb: "POST", key: "k" })).toBe(3);
    expect(await tries(busy, { verb: "POST" })).toBe(1);
  });

  it("anything else says nothing", async () => {
    expect(await tries(failure(503, { "x-should-retry": "no" }))).toBe(3);
    expect(await tries(failure(409, { "x-should-retry": "1" }))).toBe(1);
  });
});

describe("shouldRetry", () => {
  it("decides before the table, and leaves to it what it does not know", async () => {
    const options: RetryOptions = {
      shouldRetry: ({ status }) => (status === 404 ? true : status === 503 ? false : undefined),
    };
    expect(await tries(failure(404), {}, options)).toBe(3);
    expect(await tries(failure(503), {}, options)).toBe(1);
    expect(await tries(failure(500), {}, options)).toBe(3);
    expect(await tries(failure(400), {}, options)).toBe(1);
  });

  it("is given the failure and the call", async () => {
    const result = failure(404);
    const context = callOf();
    const seen: unknown[] = [];
    const shouldRetry: RetryOptions["shouldRetry"] = (...given) => void seen.push(...given);
    await retry({ shouldRetry })(context, async () => result);
    expect(seen).toEqual([result, context]);
    expect(seen[1]).toBe(context);
  });

  it("is not asked where a retry is unsafe, pointless or forbidden", async () => {
    const options: RetryOptions = { shouldRetry: () => true };
    expect(await tries(failure(503), { verb: "POST" }, options)).toBe(1);
    expect(await tries(failure(503, { "x-should-retry": "false" }), {}, options)).toBe(1);
    for (const kind of ["request", "abort", "auth"] as const) expect(await tries(broken(kind), {}, options)).toBe(1);
  });
});

describe("a retried call", () => {
  it("ends with the first success", async () => {
    const platform = fakePlatform();
    const well = success();
    const { next, asked } = service(platform, failure(503), broken("network"), well, failure(503));
    const result = await platform.finish(retry({ attempts: 9 })(callOf({ platform }), next));
    expect(result).toBe(well);
    expect(asked).toHaveLength(3);
  });

  it("ends with the last failure when all tries fail", async () => {
    const platform = fakePlatform();
    const last = failure(502);
    const { next } = service(platform, failure(503), failure(500), last);
    expect(await platform.finish(retry()(callOf({ platform }), next))).toBe(last);
  });

  it("is sent with the very same context each time", async () => {
    const platform = fakePlatform();
    const context = callOf({ verb: "POST", key: "k-1", platform });
    const { next, asked } = service(platform, failure(503));
    await platform.finish(retry()(context, next));
    expect(asked.map((each) => each.context === context)).toEqual([true, true, true]);
  });
});

describe("the number of tries", () => {
  it.each([1, 2, 5])("is that of attempts: %i", async (attempts) => {
    expect(await tries(failure(503), {}, { attempts })).toBe(attempts);
  });

  it.each([
    [0, 1],
    [1, 2],
    [4, 5],
  ])("of a call with retries %i is %i, whatever attempts says", async (retries, expected) => {
    expect(await tries(failure(503), { options: { retries } }, { attempts: 2 })).toBe(expected);
  });

  it.each([-1, 1.5, Number.NaN, Infinity])(
    "cannot be that of retries %s: request, nothing is sent",
    async (retries) => {
      const fetch = vi.fn(async () => jsonResponse({ data: {} }));
      const core = createCore({ baseUrl, fetch, use: [retry()] });
      const result = await core.call(callOf().operation, {}, { retries });
      expect(result).toMatchObject({ ok: false, kind: "request" });
      expect(fetch).not.toHaveBeenCalled();
    },
  );
});

describe("options that cannot work are refused at once", () => {
  it.each<[string, RetryOptions]>([
    ["attempts", { attempts: 0 }],
    ["attempts", { attempts: 1.5 }],
    ["attempts", { attempts: Infinity }],
    ["baseDelayMs", { baseDelayMs: -1 }],
    ["maxDelayMs", { maxDelayMs: Number.NaN }],
    ["maxRetryAfterMs", { maxRetryAfterMs: 86_400_001 }],
    ["capacity", { budget: { capacity: -1 } }],
    ["ratio", { budget: { ratio: Number.NaN } }],
  ])("%s of %o", (name, options) => {
    expect(() => retry(options)).toThrow(TypeError);
    expect(() => retry(options)).toThrow(`${name} must be`);
  });
});

describe("the budget", () => {
  it("holds 10 retries at first", () => {
    const budget = new Budget();
    const taken = Array.from({ length: 12 }, () => budget.take());
    expect(taken).toEqual([...Array.from({ length: 10 }, () => true), false, false]);
  });

  it("earns one retry by ten successes at the first try, exactly", () => {
    const budget = new Budget();
    while (budget.take());
    for (let calls = 0; calls < 9; calls += 1) budget.earn();
    expect(budget.take()).toBe(false);
    budget.earn();
    expect([budget.take(), budget.take()]).toEqual([true, false]);
  });

  it("never holds more than its capacity", () => {
    const budget = new Budget({ capacity: 2, ratio: 1 });
    for (let calls = 0; calls < 100; calls += 1) budget.earn();
    budget.giveBack();
    expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false]);
  });

  it("of 0 allows none", () => {
    expect(new Budget({ capacity: 0 }).take()).toBe(false);
  });

  it("of false has no end", () => {
    const budget = new Budget(false);
    for (let calls = 0; calls < 1000; calls += 1) {
      budget.earn();
      expect(budget.take()).toBe(true);
    }
  });

  it("is earned by no success that needed a retry", async () => {
    const platform = fakePlatform();
    const middleware = retry({ budget: { capacity: 1, ratio: 1 } });
    const healed = service(platform, failure(503), success());
    await platform.finish(middleware(callOf({ platform }), healed.next));
    const failing = service(platform, failure(503));
    await platform.finish(middleware(callOf({ platform }), failing.next));
    expect([healed.asked.length, failing.asked.length]).toEqual([2, 1]);
  });

  it("is earned by a 304 at the first try: a middleware outside makes a success of it", async () => {
    const platform = fakePlatform();
    const middleware = retry({ budget: { capacity: 1, ratio: 1 } });
    const results = [failure(503), success(), broken("unexpected", 304), failure(503)];
    const asked: number[] = [];
    for (const given of [results.slice(0, 2), results.slice(2, 3), results.slice(3)]) {
      const each = service(platform, ...given);
      await platform.finish(middleware(callOf({ platform }), each.next));
      asked.push(each.asked.length);
    }
    expect(asked).toEqual([2, 1, 2]);
  });

  it("belongs to one instance", async () => {
    const platform = fakePlatform();
    const failing = service(platform, failure(503));
    for (const middleware of [retry({ budget: { capacity: 1 } }), retry({ budget: { capacity: 1 } })])
      await platform.finish(middleware(callOf({ platform }), failing.next));
    expect(failing.asked).toHaveLength(4);
  });
});

describe("a storm of 1,000 calls against a failing service", () => {
  it("at once makes 10 retries", async () => {
    const platform = fakePlatform();
    const failing = service(platform, failure(503));
    const middleware = retry();
    const calls = Array.from({ length: 1000 }, () => middleware(callOf({ platform }), failing.next));
    const results = await platform.finish(Promise.all(calls));
    expect(failing.asked).toHaveLength(1010);
    expect(results.every(({ status }) => status === 503)).toBe(true);
  });

  it("one after another makes 10 retries, and those that get none do not wait", async () => {
    const platform = fakePlatform();
    const failing = service(platform, failure(503));
    const middleware = retry();
    for (let call = 0; call < 20; call += 1) await platform.finish(middleware(callOf({ platform }), failing.next));
    const waited = platform.waits.length;
    for (let call = 20; call < 1000; call += 1) await middleware(callOf({ platform }), failing.next);
    expect(failing.asked).toHaveLength(1010);
    expect([waited, platform.waits.length]).toEqual([10, 10]);
  });
});

it("retry is a middleware, and its options are optional", () => {
  expectTypeOf(retry).returns.toEqualTypeOf<Middleware>();
  expectTypeOf(retry).toBeCallableWith();
  expectTypeOf({}).toExtend<RetryOptions>();
});

it("shouldRetry sees failures only, and may leave the decision open", () => {
  const options: RetryOptions = {
    shouldRetry(result, context) {
      expectTypeOf(result.ok).toEqualTypeOf<false>();
      expectTypeOf(context).toEqualTypeOf<CallContext>();
      return undefined;
    },
  };
  expectTypeOf(options).toExtend<RetryOptions>();
});

it("the budget is its amounts, or false", () => {
  retry({ budget: { capacity: 1 } });
  expect(retry({ budget: false })).toBeTypeOf("function");
  // @ts-expect-error there is no budget of true
  retry({ budget: true });
  // @ts-expect-error a misspelt option
  retry({ attempt: 2 });
  // @ts-expect-error not yes or no
  retry({ shouldRetry: () => "yes" });
});
