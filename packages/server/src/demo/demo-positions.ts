import type { Db } from "../db/db.ts";
import { makePartitions } from "../db/partitions.ts";
import { makeIsland } from "../simulator/island.ts";
import type { Traffic } from "../simulator/traffic.ts";
import { makeTraffic } from "../simulator/traffic.ts";
import type { UnitPosition } from "../telemetry/positions.ts";
import { storePositions, takeBatch } from "../telemetry/positions.ts";
import { unitStateQueries } from "../telemetry/unit-reports.ts";

/** One unit has sent so many positions, one every 30 s. */
const TRACK = { unit: 2, positions: 60, intervalMs: 30_000 } as const;

/** A unit that has been silent for longer is parked where its rounds begin. */
const ON_THE_ROAD_MS = 10 * 60_000;

/** A unit with what its device reported last. */
interface SeenUnit {
  readonly unit_id: number;
  readonly last_position_at: string;
  readonly odometer_device_m: number | null;
  readonly engine_hours_device_s: number | null;
}

/** Adds the latest position of each unit that has connected, and a track of one of them: where the simulator has these units. */
export async function seedDemoPositions(db: Db, now: Date): Promise<void> {
  const traffic = makeTraffic(makeIsland());
  const units = await db.query<SeenUnit>(
    `select unit_id, last_position_at, odometer_device_m, engine_hours_device_s from unit_states
     where last_position_at is not null order by unit_id`,
  );
  const positions = units.flatMap((unit) => positionsOf(unit, traffic, now));
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

function positionsOf(unit: SeenUnit, traffic: Traffic, now: Date): UnitPosition[] {
  const { unit_id, odometer_device_m: odometer_m, engine_hours_device_s: engine_hours_s } = unit;
  const last = new Date(unit.last_position_at);
  const isTrack = unit_id === TRACK.unit;
  if (!isTrack && now.getTime() - last.getTime() > ON_THE_ROAD_MS) {
    const values = { ...traffic.atHome(unit_id), odometer_m, engine_hours_s, attributes: {} };
    return [{ index: 0, unit_id, recorded_at: last, values }];
  }
  const end = traffic.at(unit_id, last);
  return Array.from({ length: isTrack ? TRACK.positions : 1 }, (_, step) => {
    const recorded_at = new Date(last.getTime() - step * TRACK.intervalMs);
    const { driven_m, engine_s, ...measured } = traffic.at(unit_id, recorded_at);
    const values = {
      ...measured,
      odometer_m: before(odometer_m, Math.round(end.driven_m) - Math.round(driven_m)),
      engine_hours_s: before(engine_hours_s, Math.round(end.engine_s) - Math.round(engine_s)),
      attributes: {},
    };
    return { index: 0, unit_id, recorded_at, values };
  });
}

/** A counter when it had counted so much less. */
function before(counter: number | null, counted: number): number | null {
  return counter === null ? null : Math.max(0, counter - counted);
}
