import type { SimCard, SimCardAssignment, UnitCounters } from "@fleet-api/contract/types/units";
import type { RecordChange } from "../../records/index.ts";
import { bodyRefusal, instantOf } from "../../records/index.ts";

/** How far the clock of somebody who reads a counter may be ahead. */
const READ_AHEAD_MS = 60_000;

/** Gives a unit a SIM card, or takes it away. */
export function simCardChange(card: SimCardAssignment | null): RecordChange {
  const none = { msisdn: null, imsi: null, carrier: null, apn: null, activated_on: null };
  const sim_card: SimCard | null = card && { ...none, status: "unknown", ...card };
  return { body: { sim_card }, columns: { sim_card: "r.sim_card" } };
}

/**
 * Sets counters to what somebody read.
 * @throws ProblemError `validation_failed` for a reading in the future
 */
export function counterChange({ read_at, ...reading }: UnitCounters, now: Date): RecordChange {
  if (instantOf(read_at).getTime() > now.getTime() + READ_AHEAD_MS) {
    throw bodyRefusal("read_at", "must not be in the future");
  }
  const { odometer_m, engine_hours_s } = reading;
  const columns = {
    ...(odometer_m !== undefined && counter("odometer_m", "odometer_source", "odometer_offset_m")),
    ...(engine_hours_s !== undefined && counter("engine_hours_s", "engine_hours_source", "engine_hours_offset_s")),
    counters_read_at: "r.counters_read_at",
  };
  return { body: { ...reading, counters_read_at: read_at }, columns };
}

/** SQL of a counter that was read: the device goes on from its own reading, to which the offset is added. */
function counter(value: string, source: string, offset: string): Record<string, string> {
  return {
    [value]: `r.${value}`,
    [source]: "'manual'",
    [offset]: `t.${offset} + r.${value} - coalesce(t.${value}, 0)`,
  };
}
