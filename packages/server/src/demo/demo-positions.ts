import type { Db } from "../db/db.ts";
import { makePartitions } from "../db/partitions.ts";
import type { UnitPosition } from "../telemetry/positions.ts";
import { storePositions, takeBatch } from "../telemetry/positions.ts";
import { unitStateQueries } from "../telemetry/unit-reports.ts";
import type { DemoRandom } from "./demo-random.ts";
import { demoRandom } from "./demo-random.ts";

const SEED = 20_261_123;

/** The demo fleet is on an invented island in the open ocean. */
const ISLAND = { latitude: 0, longitude: -30 } as const;
const SPREAD_DEG = 0.2;

/** One unit has driven for so long, and sent a position every 30 s. */
const TRACK = { unit: 2, positions: 60, intervalMs: 30_000, speedKmh: 54 } as const;

/** Adds the latest position of each unit that has connected, and a track of one of them. */
export async function seedDemoPositions(db: Db, now: Date): Promise<void> {
  const random = demoRandom(SEED);
  const units = await db.query<{ unit_id: number; last_position_at: string }>(
    "select unit_id, last_position_at from unit_states where last_position_at is not null order by unit_id",
  );
  const positions = units.flatMap(({ unit_id, last_position_at }) => {
    const at = new Date(last_position_at);
    const place = { latitude: somewhere(random, ISLAND.latitude), longitude: somewhere(random, ISLAND.longitude) };
    const isRecent = now.getTime() - at.getTime() < 24 * 60 * 60_000;
    const speed = isRecent && (unit_id === TRACK.unit || random.int(0, 3) === 0) ? TRACK.speedKmh : 0;
    const steps = unit_id === TRACK.unit ? TRACK.positions : 1;
    return Array.from({ length: steps }, (_, step) => driven(unit_id, { at, place, speed }, step));
  });
  await makePartitions(
    db,
    now,
    positions.map(({ recorded_at }) => recorded_at),
  );
  const numbered = positions.map((position, index) => ({ ...position, index }));
  const reports = numbered.map(({ unit_id, recorded_at, values }) => ({
    unit_id,
    recorded_at,
    received_at: recorded_at,
    has_position: true,
    movement_status: values.movement_status ?? "unknown",
  }));
  const stored = storePositions(numbered, { scope: null, receivedAt: now });
  for (const { sql, params } of [takeBatch, stored, ...unitStateQueries(reports, { readings: [] })]) {
    await db.query(sql, params);
  }
}

function somewhere(random: DemoRandom, middle: number): number {
  return middle + (SPREAD_DEG * random.int(-10_000, 10_000)) / 10_000;
}

interface Driving {
  /** When it was at the place. */
  readonly at: Date;
  readonly place: { readonly latitude: number; readonly longitude: number };
  readonly speed: number;
}

/** The position of a unit that drives to the east, so many steps before it reaches the place. */
function driven(unit_id: number, { at, place, speed }: Driving, step: number): UnitPosition {
  const km = (speed * step * TRACK.intervalMs) / 3_600_000;
  const isMoving = speed > 0;
  return {
    index: 0,
    unit_id,
    recorded_at: new Date(at.getTime() - step * TRACK.intervalMs),
    values: {
      latitude: rounded(place.latitude),
      longitude: rounded(place.longitude - km / 111.2),
      altitude_m: 12,
      speed_kmh: speed,
      heading_deg: isMoving ? 90 : null,
      accuracy_m: 4.5,
      satellites: 11,
      hdop: 0.9,
      is_valid: true,
      fix_type: "gnss",
      ignition: isMoving,
      movement_status: isMoving ? "moving" : "parked",
      external_power_v: 13.9,
      battery_level_percent: 98,
      signal_percent: 71,
      attributes: {},
    },
  };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
