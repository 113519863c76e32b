/** Distances and directions on the globe. */
import type { LngLat, PlaceFeature } from "./island-file.ts";

const EARTH_RADIUS_M = 6_371_008.8;
const KM_M = 1000;

/** A unit that is farther away than this from all places is described by its coordinates. */
const FARTHEST_M = 40 * KM_M;

/** Metres along a great circle. */
export function distanceM(a: Readonly<LngLat>, b: Readonly<LngLat>): number {
  const [south, north] = [radians(a[1]), radians(b[1])];
  const halfHeight = Math.sin((north - south) / 2) ** 2;
  const halfWidth = Math.sin(radians(b[0] - a[0]) / 2) ** 2;
  const chord = halfHeight + Math.cos(south) * Math.cos(north) * halfWidth;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The difference of two directions in degrees, from -180 up to 180: how far to turn, the short way. */
export function turnDeg(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

/** The nearest place and how far it is; null far from all places. */
export function nearestPlace(
  places: readonly PlaceFeature[],
  at: Readonly<LngLat>,
): { readonly place: PlaceFeature["properties"]; readonly distance: number } | null {
  let nearest: { place: PlaceFeature["properties"]; distance: number } | null = null;
  for (const { properties, geometry } of places) {
    const distance = distanceM(geometry.coordinates, at);
    if (distance < (nearest?.distance ?? FARTHEST_M)) nearest = { place: properties, distance };
  }
  return nearest;
}

/** Where something is, in words: `in Port Orrin`, `at North Depot`, `3 km from Port Orrin`, or coordinates far from all places. */
export function describePlace(places: readonly PlaceFeature[], at: Readonly<LngLat>): string {
  const nearest = nearestPlace(places, at);
  if (nearest === null) return formatCoordinates(at);
  const { name, kind } = nearest.place;
  const km = Math.round(nearest.distance / KM_M);
  if (km > 0) return `${km} km from ${name}`;
  return kind === "depot" || kind === "harbour" ? `at ${name}` : `in ${name}`;
}

/** `0.0999, -29.9097`: latitude and longitude in degrees. */
export function formatCoordinates([longitude, latitude]: Readonly<LngLat>): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
