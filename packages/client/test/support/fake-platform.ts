import type { Clock, PlatformOptions, Timers } from "../../src/platform.ts";

/**
 * What a client takes in place of the platform, with a time that passes only when a test says so and loaded dice:
 * `createFleetClient({ baseUrl, fetch, ...platform })`.
 */
export interface FakePlatform extends PlatformOptions {
  readonly clock: Required<Clock>;
  readonly random: () => number;
  readonly timers: Timers;
  /** Lets time pass: every timer that comes due runs in its turn, and what it sets off runs to its end. */
  advance(ms: number): Promise<void>;
  /** Lets time pass from timer to timer until the work is done. Throws when the work waits for something else. */
  finish<T>(work: PromiseLike<T>): Promise<T>;
  /** Timers that wait. */
  pending(): number;
  /** The milliseconds of every timer so far, in the order in which they were set. */
  readonly waits: readonly number[];
}

/** Where a {@link FakePlatform} begins. */
export interface FakePlatformOptions {
  /** `clock.monotonic()` at the beginning. Default 0. */
  readonly start?: number;
  /** `clock.now()` at the beginning. Default 2030-01-01T00:00:00Z. */
  readonly date?: number;
  /** What `random()` gives. Default 0.5 each time. */
  readonly random?: () => number;
}

/** Makes a platform that stands still. */
export function fakePlatform(options: FakePlatformOptions = {}): FakePlatform {
  const { start = 0, date = Date.UTC(2030, 0, 1), random = () => 0.5 } = options;
  const waiting = new Map<unknown, { readonly at: number; readonly run: () => void }>();
  const waits: number[] = [];
  let passed = 0;
  const runNext = async (until: number): Promise<boolean> => {
    const [next] = [...waiting].toSorted(([, a], [, b]) => a.at - b.at);
    if (!next || next[1].at > until) return false;
    const [handle, timer] = next;
    waiting.delete(handle);
    passed = Math.max(passed, timer.at);
    timer.run();
    await settle();
    return true;
  };
  return {
    clock: { now: () => date + Math.floor(passed), monotonic: () => start + passed },
    random,
    timers: {
      setTimeout(run, ms) {
        waiting.set(waits.push(ms), { at: passed + ms, run });
        return waits.length;
      },
      clearTimeout: (handle) => void waiting.delete(handle),
    },
    async advance(ms) {
      const end = passed + ms;
      await settle();
      while (await runNext(end));
      passed = end;
    },
    async finish(work) {
      const state = { done: false };
      const mark = (): void => void (state.done = true);
      work.then(mark, mark);
      await settle();
      while (!state.done) {
        if (!(await runNext(Infinity))) throw new Error("the work waits, but for no timer");
      }
      return work;
    },
    pending: () => waiting.size,
    waits,
  };
}

/** Lets promises that can go on do so. An immediate comes after all of them, unlike a count of microtasks. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
