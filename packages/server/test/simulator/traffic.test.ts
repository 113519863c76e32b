import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeIsland } from "../../src/simulator/island.ts";
import type { Point } from "../../src/simulator/plane.ts";
import { bearing, distance, toPoint } from "../../src/simulator/plane.ts";
import { makeTraffic } from "../../src/simulator/traffic.ts";

const island = makeIsland();
const traffic = makeTraffic(island);

const DAY_MS = 24 * 60 * 60_000;
const begin = Date.UTC(2026, 10, 1);
/** Coordinates are rounded to 11 cm, on roads and on reports. */
const ROUNDING_M = 0.3;

const anyUnit = fc.integer({ min: 1, max: 200 });
const anyTime = fc.integer({ min: begin, max: begin + 30 * DAY_MS });
/** Instants with the same distance, in their order. */
const anyInstants = fc
  .tuple(anyTime, fc.integer({ min: 1000, max: 60_000 }))
  .map(([first, step]) => Array.from({ length: 120 }, (_, index) => new Date(first + index * step)));

const parts = island.roads.flatMap(({ line, speed_limit_kmh }) =>
  line.slice(1).map((point, index) => ({ from: toPoint(line[index]!), to: toPoint(point), speed_limit_kmh })),
);

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const along = ((point[0] - from[0]) * x + (point[1] - from[1]) * y) / (x ** 2 + y ** 2);
  const fraction = Math.min(1, Math.max(0, along));
  return distance(point, [from[0] + fraction * x, from[1] + fraction * y]);
}

/** The parts of roads that a point is on. */
function partsAt(point: Point) {
  return parts.filter(({ from, to }) => distanceToLine(point, from, to) < ROUNDING_M);
}

function pointOf({ longitude, latitude }: { readonly longitude: number; readonly latitude: number }): Point {
  return toPoint([longitude, latitude]);
}

function turn(a: number, b: number): number {
  return Math.abs(((a - b + 540) % 360) - 180);
}

describe("the traffic", () => {
  it("is the same for the same seed, whoever asks for what first", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyUnit, anyTime), { minLength: 1, maxLength: 5 }), fc.integer(), (asked, seed) => {
        const [one, other] = [makeTraffic(island, seed), makeTraffic(makeIsland(), seed)];
        const first = asked.map(([unit, time]) => one.at(unit, new Date(time)));
        const second = asked.toReversed().map(([unit, time]) => other.at(unit, new Date(time)));
        expect(second.toReversed()).toEqual(first);
      }),
      { numRuns: 5 },
    );
  });

  it("stays on the roads, below their limits", () => {
    fc.assert(
      fc.property(anyUnit, anyInstants, (unit, instants) => {
        for (const instant of instants) {
          const report = traffic.at(unit, instant);
          const roads = partsAt(pointOf(report));
          expect(roads).not.toEqual([]);
          const limit = Math.max(...roads.map(({ speed_limit_kmh }) => speed_limit_kmh));
          expect(report.speed_kmh).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("moves as fast as it says, without a jump, and counts what it drives", () => {
    fc.assert(
      fc.property(anyUnit, anyInstants, (unit, instants) => {
        const reports = instants.map((instant) => traffic.at(unit, instant));
        const seconds = (instants[1]!.getTime() - instants[0]!.getTime()) / 1000;
        for (const [index, after] of reports.slice(1).entries()) {
          const before = reports[index]!;
          const driven = after.driven_m - before.driven_m;
          const moved = distance(pointOf(before), pointOf(after));
          expect(driven).toBeGreaterThanOrEqual(0);
          expect(moved).toBeLessThanOrEqual(driven + 2 * ROUNDING_M);
          expect(driven).toBeLessThanOrEqual((90 / 3.6) * seconds + ROUNDING_M);
          const running = after.engine_s - before.engine_s;
          expect(running).toBeGreaterThanOrEqual(-1e-6);
          expect(running).toBeLessThanOrEqual(seconds + 1e-6);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("has values that agree with each other", () => {
    fc.assert(
      fc.property(anyUnit, anyTime, (unit, time) => {
        const [report, later] = [0, 200].map((ms) => traffic.at(unit, new Date(time + ms)));
        const { movement_status, ignition, speed_kmh, heading_deg, fuel_level_percent } = report!;
        expect(ignition).toBe(movement_status !== "parked");
        if (movement_status !== "moving") expect(speed_kmh).toBe(0);
        expect(heading_deg === null).toBe(movement_status !== "moving");
        expect(fuel_level_percent).toBeGreaterThan(5);
        expect(fuel_level_percent).toBeLessThanOrEqual(100);
        // In the middle of a road, it points to where the unit is a moment later.
        const [from, to] = [pointOf(report!), pointOf(later!)];
        if (speed_kmh! > 40 && heading_deg === later!.heading_deg) {
          expect(turn(bearing(from, to), heading_deg!)).toBeLessThan(8);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("has units that move, units that idle and units that are parked at any time", () => {
    fc.assert(
      fc.property(anyTime, (time) => {
        const units = Array.from({ length: 100 }, (_, index) => traffic.at(index + 1, new Date(time)).movement_status);
        const moving = units.filter((status) => status === "moving").length;
        expect(moving).toBeGreaterThan(40);
        expect(moving).toBeLessThan(90);
        expect(units.filter((status) => status === "parked").length).toBeGreaterThan(5);
      }),
      { numRuns: 50 },
    );
    const day = Array.from({ length: 24 * 60 }, (_, minute) => traffic.at(7, new Date(begin + minute * 60_000)));
    expect(new Set(day.map(({ movement_status }) => movement_status))).toEqual(new Set(["moving", "idling", "parked"]));
  });

  it("speeds up and slows down as a vehicle can", () => {
    fc.assert(
      fc.property(anyUnit, anyTime, (unit, time) => {
        const [before, after] = [0, 1000].map((ms) => traffic.at(unit, new Date(time + ms)));
        const speeds = [before!.speed_kmh! / 3.6, after!.speed_kmh! / 3.6] as const;
        expect(Math.abs(speeds[1] - speeds[0])).toBeLessThan(2);
        expect(Math.abs(after!.driven_m - before!.driven_m - (speeds[0] + speeds[1]) / 2)).toBeLessThan(0.6);
      }),
      { numRuns: 2000 },
    );
  });

  it("has homes where units are parked", () => {
    const junctions = new Set(island.places.map(({ position }) => position.join()));
    for (const unit of [1, 2, 3, 40]) {
      const { longitude, latitude, ignition, speed_kmh } = traffic.atHome(unit);
      expect(junctions).toContain([longitude, latitude].join());
      expect([ignition, speed_kmh]).toEqual([false, 0]);
    }
  });
});
