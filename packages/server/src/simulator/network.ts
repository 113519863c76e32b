import type { Coast, Site, Town } from "./land.ts";
import { hasHarbour, isCountry } from "./land.ts";
import { DEPOT_NAMES, HARBOUR_NAMES, ISLAND_NAME } from "./names.ts";
import type { LngLat, Point } from "./plane.ts";
import { distance, lengthOf, ORIGIN, toLngLat } from "./plane.ts";
import { pathFinder } from "./shortest-path.ts";
import type { Way } from "./ways.ts";

/** A point where roads meet or end. */
export interface Junction {
  readonly id: number;
  readonly position: LngLat;
  /** Ids of the roads that meet here, at least one. */
  readonly roads: readonly number[];
}

/** A road between two junctions, open in both directions. */
export interface Road {
  readonly id: number;
  /** Such as `Mill Lane`, `A2` or `B14`. Several roads may be parts of a longer one with the name. */
  readonly name: string;
  /** A street of a town, a road that leads from town to town, or another road between towns. */
  readonly kind: "street" | "main" | "country";
  /** The town of a street, otherwise null. */
  readonly town: string | null;
  /** Ids of the junctions where it begins and ends. */
  readonly from: number;
  readonly to: number;
  /** From the first junction to the last one, at least two points. */
  readonly line: readonly LngLat[];
  readonly length_m: number;
  readonly speed_limit_kmh: number;
}

/** Somewhere to drive to. */
export interface Place {
  readonly name: string;
  readonly kind: "city" | "town" | "harbour" | "depot";
  readonly position: LngLat;
  /** Id of the junction at the place. */
  readonly junction: number;
}

/** Where one can drive. */
export interface Network {
  /** By their ids. */
  readonly junctions: readonly Junction[];
  /** By their ids. They lie on land, meet at junctions only, and connect all of these. */
  readonly roads: readonly Road[];
  /** The city comes first. */
  readonly places: readonly Place[];
}

const LIMITS_KMH = { street: 50, main: 90, country: 70 } as const;
/** From each town, main roads lead to so many of the nearest others. */
const NEAREST_TOWNS = 3;
/** Where depots are looked for, to the north, east, south and west of the centre. */
const DEPOTS: readonly Point[] = [
  [0, 9000],
  [9000, 0],
  [0, -9000],
  [-9000, 0],
];

/** Gives ids to the sites that have roads, and names to roads and places. */
export function makeNetwork(
  coast: Coast,
  sites: readonly Site[],
  ways: readonly Way[],
  towns: readonly Town[],
): Network {
  const used = [...new Set(ways.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  const ids = new Map(used.map((site, id) => [site, id]));
  const points = used.map((index) => sites[index]?.point ?? ORIGIN);
  const ends = ways.map((way) => ({ ...way, from: ids.get(way.from) ?? 0, to: ids.get(way.to) ?? 0 }));
  const names = mainRoads(ends, points, towns);
  const roads = ends.map((way, id): Road => {
    const [from, to] = [sites[used[way.from] ?? 0]?.town, sites[used[way.to] ?? 0]?.town];
    const street = from?.name === to?.name ? (from ?? null) : null;
    const kind = street !== null ? "street" : names.has(id) ? "main" : "country";
    return {
      id,
      kind,
      name:
        street === null ? (names.get(id) ?? `B${id + 1}`) : sharedStreet(street.streets, to?.streets ?? street.streets),
      town: street?.name ?? null,
      from: way.from,
      to: way.to,
      line: way.line.map(toLngLat),
      length_m: Math.round(lengthOf(way.line)),
      speed_limit_kmh: LIMITS_KMH[kind],
    };
  });
  const junctions = points.map((point, id) => ({
    id,
    position: toLngLat(point),
    roads: roads.filter(({ from, to }) => from === id || to === id).map((road) => road.id),
  }));
  return { junctions, roads, places: makePlaces(coast, points, towns) };
}

/** The roads on the shortest paths from each town to the nearest others: their indexes, and their names. */
function mainRoads(ways: readonly Way[], points: readonly Point[], towns: readonly Town[]): Map<number, string> {
  const findPath = pathFinder(ways.map(({ from, to, line }) => ({ from, to, cost: lengthOf(line) })));
  const names = new Map<number, string>();
  let paths = 0;
  for (const { centre } of towns) {
    const others = towns.toSorted((a, b) => distance(a.centre, centre) - distance(b.centre, centre));
    for (const other of others.slice(1, 1 + NEAREST_TOWNS)) {
      const path = findPath(nearest(points, centre), nearest(points, other.centre)) ?? [];
      const unnamed = path.filter((index) => !names.has(index));
      if (unnamed.length > 0) paths += 1;
      for (const index of unnamed) names.set(index, `A${paths}`);
    }
  }
  return names;
}

function nearest(points: readonly Point[], to: Point): number {
  return points.reduce((best, point, id) => (distance(point, to) < distance(points[best] ?? point, to) ? id : best), 0);
}

/** The street that two crossings share; a short cut has the name of the first one. */
function sharedStreet(from: readonly [string, string], to: readonly [string, string]): string {
  return from[1] === to[1] ? from[1] : from[0];
}

function makePlaces(coast: Coast, points: readonly Point[], towns: readonly Town[]): Place[] {
  const at = (name: string, kind: Place["kind"], junction: number): Place => {
    return { name, kind, position: toLngLat(points[junction] ?? ORIGIN), junction };
  };
  const coastal = towns.filter((_, index) => hasHarbour(index));
  const harbours = coastal.map(({ name, sites }, index) => {
    const shore = sites.map(({ point }) => point).reduce((a, b) => (coast.depth(b) < coast.depth(a) ? b : a));
    return at(HARBOUR_NAMES[index] ?? name, "harbour", nearest(points, shore));
  });
  const country = points.filter((point) => isCountry(point, towns));
  const depots = DEPOTS.map((point) => country[nearest(country, point)] ?? point);
  return [
    ...towns.map(({ name, centre }, index) => at(name, index === 0 ? "city" : "town", nearest(points, centre))),
    ...harbours,
    ...depots.map((point, index) => at(DEPOT_NAMES[index] ?? ISLAND_NAME, "depot", nearest(points, point))),
  ];
}
