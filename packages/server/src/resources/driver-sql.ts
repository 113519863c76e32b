const others = { driver: "vehicle", vehicle: "driver" } as const;

/**
 * SQL of the id of the vehicle that the driver `t` is assigned to at present as `primary`, or of the driver of the vehicle `t`.
 * Primary assignments do not overlap, so it is the last one that has begun, if it has not ended. A reader who sees that one was
 * announced may have looked at the clock before.
 */
export function shownNow(record: keyof typeof others, now = "moment.now", id = "t.id"): string {
  // A clock that was far ahead once does not count.
  const present = `greatest(${now}, least((select announced_until from change_feed), ${now} + interval '1 minute'))`;
  return primaryAt(record, id, present);
}

/** SQL of the id of the driver whom a vehicle had as `primary` at an instant; all are SQL. The driver is one of the client, if any. */
export function primaryDriverAt(vehicle: string, at: string, client?: string): string {
  return primaryAt("vehicle", vehicle, at, client === undefined ? "" : `and a.client_id = ${client}`);
}

function primaryAt(record: keyof typeof others, id: string, at: string, more = ""): string {
  return `(select case when a.ended_at is null or a.ended_at > ${at} then a.${others[record]}_id end
    from driver_assignments a
    where a.${record}_id = ${id} and a.role = 'primary' and a.deleted_at is null and a.started_at <= ${at} ${more}
    order by a.started_at desc limit 1)`;
}

/** SQL of the condition that the other record `o` has a current or future assignment with the wanted one `w`. */
export function assignedTo(record: keyof typeof others): string {
  // As an array, which is made once: the plan of a subquery reads all records for each of its rows.
  return `o.id = any(array(select a.${others[record]}_id from driver_assignments a where a.${record}_id = w.id
    and a.deleted_at is null and (a.ended_at is null or a.ended_at > change_instant())))`;
}

/** SQL of the full name of the driver in a table. */
export function fullName(table: string): string {
  return `full_name(${table}.first_name, ${table}.middle_name, ${table}.last_name)`;
}
