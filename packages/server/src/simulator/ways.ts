import type { DemoRandom } from "../demo/demo-random.ts";
import type { Coast, Site } from "./land.ts";
import type { Point } from "./plane.ts";
import { between, distance } from "./plane.ts";
import { relativeNeighbours } from "./relative-neighbours.ts";

/** Roads are not longer than this. */
const LONGEST_M = 6_500;
/** How far roads stay from the coast, measured from the centre. */
const SHORE_M = 350;
const BEND_POINTS_M = 250;

/** A road before it has an id: indexes of its sites, and its line. */
export interface Way {
  readonly from: number;
  readonly to: number;
  readonly line: readonly Point[];
}

/** Makes the roads that do not cross a bay. */
export function makeWays(random: DemoRandom, coast: Coast, sites: readonly Site[]): Way[] {
  const points = sites.map(({ point }) => point);
  return relativeNeighbours(points, LONGEST_M)
    .map(([from, to]) => ({ from, to, line: makeLine(random, sites[from], sites[to]) }))
    .filter(({ line }) => line.every((point) => coast.depth(point) > SHORE_M));
}

/** Streets are straight, other roads bend to one side. */
function makeLine(random: DemoRandom, from: Site | undefined, to: Site | undefined): Point[] {
  if (from === undefined || to === undefined) return [];
  const bend = random.int(-60, 60) / 1000;
  if (from.town !== undefined && to.town !== undefined) return [from.point, to.point];
  const parts = Math.ceil(distance(from.point, to.point) / BEND_POINTS_M);
  const [east, north] = [to.point[0] - from.point[0], to.point[1] - from.point[1]];
  return Array.from({ length: parts + 1 }, (_, index) => {
    const fraction = index / parts;
    const side = bend * Math.sin(Math.PI * fraction);
    const [x, y] = between(from.point, to.point, fraction);
    return [x - side * north, y + side * east];
  });
}

/** The ways that are connected with the city; null unless all towns are. Roads that would cross a bay are missing. */
export function connectedWays(sites: readonly Site[], ways: readonly Way[]): Way[] | null {
  const reached = new Set([0]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const { from, to } of ways) {
      if (reached.has(from)) reached.add(to);
      else if (reached.has(to)) reached.add(from);
    }
  }
  const isWhole = sites.every(({ town }, index) => town === undefined || reached.has(index));
  return isWhole ? ways.filter(({ from }) => reached.has(from)) : null;
}
