import type { PositionReport } from "@fleet-api/contract/types/monitoring";
import { demoRandom } from "../demo/demo-random.ts";
import type { Island } from "./island.ts";
import { distance, ORIGIN, toLngLat } from "./plane.ts";
import type { Moment, Round } from "./rounds.ts";
import { roundPlanner } from "./rounds.ts";

/** Counters of a unit. Only differences mean something: they count from some moment in the past. */
export interface Counters {
  readonly driven_m: number;
  readonly engine_s: number;
}

/** What a unit measures at an instant, without its counters. */
export type Measured = Omit<PositionReport, "unit_id" | "identifier" | "recorded_at" | "odometer_m" | "engine_hours_s">;

/**
 * Where units are at any instant, in the past or in the future: each drives the same round again and again. The answers depend on
 * the seed, the id of the unit and the instant, and on nothing else; so it does not matter who asks, or how often.
 */
export interface Traffic {
  at(unitId: number, instant: Date): Measured & Counters;
  /** The unit at the end of its round, parked at the place where it began. */
  atHome(unitId: number): Measured;
}

/** Rounds are expensive to plan, so units share them; they drive at different times. */
const ROUNDS = 12;
const SEED = 20_261_125;

const FULL_PERCENT = 94;
const PERCENT_PER_KM = 0.25;
const [HILL_M, HILL_RADIUS_M, COAST_M] = [420, 18_000, 6];

/** Makes the traffic of the island. Rounds are planned when they are needed. */
export function makeTraffic(island: Island, seed: number = SEED): Traffic {
  const plan = roundPlanner(island);
  const rounds = new Map<number, Round>();
  const roundOf = (unitId: number): Round => {
    const number = unitId % ROUNDS;
    const round = rounds.get(number) ?? plan(seed + number);
    rounds.set(number, round);
    return round;
  };
  return {
    at: (unitId, instant) => {
      const round = roundOf(unitId);
      const begins_s = demoRandom(seed ^ unitId).int(0, round.duration_s - 1);
      const seconds = instant.getTime() / 1000 - begins_s;
      const rounds_before = Math.floor(seconds / round.duration_s);
      const moment = round.at(seconds - rounds_before * round.duration_s);
      return {
        ...measure(moment),
        driven_m: rounds_before * round.length_m + moment.driven_m,
        engine_s: rounds_before * round.engine_s + moment.engine_s,
      };
    },
    atHome: (unitId) => {
      const round = roundOf(unitId);
      return measure(round.at(round.duration_s - 1));
    },
  };
}

/** Vehicles are refuelled where their round begins, with the ignition off. */
function measure({ point, heading_deg, speed_ms, status, driven_m }: Moment): Measured {
  const [longitude, latitude] = toLngLat(point);
  const isOn = status !== "parked";
  return {
    latitude,
    longitude,
    altitude_m: Math.round(COAST_M + HILL_M * Math.max(0, 1 - distance(point, ORIGIN) / HILL_RADIUS_M) ** 2),
    speed_kmh: Math.round(speed_ms * 36) / 10,
    heading_deg: heading_deg === null ? null : (Math.round(heading_deg * 10) / 10) % 360,
    accuracy_m: 4.5,
    satellites: 11,
    hdop: 0.9,
    is_valid: true,
    fix_type: "gnss",
    ignition: isOn,
    movement_status: status,
    fuel_level_percent: Math.round((FULL_PERCENT - (PERCENT_PER_KM * driven_m) / 1000) * 10) / 10,
    external_power_v: isOn ? 13.9 : 12.6,
    battery_level_percent: 98,
    signal_percent: 71,
  };
}
