import { projection } from "../../records/index.ts";
import { primaryDriverAt, shownNow } from "../driver-sql.ts";

/** SQL of the vehicle that a unit was installed in at an instant; both are SQL. */
export function vehicleAt(unit: string, at: string): string {
  return `(select a.vehicle_id from vehicle_unit_assignments a
    where a.unit_id = ${unit} and a.deleted_at is null and a.installed_at <= ${at}
      and (a.removed_at is null or a.removed_at > ${at})
    order by a.installed_at desc limit 1)`;
}

/** The select list of a position `t`, with SQL of its vehicle and driver. */
export function positionProjection(vehicle: string, driver: string): string {
  return projection("Position", { vehicle_id: vehicle, driver_id: driver });
}

/** The tables that say the vehicle and the driver of the latest position `t`: those of now. `now` is SQL. */
export const presentJoins = (now: string): string =>
  `join units u on u.id = t.unit_id
   left join lateral (select ${shownNow("vehicle", now, "u.vehicle_id")} as id) driver on true`;

/** The select list of a latest position with `presentJoins`. */
export const presentProjection = positionProjection("u.vehicle_id", "driver.id");

/**
 * The tables that say the vehicle and the driver of any position `t`: those at its time. Without `offset 0` the vehicle would be looked
 * up once for itself and once for its driver. The driver is one of the position's client: a vehicle that was given away can still have
 * an assignment of its former client, and streams are read without row-level security.
 */
export const pastJoins = `left join lateral (select ${vehicleAt("t.unit_id", "t.recorded_at")} as id offset 0) vehicle on true
  left join lateral (select ${primaryDriverAt("vehicle.id", "t.recorded_at", "t.client_id")} as id) driver on true`;

/** The select list of a position with `pastJoins`. */
export const pastProjection = positionProjection("vehicle.id", "driver.id");

/** The joins that `isShown` needs in addition to the latest positions `t`. */
export const ownersJoin = "join clients c on c.id = t.client_id join units u on u.id = t.unit_id";

/** SQL of the condition that a latest position is shown: its unit is live, and its client still keeps it. `now` is SQL. */
export function isShown(now: string): string {
  return `u.deleted_at is null and ${isKept(now)}`;
}

/** SQL of the condition that the client of the position `t`, which is the table `c`, still keeps it. `now` is SQL. */
export function isKept(now: string): string {
  return `t.recorded_at >= history_begins(c.limits, ${now})`;
}
