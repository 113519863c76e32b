import { projection } from "../../records/index.ts";

/** SQL of the state of the units `t`: `state` is null for one that has never connected. */
export const stateJoin = "left join unit_states state on state.unit_id = t.id";

/**
 * SQL of how recently a unit sent a message. It counts as online for 10 minutes, or for 3 of the intervals in which it
 * reports while it moves as it does now, and as idle for a day. `now` is SQL.
 */
export function connectionStatus(now: string): string {
  const interval = `case
    when state.movement_status in ('moving', 'idling') then t.reporting_interval_moving_s
    when state.movement_status = 'parked' then t.reporting_interval_parked_s
    else greatest(t.reporting_interval_moving_s, t.reporting_interval_parked_s) end`;
  return `case
    when state.last_seen_at is null then 'never_connected'
    when state.last_seen_at > ${now} - greatest(600, 3 * ${interval}) * interval '1 second' then 'online'
    when state.last_seen_at > ${now} - interval '24 hours' then 'idle'
    else 'offline' end`;
}

/** The member `state` of a unit. */
export const includedState = { sql: stateObject(), joins: stateJoin } as const;

function stateObject(): string {
  const members = {
    connection_status: connectionStatus("moment.now"),
    movement_status: "coalesce(state.movement_status, 'unknown')",
    ...counterMembers("odometer", "m"),
    ...counterMembers("engine_hours", "s"),
  };
  return `(select row_to_json(o) from (select ${projection("UnitState", members, { from: "state" })}) o)`;
}

/** SQL of a counter: the newest value of the device and its offset, or the newest reading while the device has none. */
function counterMembers(counter: string, unit: string): Record<string, string> {
  const [device, reading] = [`state.${counter}_device`, `state.${counter}_reading`];
  return {
    [`${counter}_${unit}`]: `counter_value(${device}_${unit}, state.${counter}_offset_${unit}, ${reading}_${unit})`,
    [`${counter}_source`]: `case when ${device}_at is null or ${reading}_at >= ${device}_at
      then ${reading}_source else ${device}_source end`,
    [`${counter}_read_at`]: `greatest(${device}_at, ${reading}_at)`,
  };
}
