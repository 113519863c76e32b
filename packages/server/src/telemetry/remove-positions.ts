import type { Db } from "../db/db.ts";
import { expireCursors } from "../db/partitions.ts";

/**
 * Removes the positions that were recorded before an instant, and the order of those that arrived before it. Latest positions stay.
 * Servers remove whole partitions instead; this is for a database in memory that must stay small. Returns how many it removed.
 */
export async function removePositions(owner: Db, before: Date): Promise<number> {
  const removed = await owner.transaction(async (tx) => {
    await expireCursors(tx, before);
    await tx.query("delete from arrivals where received_at < $1::timestamptz", [before]);
    const [found] = await tx.query<{ count: number }>(
      `with removed as (delete from positions where recorded_at < $1::timestamptz returning 1)
       select count(*)::integer as count from removed`,
      [before],
    );
    return found?.count ?? 0;
  });
  // An embedded database has no autovacuum, and without it the rows keep their space.
  await owner.outsideTransaction("vacuum positions, arrivals, latest_positions, unit_states, position_feed");
  return removed;
}
