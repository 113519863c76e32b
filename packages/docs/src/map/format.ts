/** Values of a position in words. */

const DAY_MS = 86_400_000;
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const POINTS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"] as const;
const POINT_DEG = 360 / POINTS.length;

export function formatSpeed(kmh: number | null): string {
  return kmh === null ? "–" : `${Math.round(kmh)} km/h`;
}

/** `north-east, 42°`. */
export function formatHeading(degrees: number | null): string {
  if (degrees === null) return "–";
  return `${POINTS[Math.round(degrees / POINT_DEG) % POINTS.length]}, ${Math.round(degrees) % 360}°`;
}

/** The time of the reader's clock, with the day if it is not within 24 hours. */
export function formatInstant(instant: string, now: number): string {
  const at = Date.parse(instant);
  return Math.abs(now - at) < DAY_MS ? time.format(at) : date.format(at);
}
