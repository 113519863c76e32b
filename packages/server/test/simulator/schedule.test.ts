import * as fc from "fast-check";
import { expect, it } from "vitest";
import { dueInstants } from "../../src/simulator/schedule.ts";

const [intervalMs, lateIntervalMs] = [5000, 30_000];

it("reports every 30 s what is late, and every 5 s what is not", () => {
  const to = Date.UTC(2026, 0, 1, 12);
  const { instants, next } = dueInstants({ from: to - 120_000, to, most: 100, intervalMs, lateIntervalMs });
  const before = instants.map((instant) => (to - instant) / 1000);
  expect(before).toEqual([90, 60, 55, 50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 0]);
  expect(next).toBe(to + intervalMs);
});

it("sends the same instants in whatever portions, each once", () => {
  const anySchedule = fc.record({
    from: fc.integer({ min: 0, max: 600_000 }),
    to: fc.integer({ min: 0, max: 600_000 }),
    most: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(anySchedule, ({ from, to, most }) => {
      const whole = dueInstants({ from, to, most: 1000, intervalMs, lateIntervalMs });
      const portions: number[] = [];
      let last = from;
      for (;;) {
        const { instants, next } = dueInstants({ from: last, to, most, intervalMs, lateIntervalMs });
        expect(instants.length).toBeLessThanOrEqual(most);
        portions.push(...instants);
        last = instants.at(-1) ?? last;
        if (next > to) break;
      }
      expect(portions).toEqual(whole.instants);
      expect(whole.instants.every((instant) => instant > from && instant <= to && instant % intervalMs === 0)).toBe(
        true,
      );
      expect(whole.next).toBeGreaterThan(to);
    }),
  );
});
