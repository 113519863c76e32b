/**
 * Geometry on the plane around the island, in metres. It lies on the equator and is small, so the plane differs from the globe by
 * less than a millionth.
 */

/** Longitude and latitude in degrees (WGS 84), in the order of GeoJSON. */
export type LngLat = readonly [longitude: number, latitude: number];

/** Metres to the east and to the north of the centre of the island. */
export type Point = readonly [east: number, north: number];

/** The centre of the island, in the open ocean. */
export const CENTRE: LngLat = [-30, 0];

export const ORIGIN: Point = [0, 0];

const METRES_PER_DEGREE = (6_371_008.8 * Math.PI) / 180;

/** To a millionth of a degree, 11 cm. */
export function toLngLat([east, north]: Point): LngLat {
  return [rounded(CENTRE[0] + east / METRES_PER_DEGREE), rounded(CENTRE[1] + north / METRES_PER_DEGREE)];
}

export function toPoint([longitude, latitude]: LngLat): Point {
  return [(longitude - CENTRE[0]) * METRES_PER_DEGREE, (latitude - CENTRE[1]) * METRES_PER_DEGREE];
}

/** The distance of two points in metres. */
export function distance(a: Point, b: Point): number {
  // Several times as fast as `Math.hypot`.
  return Math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
}

/** The length of a line in metres. */
export function lengthOf(line: readonly Point[]): number {
  return line.reduce((sum, point, index) => sum + distance(line[index - 1] ?? point, point), 0);
}

/** The point at a fraction of the way from one point to another. */
export function between(a: Point, b: Point, fraction: number): Point {
  return [a[0] + (b[0] - a[0]) * fraction, a[1] + (b[1] - a[1]) * fraction];
}

/** The direction from one point to another in degrees from 0 up to 360, clockwise from north. */
export function bearing(a: Point, b: Point): number {
  return ((Math.atan2(b[0] - a[0], b[1] - a[1]) * 180) / Math.PI + 360) % 360;
}

function rounded(degrees: number): number {
  // No -0, which JSON does not have.
  return Math.round(degrees * 1e6) / 1e6 + 0;
}
