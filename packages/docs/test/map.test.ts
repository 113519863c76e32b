import { createFleetClient } from "@fleet-api/client";
import { makeIsland } from "@fleet-api/server/simulator";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatHeading, formatInstant, formatSpeed } from "../src/map/format.ts";
import { describePlace, distanceM, nearestPlace, turnDeg } from "../src/map/geometry.ts";
import { Glide } from "../src/map/glide.ts";
import { islandFile, type LngLat, placesOf } from "../src/map/island-file.ts";
import { toMovement } from "../src/map/movement.ts";
import { Trail } from "../src/map/trail.ts";
import { MAX_UNITS, type Position, unitName, UnitSet } from "../src/map/unit-set.ts";
import { watchPositions } from "../src/map/watch-positions.ts";
import { readRealSite } from "./support/real-site.ts";

const BEGIN = Date.UTC(2026, 0, 15);
const island = makeIsland();
const file = islandFile(island);
const places = placesOf(file);

/** The example of the contract, of another unit and time. */
const { contract } = (await readRealSite()).tools;
const example = Object.entries(contract.document.components.schemas["Position"]?.properties ?? {}).map(
  ([name, schema]) => [name, Object(schema).examples?.[0] ?? null] as const,
);
function position(unit_id: number, second: number, changes: Partial<Position> = {}): Position {
  const recorded_at = new Date(BEGIN + second * 1000).toISOString();
  return {
    ...(Object.fromEntries(example) as unknown as Position),
    unit_id,
    client_id: 1,
    movement_status: "moving",
    recorded_at,
    ...changes,
  };
}

describe("the file of the island", () => {
  it("has the land, all roads and all places", () => {
    const kinds = file.features.map(({ properties }) => properties.kind);
    expect(kinds.slice(0, 4)).toEqual(["land", "street", "country", "main"]);
    expect(places.map(({ properties }) => properties.name)).toEqual(island.places.map(({ name }) => name));
    const roads = file.features.flatMap(({ geometry }) =>
      geometry.type === "MultiLineString" ? geometry.coordinates : [],
    );
    expect(roads).toHaveLength(island.roads.length);
    const [land] = file.features;
    const ring = land?.geometry.type === "Polygon" ? land.geometry.coordinates[0] : [];
    expect(ring?.[0]).toEqual(ring?.at(-1));
  });
});

describe("places and directions", () => {
  it("measures along the globe", () => {
    expect(distanceM([0, 0], [1, 0])).toBeCloseTo(111_195, 0);
    expect(distanceM([179.5, 0], [-179.5, 0])).toBeCloseTo(111_195, 0);
  });

  it("turns the short way", () => {
    expect([turnDeg(350, 10), turnDeg(10, 350), turnDeg(90, 90)]).toEqual([20, -20, 0]);
    const degrees = fc.integer({ min: 0, max: 360 });
    fc.assert(
      fc.property(degrees, degrees, (from, to) => {
        const turn = turnDeg(from, to);
        return turn >= -180 && turn <= 180 && (from + turn - to) % 360 === 0;
      }),
    );
  });

  it("names the nearest place, and has coordinates for what is far from all", () => {
    const [city] = places;
    const [longitude, latitude] = city?.geometry.coordinates ?? [0, 0];
    expect(describePlace(places, [longitude, latitude])).toBe(`in ${city?.properties.name}`);
    expect(describePlace(places, [longitude + 0.002, latitude])).toBe(`in ${city?.properties.name}`);
    expect(describePlace(places, [longitude + 0.09, latitude])).toMatch(/^\d+ km from /);
    const depot = places.find(({ properties }) => properties.kind === "depot");
    expect(describePlace(places, depot?.geometry.coordinates ?? [0, 0])).toBe(`at ${depot?.properties.name}`);
    expect(describePlace(places, [13.4, 52.52])).toBe("52.5200, 13.4000");
    expect(nearestPlace(places, [13.4, 52.52])).toBeNull();
  });
});

describe("values in words", () => {
  it("has a dash for what was not reported", () => {
    expect([formatSpeed(null), formatSpeed(53.6), formatHeading(null)]).toEqual(["–", "54 km/h", "–"]);
  });

  it("names directions", () => {
    expect([0, 44.6, 359.7, 200].map(formatHeading)).toEqual([
      "north, 0°",
      "north-east, 45°",
      "north, 0°",
      "south, 200°",
    ]);
  });

  it("has the day of what is older than 24 hours", () => {
    const instant = new Date(BEGIN).toISOString();
    expect(formatInstant(instant, BEGIN + 3_600_000)).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(formatInstant(instant, BEGIN + 90_000_000)).toMatch(/^1[45] Jan, \d\d:\d\d$/);
  });

  it("takes a status that the contract does not have yet as unknown", () => {
    expect(["moving", "parked", "flying"].map(toMovement)).toEqual(["moving", "parked", "unknown"]);
  });
});

describe("the shown units", () => {
  const all = { clientId: null, movement: null };

  it("have the newest position of each unit, in whichever order positions arrive", () => {
    const reports = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 50 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(reports, fc.integer({ min: 1, max: 10 }), (given, batch) => {
        const set = new UnitSet(all);
        for (let at = 0; at < given.length; at += batch)
          set.apply(given.slice(at, at + batch).map(([unit, second]) => position(unit, second)));
        const newest = new Map<number, number>();
        for (const [unit, second] of given) newest.set(unit, Math.max(second, newest.get(unit) ?? 0));
        expect(new Map([...set.units].map(([id, unit]) => [id, Date.parse(unit.position.recorded_at)]))).toEqual(
          new Map([...newest].map(([id, second]) => [id, BEGIN + second * 1000])),
        );
      }),
    );
  });

  it("say which units changed", () => {
    const set = new UnitSet(all);
    expect([...set.apply([position(1, 5), position(2, 5)])]).toEqual([1, 2]);
    expect([...set.apply([position(1, 4), position(2, 6)])]).toEqual([2]);
  });

  it("are as many as one page has, however many report", () => {
    const set = new UnitSet(all);
    for (let round = 0; round < 3; round++)
      set.apply(Array.from({ length: 3 * MAX_UNITS }, (_, index) => position(index + 1, round)));
    expect(set.units.size).toBe(MAX_UNITS);
  });

  it("leave when they no longer fit the filter, and come when they do", () => {
    const set = new UnitSet({ clientId: 1, movement: "moving" });
    set.apply([position(1, 1), position(2, 1, { client_id: 2 }), position(3, 1, { movement_status: "parked" })]);
    expect([...set.units.keys()]).toEqual([1]);
    expect([...set.apply([position(1, 2, { movement_status: "parked" }), position(3, 2)])]).toEqual([1, 3]);
    expect([...set.units.keys()]).toEqual([3]);
  });

  it("keep their names when the state is read again, and go when they are not in it", () => {
    const set = new UnitSet(all);
    set.apply([position(1, 1), position(2, 1)]);
    expect([set.takeUnnamed(), set.takeUnnamed()]).toEqual([[1, 2], []]);
    set.rename(
      new Map([
        [1, "Van"],
        [9, "Of somebody else"],
      ]),
    );
    set.replace([position(1, 3)]);
    expect([...set.units.values()].map(unitName)).toEqual(["Van"]);
    set.apply([position(7, 1)]);
    expect([...set.units.values()].map(unitName)).toEqual(["Van", "Unit 7"]);
    expect(set.takeUnnamed()).toEqual([7]);
  });
});

describe("positions that are watched", () => {
  it("are asked for again within ten seconds, however long the service was away", async () => {
    const delays: number[] = [];
    const closing = new AbortController();
    const fleet = createFleetClient({
      baseUrl: "https://fleet.example.com/api/v1",
      fetch: () => Promise.reject(new TypeError("Failed to fetch")),
      random: () => 1,
      timers: { setTimeout: (callback) => setImmediate(callback), clearTimeout: () => undefined },
    });
    const watched = watchPositions(fleet, {
      clientId: null,
      signal: closing.signal,
      onReset: async () => undefined,
      onRetry: ({ delayMs }) => {
        if (delays.push(delayMs) === 6) closing.abort();
      },
    });
    await expect(watched.next()).rejects.toThrow("aborted");
    expect(delays).toEqual([3000, 6000, 10_000, 10_000, 10_000, 10_000]);
  });
});

describe("a trail", () => {
  it("is in the order of time and bounded", () => {
    const trail = new Trail();
    trail.add([position(1, 1, { longitude: 1 }), position(1, 3, { longitude: 3 })]);
    trail.add([position(1, 2, { longitude: 2 }), position(1, 3, { longitude: 3 }), position(1, 4, { longitude: 4 })]);
    expect(trail.points.map(([longitude]) => longitude)).toEqual([1, 3, 4]);
    trail.add(Array.from({ length: 5000 }, (_, index) => position(1, 10 + index, { longitude: index / 100 })));
    expect(trail.points).toHaveLength(2000);
    expect(trail.points.at(-1)?.[0]).toBe(49.99);
  });
});

describe("a marker that glides", () => {
  const pose = (longitude: number, heading: number | null = 90): { at: LngLat; heading: number | null } => ({
    at: [longitude, 0],
    heading,
  });

  it("needs as long as passed since the last position", () => {
    const glide = new Glide(pose(0), 0);
    glide.moveTo(pose(0.01), 4000);
    expect(glide.poseAt(4000).at[0]).toBe(0);
    expect(glide.poseAt(6000).at[0]).toBeCloseTo(0.005);
    expect([glide.isMoving(7999), glide.isMoving(8000)]).toEqual([true, false]);
    expect(glide.poseAt(8000).at[0]).toBe(0.01);
  });

  it("continues from where it is when the next position comes early", () => {
    const glide = new Glide(pose(0), 0);
    glide.moveTo(pose(0.01), 4000);
    glide.moveTo(pose(0.01), 6000);
    expect(glide.poseAt(6000).at[0]).toBeCloseTo(0.005);
  });

  it("is there at once after a jump, and when motion is not wanted", () => {
    const glide = new Glide(pose(0), 0);
    glide.moveTo(pose(1), 4000);
    expect(glide.isMoving(4000)).toBe(false);
    expect(glide.poseAt(4000).at[0]).toBe(1);
    glide.jumpTo(pose(1.001), 5000);
    expect(glide.poseAt(5000).at[0]).toBe(1.001);
  });

  it("turns the short way, and takes a direction at once where there was none", () => {
    const glide = new Glide(pose(0, 350), 0);
    glide.moveTo(pose(0.001, 10), 2000);
    expect(glide.poseAt(3000).heading).toBe(360);
    const standing = new Glide(pose(0, null), 0);
    standing.moveTo(pose(0.001, 80), 2000);
    expect(standing.poseAt(2500).heading).toBe(80);
  });

  it("crosses the antimeridian the short way", () => {
    const glide = new Glide(pose(179.999), 0);
    glide.moveTo(pose(-179.999), 2000);
    expect(glide.poseAt(3000).at[0]).toBeCloseTo(180);
  });

  it("is never beside the way between two positions", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 0, max: 100 })), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 30_000 }), (given, later) => {
        const glide = new Glide(pose(0), 0);
        let now = 0;
        for (const [ms, place] of given) {
          now += ms;
          glide.moveTo(pose(place / 10_000), now);
        }
        const [at] = glide.poseAt(now + later).at;
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(0.01);
      }),
    );
  });
});
