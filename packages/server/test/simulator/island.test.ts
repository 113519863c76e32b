import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Island } from "../../src/simulator/island.ts";
import { makeIsland } from "../../src/simulator/island.ts";
import type { Road } from "../../src/simulator/network.ts";
import { lengthOf, toPoint } from "../../src/simulator/plane.ts";
import type { LngLat } from "../../src/simulator/plane.ts";

const island = makeIsland();
const KM = 1000;

/** An island of any seed; the one of the demo comes first. */
const anyIsland = fc.integer().map((seed) => makeIsland(seed));
/** Of two, roads would cross a bay, and of the third, a bay cuts some roads off. */
const bays = [29, 44, 2871].map((seed): [Island] => [makeIsland(seed)]);
const settings: fc.Parameters<[Island]> = { numRuns: 10, examples: [[island], ...bays] };

/** Whether a point is inside of a ring, by the number of its edges to the east of the point. */
function isInside([x, y]: LngLat, ring: readonly LngLat[]): boolean {
  return ring.reduce((inside, [x1, y1], index) => {
    const [x2, y2] = ring[index + 1] ?? [x1, y1];
    return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) ? !inside : inside;
  }, false);
}

function partsOf(line: readonly LngLat[]): [LngLat, LngLat][] {
  return line.slice(1).map((point, index) => [line[index]!, point]);
}

function doCross([a, b]: [LngLat, LngLat], [c, d]: [LngLat, LngLat]): boolean {
  const side = (p: LngLat, q: LngLat, r: LngLat): number =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

describe("the island", () => {
  it("is the same for the same seed, and another one for another", () => {
    expect(makeIsland()).toEqual(island);
    expect(makeIsland(7)).toEqual(makeIsland(7));
    expect(makeIsland(7).coastline).not.toEqual(makeIsland(8).coastline);
  });

  it("is about 40 km across, in the open ocean", () => {
    const points = island.coastline.map(toPoint);
    for (const axis of [0, 1] as const) {
      const values = points.map((point) => point[axis]);
      const size = Math.max(...values) - Math.min(...values);
      expect(size).toBeGreaterThan(35 * KM);
      expect(size).toBeLessThan(45 * KM);
    }
    expect(island.coastline.at(-1)).toEqual(island.coastline[0]);
    expect(island.roads.length).toBeGreaterThan(300);
  });

  it("cannot be changed", () => {
    const [first] = island.roads;
    expect(() => Object.assign(first!.line[0]!, { 0: 0 })).toThrow(TypeError);
    expect(() => Object.assign(island, { name: "" })).toThrow(TypeError);
  });

  it("has all of its roads on land", () => {
    fc.assert(
      fc.property(anyIsland, ({ roads, coastline }) => {
        for (const { line } of roads) expect(line.filter((point) => !isInside(point, coastline))).toEqual([]);
      }),
      settings,
    );
  });

  it("has roads that begin and end at their junctions, with lengths and limits", () => {
    fc.assert(
      fc.property(anyIsland, ({ roads, junctions }) => {
        for (const [index, { id, from, to, line, length_m, kind, town, speed_limit_kmh }] of roads.entries()) {
          expect(id).toBe(index);
          expect([line[0], line.at(-1)]).toEqual([junctions[from]?.position, junctions[to]?.position]);
          expect([junctions[from], junctions[to]].every((junction) => junction?.roads.includes(id))).toBe(true);
          expect(Math.abs(lengthOf(line.map(toPoint)) - length_m)).toBeLessThan(2);
          expect(speed_limit_kmh).toBe({ street: 50, country: 70, main: 90 }[kind]);
          expect(town === null).toBe(kind !== "street");
        }
      }),
      settings,
    );
  });

  it("connects all junctions and places", () => {
    fc.assert(
      fc.property(anyIsland, ({ roads, junctions, places }) => {
        const reached = new Set([0]);
        for (const id of reached) {
          for (const road of junctions[id]?.roads ?? []) {
            reached.add(roads[road]!.from);
            reached.add(roads[road]!.to);
          }
        }
        expect(reached.size).toBe(junctions.length);
        for (const { junction, position } of places) expect(junctions[junction]?.position).toEqual(position);
        expect(new Set(places.map(({ name }) => name)).size).toBe(places.length);
      }),
      settings,
    );
  });

  it("has no roads that cross without a junction", () => {
    fc.assert(
      fc.property(anyIsland, ({ roads }) => {
        const parts = roads.flatMap((road) => partsOf(road.line).map((part) => ({ road, part })));
        const crossings = parts.flatMap(({ road, part }, index) =>
          parts
            .slice(index + 1)
            .filter((other) => other.road !== road && doCross(part, other.part))
            .map((other): [Road, Road] => [road, other.road]),
        );
        expect(crossings).toEqual([]);
      }),
      { ...settings, numRuns: 2 },
    );
  });
});
