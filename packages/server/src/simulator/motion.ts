import type { Point } from "./plane.ts";
import { bearing, distance } from "./plane.ts";

/** A line to drive along. */
export interface Route {
  /** At least two points, each apart from the next one. */
  readonly points: readonly Point[];
  /** The speed limit after each point but the last, in km/h. */
  readonly limits_kmh: readonly number[];
}

/** A part of a movement with constant acceleration; a stop has neither speed nor acceleration. */
export interface Motion {
  readonly duration_s: number;
  readonly length_m: number;
  /** Speed at its beginning. */
  readonly speed_ms: number;
  readonly acceleration_ms2: number;
}

const ACCELERATION_MS2 = 1.1;
const BRAKING_MS2 = 1.6;
/** Turns up to the first angle cost no speed; from the second one on they are taken at the second speed. */
const [SLIGHT_TURN, SHARP_TURN] = [10, 60];
const [SLIGHT_TURN_MS, SHARP_TURN_MS] = [25, 5];

/**
 * Drives along a route from standstill to standstill: accelerates up to the limit, and brakes in time for turns and lower limits.
 * @param pace - the share of the limit that is driven, at most 1
 */
export function drive({ points, limits_kmh }: Route, pace: number): Motion[] {
  const limits = limits_kmh.map((limit) => (limit / 3.6) * pace);
  const lengths = points.slice(1).map((point, index) => distance(points[index] ?? point, point));
  const speeds = pointSpeeds(points, limits, lengths);
  return lengths.flatMap((length, index) =>
    driveStraight(length, { begin: speeds[index] ?? 0, end: speeds[index + 1] ?? 0, limit: limits[index] ?? 0 }),
  );
}

/** The highest speed at each point, from which the next points can be reached. */
function pointSpeeds(points: readonly Point[], limits: readonly number[], lengths: readonly number[]): number[] {
  const speeds = points.map((_, index) => {
    const [before, after] = [limits[index - 1], limits[index]];
    return before === undefined || after === undefined ? 0 : Math.min(before, after, turnSpeed(points, index));
  });
  for (const [index, length] of lengths.entries()) {
    speeds[index + 1] = Math.min(speeds[index + 1] ?? 0, speedAfter(speeds[index] ?? 0, ACCELERATION_MS2, length));
  }
  for (const [index, length] of [...lengths.entries()].toReversed()) {
    speeds[index] = Math.min(speeds[index] ?? 0, speedAfter(speeds[index + 1] ?? 0, BRAKING_MS2, length));
  }
  return speeds;
}

function turnSpeed(points: readonly Point[], index: number): number {
  const [before, at, after] = [points[index - 1], points[index], points[index + 1]];
  if (before === undefined || at === undefined || after === undefined) return 0;
  const change = Math.abs(bearing(before, at) - bearing(at, after));
  const turn = Math.min(change, 360 - change);
  if (turn <= SLIGHT_TURN) return Infinity;
  const sharpness = Math.min(1, (turn - SLIGHT_TURN) / (SHARP_TURN - SLIGHT_TURN));
  return SLIGHT_TURN_MS + (SHARP_TURN_MS - SLIGHT_TURN_MS) * sharpness;
}

function speedAfter(speed: number, acceleration: number, length: number): number {
  return Math.sqrt(speed ** 2 + 2 * acceleration * length);
}

/** Accelerates, keeps the speed and brakes, as far as the length allows. */
function driveStraight(
  length: number,
  { begin, end, limit }: { readonly begin: number; readonly end: number; readonly limit: number },
): Motion[] {
  const [up, down] = [ACCELERATION_MS2, BRAKING_MS2];
  const reachable = Math.sqrt((2 * up * down * length + down * begin ** 2 + up * end ** 2) / (up + down));
  const top = Math.max(begin, end, Math.min(limit, reachable));
  const [faster, slower] = [(top ** 2 - begin ** 2) / (2 * up), (top ** 2 - end ** 2) / (2 * down)];
  const steady = Math.max(0, length - faster - slower);
  return [
    { duration_s: (top - begin) / up, length_m: faster, speed_ms: begin, acceleration_ms2: up },
    { duration_s: steady / top, length_m: steady, speed_ms: top, acceleration_ms2: 0 },
    { duration_s: (top - end) / down, length_m: slower, speed_ms: top, acceleration_ms2: -down },
  ].filter(({ duration_s }) => duration_s > 0);
}
