import type { UnitOfWork } from "../../db/index.ts";
import { firstRow } from "../../db/index.ts";

/**
 * The notice about a driving licence that does not last as long as an assignment has lasted by now: that of one assignment, or of all
 * current and future ones of a driver.
 */
export async function licenceNotices(
  work: UnitOfWork,
  of: { readonly assignmentId: number } | { readonly driverId: number },
  now: Date,
): Promise<string[]> {
  const [column, id] = "driverId" in of ? ["driver_id", of.driverId] : ["id", of.assignmentId];
  const [found] = await work.read(
    firstRow<{ driver_id: number; has_expired: boolean }>(
      `select a.driver_id, d.licence_expires_on < ($2::timestamptz at time zone c.timezone)::date as has_expired
       from driver_assignments a join drivers d on d.id = a.driver_id join clients c on c.id = d.client_id
       where a.${column} = $1::bigint and a.deleted_at is null
         and ($3::boolean or a.ended_at is null or a.ended_at > $2::timestamptz)
         and d.licence_expires_on
           < (least(a.ended_at - interval '1 millisecond', greatest(a.started_at, $2::timestamptz)) at time zone c.timezone)::date
       limit 1`,
      [id, now, column === "id"],
    ),
  );
  if (found === null) return [];
  const why = found.has_expired ? "has expired" : "expires before the assignment begins";
  return [`licence_expired: the driving licence of the driver ${found.driver_id} ${why}`];
}
