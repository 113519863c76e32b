import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { CallError } from "../../src/errors.ts";
import { type RetryOptions, retry } from "../../src/retry/index.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { type CallFacts, broken, callOf, failure, service, success } from "./scenario.ts";

/** The waits of a call that always fails, with dice that always show the same. */
async function waits(dice: number, options: RetryOptions = {}): Promise<readonly number[]> {
  const platform = fakePlatform({ random: () => dice });
  await platform.finish(
    retry({ attempts: 8, ...options })(callOf({ platform }), service(platform, broken("network")).next),
  );
  return platform.waits;
}

describe("the wait before a retry", () => {
  it("is random from 0 up to a bound that doubles, up to maxDelayMs", async () => {
    expect(await waits(0.5)).toEqual([125, 250, 500, 1000, 2000, 4000, 5000]);
    expect(await waits(0)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(await waits(0.5, { baseDelayMs: 1000, maxDelayMs: 1500 })).toEqual([500, 750, 750, 750, 750, 750, 750]);
  });

  it("has a finite bound however often it doubles", async () => {
    const all = await waits(0.5, { attempts: 1100, budget: false });
    expect(new Set(all.slice(10))).toEqual(new Set([5000]));
  });

  it("is not begun when it would last to the deadline: the failure is the result at once", async () => {
    const platform = fakePlatform();
    const last = failure(503);
    const { next, times } = service(platform, last);
    expect(await platform.finish(retry()(callOf({ deadlineAt: 375, platform }), next))).toBe(last);
    expect(times()).toEqual([0, 125]);
    expect(platform.waits).toEqual([125]);
  });
});

/** A call that waits before its second try. */
async function waitingCall(signal: AbortSignal, options: RetryOptions = {}) {
  const platform = fakePlatform();
  const { next, asked } = service(platform, failure(503));
  const middleware = retry(options);
  const result = middleware(callOf({ signal, platform }), next);
  await platform.advance(10);
  expect(platform.pending()).toBe(1);
  return { platform, result, asked, middleware };
}

describe("a signal that is aborted during the wait", () => {
  it("ends the call at that moment as abort, with the reason of the caller as cause", async () => {
    const controller = new AbortController();
    const { platform, result, asked } = await waitingCall(controller.signal);
    const reason = new Error("no longer wanted");
    controller.abort(new CallError("aborted by the caller", "abort", reason));
    expect(await result).toMatchObject({ ok: false, kind: "abort", status: null, error: { cause: reason } });
    expect([platform.clock.monotonic(), asked.length, platform.pending()]).toEqual([10, 1, 0]);
  });

  it("ends it as timeout when the deadline aborted it", async () => {
    const controller = new AbortController();
    const { result } = await waitingCall(controller.signal);
    controller.abort(new CallError("no complete answer within the deadline of 11 ms", "timeout"));
    expect(await result).toMatchObject({
      kind: "timeout",
      error: { code: "timeout", message: "unitsListing: no complete answer within the deadline of 11 ms" },
    });
  });

  it("ends it as abort when a middleware put in a signal of its own", async () => {
    const controller = new AbortController();
    const { result } = await waitingCall(controller.signal);
    controller.abort("a word");
    expect(await result).toMatchObject({ kind: "abort", error: { cause: "a word" } });
  });

  it("gives the token of the retry back", async () => {
    const controller = new AbortController();
    const { platform, result, middleware } = await waitingCall(controller.signal, {
      budget: { capacity: 1, ratio: 0 },
    });
    controller.abort();
    await result;
    const { next, asked } = service(platform, failure(503));
    await platform.finish(middleware(callOf({ platform }), next));
    expect(asked).toHaveLength(2);
  });
});

describe("timers and listeners", () => {
  it("are gone after each wait", async () => {
    const { signal } = new AbortController();
    const { platform, result } = await waitingCall(signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await platform.finish(result);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(platform.pending()).toBe(0);
  });

  it("are gone after an abort", async () => {
    const controller = new AbortController();
    const { platform, result } = await waitingCall(controller.signal);
    controller.abort();
    await result;
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(platform.pending()).toBe(0);
  });

  it("are not made for a call that was aborted before", async () => {
    const platform = fakePlatform();
    const last = failure(503);
    const { signal } = new AbortController();
    const aborted = AbortSignal.abort();
    expect(await retry()(callOf({ signal: aborted, platform }), async () => last)).toBe(last);
    expect(platform.waits).toEqual([]);
    await retry()(callOf({ signal, platform }), async () => success());
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("are not asked for by a call that needs none: the signal stays unmade", async () => {
    const context = Object.defineProperty(callOf(), "signal", {
      get: () => expect.unreachable("the signal was made"),
    });
    await retry()(context, async () => success());
    await retry()(context, async () => failure(404));
  });
});

const now = Date.UTC(2026, 10, 21);

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

  it("as a date counts from our clock without a Date, and from the Date of the response with one", async () => {
    const utc = (ms: number): string => new Date(ms).toUTCString();
    expect(await secondAt({ "retry-after": utc(now + 9000) })).toBe(9000);
    for (const there of [now - 86_400_000, now + 86_400_000])
      expect(await secondAt({ date: utc(there), "retry-after": utc(there + 9000) })).toBe(9000);
  });

  it("that is past asks for no wait, and does not shorten ours", async () => {
    expect(await secondAt({ "retry-after": new Date(now - 9000).toUTCString() }, {}, {}, 0.5)).toBe(125);
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
