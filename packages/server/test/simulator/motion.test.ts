import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Route } from "../../src/simulator/motion.ts";
import { drive } from "../../src/simulator/motion.ts";
import type { Point } from "../../src/simulator/plane.ts";
import { lengthOf } from "../../src/simulator/plane.ts";

/** Lines with any turns, of any lengths from 5 m on. */
const anyRoute: fc.Arbitrary<Route & { pace: number }> = fc
  .record({
    steps: fc.array(
      fc.record({
        length: fc.integer({ min: 5, max: 3000 }),
        turn: fc.integer({ min: -180, max: 180 }),
        limit: fc.constantFrom(30, 50, 70, 90),
      }),
      { minLength: 1, maxLength: 30 },
    ),
    pace: fc.double({ min: 0.5, max: 1, noNaN: true }),
  })
  .map(({ steps, pace }) => {
    const points: Point[] = [[0, 0]];
    let angle = 0;
    for (const { length, turn } of steps) {
      angle += (turn * Math.PI) / 180;
      const [east, north] = points.at(-1)!;
      points.push([east + length * Math.sin(angle), north + length * Math.cos(angle)]);
    }
    return { points, limits_kmh: steps.map(({ limit }) => limit), pace };
  });

it("drives the whole route from standstill to standstill, without a jump in speed, and never above the limit", () => {
  fc.assert(
    fc.property(anyRoute, ({ points, limits_kmh, pace }) => {
      let [driven, speed] = [0, 0];
      const fastest = (Math.max(...limits_kmh) / 3.6) * pace;
      for (const { duration_s, length_m, speed_ms, acceleration_ms2 } of drive({ points, limits_kmh }, pace)) {
        expect(duration_s).toBeGreaterThan(0);
        expect(Math.abs(speed_ms - speed)).toBeLessThan(1e-3);
        expect(speed_ms).toBeLessThan(fastest + 1e-6);
        expect(Math.abs(speed_ms * duration_s + (acceleration_ms2 * duration_s ** 2) / 2 - length_m)).toBeLessThan(
          1e-3,
        );
        driven += length_m;
        speed = speed_ms + acceleration_ms2 * duration_s;
      }
      expect(Math.abs(driven - lengthOf(points))).toBeLessThan(0.01);
      expect(Math.abs(speed)).toBeLessThan(1e-3);
    }),
    { numRuns: 300 },
  );
});

it("slows down for turns, and more for sharp ones", () => {
  const slowest = (turn: number): number => {
    const angle = (turn * Math.PI) / 180;
    const points: Point[] = [
      [0, 0],
      [0, 2000],
      [2000 * Math.sin(angle), 2000 + 2000 * Math.cos(angle)],
    ];
    const motions = drive({ points, limits_kmh: [90, 90] }, 1);
    return Math.min(...motions.slice(1).map(({ speed_ms }) => speed_ms)) * 3.6;
  };
  expect([0, 5].map(slowest).map(Math.round)).toEqual([90, 90]);
  expect([90, 180].map(slowest).map(Math.round)).toEqual([18, 18]);
  expect(slowest(35)).toBeGreaterThan(30);
  expect(slowest(35)).toBeLessThan(70);
});
