import type { DemoRandom } from "../demo/demo-random.ts";
import { HARBOUR_NAMES, ISLAND_NAME, STREET_NAMES, TOWN_NAMES } from "./names.ts";
import type { Point } from "./plane.ts";
import { distance } from "./plane.ts";

const RADIUS_M = 18_500;
const COAST_POINTS = 240;
/** How far junctions stay from the coast, measured from the centre. */
const SHORE_M = 700;

const COUNTRY_SPACING_M = 3_400;
/** Country junctions keep this distance to the centre of a town. */
const TOWN_CLEARANCE_M = 2_000;
const TOWN_DISTANCE_M = 7_500;
const BLOCK_M = 210;
/** Junctions along each side of a town. */
const [CITY_SIDE, TOWN_SIDE] = [7, 4];

export interface Coast {
  readonly ring: readonly Point[];
  /** How far a point is from the coast in metres, measured from the centre; negative in the sea. */
  depth(point: Point): number;
}

/** The radius is a sum of waves, so the ring never crosses itself. */
export function makeCoast(random: DemoRandom): Coast {
  const waves = [2, 3, 4, 5, 7, 11, 16, 23, 37].map((times) => ({
    times,
    height: (random.int(60, 100) / 100) * Math.min(0.11, 0.38 / times),
    phase: (random.int(0, 359) * Math.PI) / 180,
  }));
  const radius = (angle: number): number =>
    RADIUS_M * waves.reduce((sum, { times, height, phase }) => sum + height * Math.cos(times * angle + phase), 1);
  const ring = Array.from({ length: COAST_POINTS + 1 }, (_, index): Point => {
    const angle = ((index % COAST_POINTS) / COAST_POINTS) * 2 * Math.PI;
    return [radius(angle) * Math.cos(angle), radius(angle) * Math.sin(angle)];
  });
  return {
    ring,
    depth: ([east, north]) => radius(Math.atan2(north, east)) - Math.hypot(east, north),
  };
}

/** Where a junction will be, if a road leads there. */
export interface Site {
  readonly point: Point;
  /** Of a street: the town, and the names of the streets that cross here. */
  readonly town?: { readonly name: string; readonly streets: readonly [row: string, column: string] };
}

export interface Town {
  readonly name: string;
  readonly centre: Point;
  readonly sites: readonly Site[];
}

export function makeTowns(random: DemoRandom, coast: Coast): Town[] {
  const towns: Town[] = [];
  // Islands differ in shape: where the towns do not fit, they move closer together.
  for (let apart = TOWN_DISTANCE_M; towns.length < TOWN_NAMES.length; apart *= 0.99) {
    const centre: Point = [random.int(-RADIUS_M, RADIUS_M), random.int(-RADIUS_M, RADIUS_M)];
    const depth = coast.depth(centre);
    if (depth < 2 * SHORE_M || (hasHarbour(towns.length) && depth > 3 * SHORE_M)) continue;
    if (towns.some((town) => distance(town.centre, centre) < apart)) continue;
    const name = TOWN_NAMES[towns.length] ?? ISLAND_NAME;
    towns.push({ name, centre, sites: townSites(random, name, centre, towns.length === 0 ? CITY_SIDE : TOWN_SIDE) });
  }
  return towns;
}

/** Whether the town with this index is on the coast. */
export function hasHarbour(town: number): boolean {
  return town % 3 === 0 && town / 3 < HARBOUR_NAMES.length;
}

/** A grid of streets that is turned, and a little irregular. */
function townSites(random: DemoRandom, name: string, centre: Point, side: number): Site[] {
  const names = random.shuffle(STREET_NAMES);
  const turn = (random.int(0, 89) * Math.PI) / 180;
  const places = Array.from({ length: side }, (_, index) => index);
  return places.flatMap((row) =>
    places.map((column) => {
      const east = (column - (side - 1) / 2) * BLOCK_M + random.int(-20, 20);
      const north = (row - (side - 1) / 2) * BLOCK_M + random.int(-20, 20);
      const point: Point = [
        centre[0] + east * Math.cos(turn) - north * Math.sin(turn),
        centre[1] + east * Math.sin(turn) + north * Math.cos(turn),
      ];
      const streets = [names[row] ?? name, names[side + column] ?? name] as const;
      return { point, town: { name, streets } };
    }),
  );
}

/** Junctions between the towns: an irregular grid of triangles. */
export function countrySites(random: DemoRandom, coast: Coast, towns: readonly Town[]): Site[] {
  const rows = Math.ceil((1.5 * RADIUS_M) / COUNTRY_SPACING_M);
  const places = Array.from({ length: 2 * rows + 1 }, (_, index) => index - rows);
  const points = places.flatMap((row) =>
    places.map((column): Point => {
      const jitter = (): number => (random.int(-30, 30) / 100) * COUNTRY_SPACING_M;
      const east = (column + (row % 2 === 0 ? 0 : 0.5)) * COUNTRY_SPACING_M + jitter();
      return [east, row * COUNTRY_SPACING_M * 0.87 + jitter()];
    }),
  );
  return points.filter((point) => coast.depth(point) > SHORE_M && isCountry(point, towns)).map((point) => ({ point }));
}

/** Whether a point is away from all towns. */
export function isCountry(point: Point, towns: readonly Town[]): boolean {
  return towns.every(({ centre }) => distance(centre, point) > TOWN_CLEARANCE_M);
}
