import type { Point } from "./plane.ts";
import { distance } from "./plane.ts";

/**
 * The relative neighbourhood graph of points: two are neighbours unless a third one is nearer to both than they are to each other. It
 * looks like a network of roads: lines do not cross, and all points are connected if no line would be longer than `longest`.
 */
export function relativeNeighbours(points: readonly Point[], longest: number): [from: number, to: number][] {
  return points.flatMap((a, from) => {
    const near = points.flatMap((point, index) => {
      const far = distance(a, point);
      return index !== from && far <= longest ? [{ point, index, far }] : [];
    });
    return near
      .filter(
        ({ point, index, far }) => from < index && !near.some((c) => c.far < far && distance(c.point, point) < far),
      )
      .map(({ index }): [number, number] => [from, index]);
  });
}
