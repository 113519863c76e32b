import type { Platform } from "../../src/platform.ts";

/** A platform whose time passes only when a test says so, and whose dice are loaded. */
export interface FakePlatform extends Platform {
  /** Lets time pass: every timer that comes due runs in its turn, and what it sets off runs to its end. */
  advance(ms: number): Promise<void>;
  /** Lets time pass from timer to timer until the work is done. Throws when the work waits for something else. */
  finish<T>(work: PromiseLike<T>): Promise<T>;
  /** Timers that wait. */
  pending(): number;
  /** The milliseconds of every timer so far, in the order in which they were set. */
  readonly timers: readonly number[];
}

/** Where a {@link FakePlatform} begins. */
export interface FakePlatformOptions {
  /** `now()` at the beginning. Default 0. */
  readonly start?: number;
  /** `date()` at the beginning. Default 2030-01-01T00:00:00Z. */
  readonly date?: number;
  /** What `random()` gives. Default 0.5 each time. */
  readonly random?: () => number;
}

/** Makes a platform that stands still. */
export function fakePlatform(options: FakePlatformOptions = {}): FakePlatform {
  const { start = 0, date = Date.UTC(2030, 0, 1), random = () => 0.5 } = options;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  const timers: number[] = [];
  let passed = 0;
  const next = () => [...waiting].toSorted((a, b) => a.at - b.at)[0];
  const runNext = async (until: number): Promise<boolean> => {
    const timer = next();
    if (!timer || timer.at > until) return false;
    waiting.delete(timer);
    passed = Math.max(passed, timer.at);
    timer.run();
    await settle();
    return true;
  };
  return {
    now: () => start + passed,
    date: () => date + Math.floor(passed),
    random,
    after(ms, run) {
      const timer = { at: passed + ms, run };
      timers.push(ms);
      waiting.add(timer);
      return () => void waiting.delete(timer);
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
    timers,
  };
}

/** Lets promises that can go on do so. An immediate comes after all of them, unlike a count of microtasks. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
