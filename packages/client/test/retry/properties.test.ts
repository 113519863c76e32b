import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { retry } from "../../src/retry/index.ts";
import type { AnyResult } from "../../src/call/result.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { broken, callOf, failure, success } from "./scenario.ts";

/** An answer, how long it takes, and how long it asks to wait. */
interface Answer {
  readonly result: AnyResult;
  readonly takes: number;
  readonly asks: number;
}

const statuses = fc.constantFrom(400, 404, 408, 409, 425, 429, 500, 502, 503, 504);
const kinds = fc.constantFrom("network", "timeout", "abort", "auth", "request", "unexpected", "decode");
const retryAfter = fc.option(
  fc.record({ seconds: fc.integer({ min: 0, max: 60 }), skew: fc.integer(), form: fc.nat(2) }),
);
const shouldRetry = fc.option(fc.constantFrom("true", "false", "?"));

const answered = fc
  .record({ status: statuses, wait: retryAfter, said: shouldRetry, takes: fc.nat(2000) })
  .map(({ status, wait, said, takes }): Answer => {
    const headers: Record<string, string> = said === null ? {} : { "x-should-retry": said };
    if (wait) Object.assign(headers, headersOf(wait));
    return { result: failure(status, headers), takes, asks: (wait?.seconds ?? 0) * 1000 };
  });
const unanswered = fc.record({ kind: kinds, takes: fc.nat(2000) }).map(({ kind, takes }): Answer => {
  const status = /unexpected|decode/.test(kind) ? 200 : undefined;
  return { result: broken(kind, status), takes, asks: 0 };
});
const succeeded = fc.nat(2000).map((takes): Answer => ({ result: success(), takes, asks: 0 }));
const answers = fc.array(
  fc.oneof({ weight: 5, arbitrary: answered }, { weight: 3, arbitrary: unanswered }, succeeded),
  {
    minLength: 1,
  },
);

function headersOf({ seconds, skew, form }: { seconds: number; skew: number; form: number }): Record<string, string> {
  if (form === 0) return { "retry-after": `${seconds}` };
  // The service's clock is anywhere; its dates are whole seconds.
  const date = 1_900_000_000_000 + (skew % 1_000_000) * 1000;
  const utc = (ms: number): string => new Date(ms).toUTCString();
  const at = utc(date + seconds * 1000);
  const [weekday, day, month, year, time] = at.replace(",", "").split(" ");
  const asctime = `${weekday} ${month} ${day?.replace(/^0/, " ")} ${time} ${year}`;
  return { date: utc(date), "retry-after": form === 1 ? at : asctime };
}

const options = fc.record({
  attempts: fc.integer({ min: 1, max: 6 }),
  baseDelayMs: fc.nat(5000),
  maxDelayMs: fc.nat(20_000),
  maxRetryAfterMs: fc.nat(60_000),
  budget: fc.oneof(
    fc.constant(false as const),
    fc.record({ capacity: fc.nat(5), ratio: fc.double({ min: 0, max: 1, noNaN: true }) }),
  ),
});
const verbs = fc.constantFrom("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "POST", "PATCH");
const dice = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1 });
const scenes = fc.record({
  answers,
  options,
  verb: verbs,
  key: fc.option(fc.constant("k")),
  retries: fc.option(fc.nat(5)),
  deadline: fc.option(fc.nat(60_000)),
  abortAt: fc.option(fc.nat(60_000)),
  dice,
});
type Scene = typeof scenes extends fc.Arbitrary<infer Value> ? Value : never;

/** Plays calls one after another through one instance, and says when requests began, when they ended, with what. */
async function play(scene: Scene, calls: number) {
  let thrown = 0;
  const random = (): number => scene.dice[(thrown += 1) % scene.dice.length] ?? 0;
  const platform = fakePlatform({ random, date: 1_900_000_000_000 });
  const middleware = retry(scene.options);
  const sent: { call: number; began: number; ended: number; answer: Answer }[] = [];
  const ends: { result: AnyResult; at: number; started: number; listeners: number }[] = [];
  for (let call = 0; call < calls; call += 1) {
    const started = platform.clock.monotonic();
    const deadlineAt = scene.deadline === null ? Infinity : started + scene.deadline;
    const controller = new AbortController();
    if (scene.abortAt !== null) platform.timers.setTimeout(() => controller.abort(), scene.abortAt);
    const { verb, key } = scene;
    const facts = {
      verb,
      platform,
      deadlineAt,
      signal: controller.signal,
      options: scene.retries === null ? {} : { retries: scene.retries },
    };
    const context = callOf(key === null ? facts : { ...facts, key });
    const running = middleware(context, async (passed) => {
      expect(passed).toBe(context);
      const answer = scene.answers[sent.length % scene.answers.length];
      if (!answer) throw new Error("no answer");
      const began = platform.clock.monotonic();
      await new Promise<void>((resolve) => platform.timers.setTimeout(resolve, answer.takes));
      sent.push({ call, began, ended: platform.clock.monotonic(), answer });
      return answer.result;
    });
    const result = await platform.finish(running);
    ends.push({
      result,
      at: platform.clock.monotonic(),
      started,
      listeners: getEventListeners(controller.signal, "abort").length,
    });
  }
  return { sent, ends, platform };
}

describe("whatever the service answers", () => {
  it("a call makes no more tries than it may, and one only when it is not safe", async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const { sent } = await play(scene, 1);
        expect(sent.length).toBeLessThanOrEqual((scene.retries ?? scene.options.attempts - 1) + 1);
        if (/POST|PATCH/.test(scene.verb) && scene.key === null) expect(sent).toHaveLength(1);
      }),
    );
  });

  it("no try comes earlier than Retry-After says, nor waits longer than it and maxDelayMs", async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const { sent } = await play(scene, 1);
        sent.slice(1).forEach(({ began }, at) => {
          const before = sent[at]!;
          expect(began).toBeGreaterThanOrEqual(before.ended + before.answer.asks);
          expect(began).toBeLessThanOrEqual(before.ended + before.answer.asks + scene.options.maxDelayMs);
          expect(before.answer.asks).toBeLessThanOrEqual(scene.options.maxRetryAfterMs);
        });
      }),
    );
  });

  it("no wait lasts to the deadline, and no try begins after it", async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const { sent } = await play(scene, 1);
        for (const { began } of sent.slice(1)) expect(began).toBeLessThan(scene.deadline ?? Infinity);
      }),
    );
  });

  it("an abort ends every wait at once, and nothing is left behind", async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const { sent, ends } = await play(scene, 1);
        const [{ result, at, listeners } = expect.unreachable("no call")] = ends;
        const last = sent.at(-1)!;
        const waitedInVain = result !== last.answer.result;
        expect(at).toBe(waitedInVain ? scene.abortAt : last.ended);
        if (waitedInVain) expect(result).toMatchObject({ ok: false, kind: "abort" });
        expect(listeners).toBe(0);
      }),
    );
  });

  it("the retries of all calls together stay within capacity + ratio * calls", async () => {
    await fc.assert(
      fc.asyncProperty(scenes, fc.integer({ min: 1, max: 12 }), async (scene, calls) => {
        const { budget } = scene.options;
        const { sent } = await play(scene, calls);
        const most = budget ? budget.capacity + budget.ratio * calls + 1e-6 : Infinity;
        expect(sent.length - calls).toBeLessThanOrEqual(most);
      }),
    );
  });
});
