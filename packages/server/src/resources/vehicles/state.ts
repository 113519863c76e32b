import { projection } from "../../records/index.ts";

/** The counters of the vehicle `t`, and those of the unit that is installed in it. */
const joins = `left join vehicle_states own on own.vehicle_id = t.id
  left join unit_states device on device.unit_id = t.unit_id`;

/** The member `state` of a vehicle. */
export const includedState = {
  sql: `(select row_to_json(o) from (select ${projection("VehicleState", {
    movement_status: "coalesce(device.movement_status, 'unknown')",
    ...counterMembers("odometer", "m"),
    ...counterMembers("engine_hours", "s"),
  })}) o)`,
  joins,
} as const;

/**
 * SQL of a counter: that of the unit and its offset, as soon as it is newer than the newest reading of the vehicle. A vehicle
 * without a state was never read and had no other unit.
 */
function counterMembers(counter: string, unit: string): Record<string, string> {
  const [at, reading] = [
    `greatest(device.${counter}_device_at, device.${counter}_reading_at)`,
    `own.${counter}_${unit}`,
  ];
  const value = `counter_value(device.${counter}_device_${unit}, device.${counter}_offset_${unit}, device.${counter}_reading_${unit})`;
  const ofUnit = `(${at} > coalesce(own.${counter}_at, '-infinity') and own.${counter}_offset_${unit} is not null)`;
  const choose = (fromUnit: string, own: string): string => `case when ${ofUnit} then ${fromUnit} else ${own} end`;
  return {
    [`${counter}_${unit}`]: choose(`counter_value(${value}, own.${counter}_offset_${unit}, null)`, reading),
    [`${counter}_source`]: choose(
      `case when device.${counter}_device_at is null or device.${counter}_reading_at >= device.${counter}_device_at
        then device.${counter}_reading_source else device.${counter}_device_source end`,
      `own.${counter}_source`,
    ),
    [`${counter}_read_at`]: choose(at, `own.${counter}_at`),
  };
}
