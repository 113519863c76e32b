import type { DemoRandom } from "../demo/demo-random.ts";
import { demoRandom } from "../demo/demo-random.ts";
import { countrySites, makeCoast, makeTowns } from "./land.ts";
import { ISLAND_NAME } from "./names.ts";
import type { Network } from "./network.ts";
import { makeNetwork } from "./network.ts";
import type { LngLat } from "./plane.ts";
import { CENTRE, toLngLat } from "./plane.ts";
import { connectedWays, makeWays } from "./ways.ts";

/** An invented island in the open ocean. Plain data that never changes; the same seed gives the same island. */
export interface Island extends Network {
  readonly name: string;
  readonly centre: LngLat;
  /** A ring without crossings, counter-clockwise; its last point is its first. */
  readonly coastline: readonly LngLat[];
}

/** The island of the demo fleet. */
const SEED = 20_261_124;

/** Makes the island in a few milliseconds. Other seeds make other islands with the same names. */
export function makeIsland(seed: number = SEED): Island {
  const random = demoRandom(seed);
  // Of some islands a bay would cut off a town.
  for (;;) {
    const island = tryIsland(random);
    if (island !== null) return deepFreeze(island);
  }
}

function tryIsland(random: DemoRandom): Island | null {
  const coast = makeCoast(random);
  const towns = makeTowns(random, coast);
  const sites = [...towns.flatMap(({ sites: own }) => own), ...countrySites(random, coast, towns)];
  const ways = connectedWays(sites, makeWays(random, coast, sites));
  if (ways === null) return null;
  return {
    name: ISLAND_NAME,
    centre: CENTRE,
    coastline: coast.ring.map(toLngLat),
    ...makeNetwork(coast, sites, ways, towns),
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
