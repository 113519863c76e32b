/** A point of a track, in degrees. */
interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The mean radius of the earth in metres. */
export const EARTH_RADIUS_M = 6_371_008.8;

/** A Mercator map has no poles. */
const MAP_ENDS_AT = 89.9;

/**
 * Which points of a track stay: the first, the last, and as many that every other one is at most `toleranceM` away from the line
 * between its neighbours that stay (Douglas and Peucker, 1973). Lines are those of a Mercator map, as most maps draw them. It takes
 * quadratic time at worst, so the caller bounds the number of points.
 */
export function simplifyTrack(track: readonly Point[], toleranceM: number): boolean[] {
  const points = onMap(track);
  const stays = points.map((_point, index) => index === 0 || index === points.length - 1);
  const parts: [number, number][] = [[0, points.length - 1]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [first, last] = part;
    let farthest = first;
    let distance = toleranceM;
    for (let index = first + 1; index < last; index += 1) {
      const away = distanceToLine(points[index], points[first], points[last]);
      if (away > distance) [farthest, distance] = [index, away];
    }
    if (farthest === first) continue;
    stays[farthest] = true;
    parts.push([first, farthest], [farthest, last]);
  }
  return stays;
}

interface MapPoint {
  readonly x: number;
  readonly y: number;
  /** Metres of a unit of the map at this point. */
  readonly scale: number;
}

/** A track may cross the antimeridian. */
function onMap(track: readonly Point[]): MapPoint[] {
  const from = track[0]?.longitude ?? 0;
  return track.map(({ latitude, longitude }) => {
    const angle = radians(Math.max(-MAP_ENDS_AT, Math.min(MAP_ENDS_AT, latitude)));
    return {
      x: radians(((longitude - from + 540) % 360) - 180),
      y: Math.asinh(Math.tan(angle)),
      scale: EARTH_RADIUS_M * Math.cos(angle),
    };
  });
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

const origin: MapPoint = { x: 0, y: 0, scale: EARTH_RADIUS_M };

/** Metres from a point to the nearest point of the line between two others. */
function distanceToLine(point = origin, start = origin, end = origin): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / length;
  const at = Math.min(1, Math.max(0, along));
  const [x, y] = [point.x - start.x - at * dx, point.y - start.y - at * dy];
  // Several times faster than Math.hypot.
  return point.scale * Math.sqrt(x * x + y * y);
}
