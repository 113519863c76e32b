import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedCall } from "../../src/platform/shared-call.ts";

/** Counts calls, and knows how many are under way; every third one fails. */
function countedCall() {
  const seen = { begun: 0, underWay: 0, most: 0 };
  const call = async (): Promise<number> => {
    const number = ++seen.begun;
    seen.most = Math.max(seen.most, ++seen.underWay);
    await Promise.resolve();
    seen.underWay -= 1;
    if (number % 3 === 0) throw new Error(String(number));
    return number;
  };
  return { seen, call };
}

describe("sharedCall", () => {
  it("gives each caller the result of a call that began after it asked, one at a time", async () => {
    const schedule = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(schedule, async (turns) => {
        const { seen, call } = countedCall();
        const shared = sharedCall(call);
        const answers: Promise<void>[] = [];
        for (const pause of turns) {
          const before = seen.begun;
          const check = (result: unknown): void => {
            const number = Number(result instanceof Error ? result.message : result);
            expect(number).toBeGreaterThan(before);
            expect(number % 3 === 0).toBe(result instanceof Error);
          };
          answers.push(shared().then(check, check));
          for (let turn = 0; turn < pause; turn += 1) await Promise.resolve();
        }
        await Promise.all(answers);
        expect(seen.most).toBe(1);
      }),
    );
  });

  it("makes two calls for any number of callers at once: the one under way, and the next", async () => {
    const { seen, call } = countedCall();
    const shared = sharedCall(call);
    const first = shared();
    await Promise.resolve();
    expect(await Promise.all([first, ...Array.from({ length: 100 }, shared)])).toEqual([1, ...Array(100).fill(2)]);
    expect(seen.begun).toBe(2);
  });
});
