import type { Clock, Timers } from "../../src/index.ts";
import { settle } from "./fake-service.ts";

/** A clock and its timers, which pass only by `advance`. */
export interface VirtualClock {
  readonly clock: Required<Clock>;
  readonly timers: Timers;
  /** Lets time pass: every timer that comes due runs, and what it sets off runs to its end. */
  advance(ms: number): Promise<void>;
  /** The machine sleeps: the wall clock goes on, the steady clock and the timers do not. */
  sleep(ms: number): void;
  /** Timers that wait. */
  pending(): number;
  /** Timers that would keep a Node program running. */
  holding(): number;
}

export function virtualClock(): VirtualClock {
  const waiting = new Set<{ at: number; run: () => void; holds: boolean }>();
  let steady = 0;
  let wall = Date.parse("2030-01-01T00:00:00Z");
  const pass = (ms: number): void => {
    steady += ms;
    wall += ms;
  };
  return {
    clock: { now: () => wall, monotonic: () => steady },
    timers: {
      setTimeout(run, ms) {
        const timer = { at: steady + ms, run, holds: true, unref: () => void (timer.holds = false) };
        waiting.add(timer);
        return timer;
      },
      clearTimeout: (timer) => void [...waiting].map((one) => one === timer && waiting.delete(one)),
    },
    async advance(ms) {
      const end = steady + ms;
      await settle();
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        waiting.delete(next);
        pass(next.at - steady);
        next.run();
        await settle();
      }
      pass(end - steady);
    },
    sleep: (ms) => void (wall += ms),
    pending: () => waiting.size,
    holding: () => [...waiting].filter(({ holds }) => holds).length,
  };
}
