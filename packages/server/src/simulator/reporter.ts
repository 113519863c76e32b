import type { Position, PositionIngestResult, PositionReport } from "@fleet-api/contract/types/monitoring";
import type { ApiSession } from "./api-session.ts";
import { dueInstants } from "./schedule.ts";
import type { Traffic } from "./traffic.ts";

/** Sends the reports of units in their order. */
export interface Reporter {
  /** Sends what is due, as far as it fits into one request. Returns the instant when more is due. */
  sendDue(): Promise<number>;
  /** Omits what is due. */
  skip(): void;
}

interface ReporterOptions {
  readonly session: ApiSession;
  readonly traffic: Traffic;
  /** How many units report. */
  readonly count: number;
  /** The simulated time, in ms since 1970. */
  readonly now: () => number;
  readonly intervalMs: number;
  /** How far back reports are sent. */
  readonly historyMs: number;
  readonly historyIntervalMs: number;
}

/** A unit, with what its counters show beyond those of the traffic; null where its device reports none. */
interface SimulatedUnit {
  readonly unit_id: number;
  readonly odometer_m: number | null;
  readonly engine_hours_s: number | null;
}

/** As many as a request may have, by the contract. */
const MAX_REPORTS = 500;

export function createReporter(options: ReporterOptions): Reporter {
  const { session, traffic, count, now, intervalMs, historyMs, historyIntervalMs: lateIntervalMs } = options;
  let units: readonly SimulatedUnit[] | null = null;
  let sent = now() - historyMs;
  return {
    sendDue: async () => {
      units ??= await chooseUnits(session, traffic, count);
      const to = now();
      const most = Math.floor(MAX_REPORTS / Math.max(1, units.length));
      // After a long outage only the last part is sent. When the clock is set back, reports are sent again, and ignored.
      sent = Math.min(to, Math.max(sent, to - historyMs - intervalMs));
      const { instants, next } = dueInstants({ from: sent, to, most, intervalMs, lateIntervalMs });
      const items = reportsOf(units, traffic, instants);
      if (items.length > 0) {
        const { failed } = await session.request<PositionIngestResult>("POST", "/monitoring/positions", { items });
        // Such as those of a unit that was deleted.
        if (failed > 0) units = null;
      } else if (units.length === 0) {
        units = null;
      }
      sent = instants.at(-1) ?? sent;
      return next;
    },
    skip: () => {
      sent = now();
    },
  };
}

/** The units that reported last. Their counters go on from there. */
async function chooseUnits(session: ApiSession, traffic: Traffic, most: number): Promise<SimulatedUnit[]> {
  const latest = await session.request<Position[]>("GET", "/monitoring/positions/latest?per_page=200");
  return latest
    .toSorted((a, b) => Date.parse(b.recorded_at) - Date.parse(a.recorded_at) || a.unit_id - b.unit_id)
    .slice(0, most)
    .map(({ unit_id, recorded_at, odometer_m, engine_hours_s }) => {
      const counted = traffic.at(unit_id, new Date(recorded_at));
      return {
        unit_id,
        odometer_m: odometer_m === null ? null : odometer_m - Math.round(counted.driven_m),
        engine_hours_s: engine_hours_s === null ? null : engine_hours_s - Math.round(counted.engine_s),
      };
    })
    .toSorted((a, b) => a.unit_id - b.unit_id);
}

function reportsOf(units: readonly SimulatedUnit[], traffic: Traffic, instants: readonly number[]): PositionReport[] {
  return instants.flatMap((time) =>
    units.map(({ unit_id, odometer_m, engine_hours_s }) => {
      const instant = new Date(time);
      const { driven_m, engine_s, ...measured } = traffic.at(unit_id, instant);
      return {
        unit_id,
        recorded_at: instant.toISOString(),
        ...measured,
        odometer_m: counterOf(odometer_m, driven_m),
        engine_hours_s: counterOf(engine_hours_s, engine_s),
      };
    }),
  );
}

/** Rounds before it adds, so that a simulator that starts again counts the same. */
function counterOf(offset: number | null, counted: number): number | null {
  return offset === null ? null : Math.max(0, offset + Math.round(counted));
}
