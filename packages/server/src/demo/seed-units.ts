import type { Db } from "../db/db.ts";
import type { Clock } from "../platform/clock.ts";
import { systemClock } from "../platform/clock.ts";
import { demoRandom } from "./demo-random.ts";
import { makeUnit } from "./demo-units.ts";
import { insertUnits } from "./insert-units.ts";

const BATCH = 1000;

/** Adds `count` reporting units to a client, for benchmarks; may be called again for more. */
export async function seedUnits(db: Db, clientId: number, count: number, clock: Clock = systemClock): Promise<void> {
  const [last] = await db.query<{ id: number }>("select coalesce(max(id), 0) as id from units");
  const first = (last?.id ?? 0) + 1;
  const random = demoRandom(first);
  const now = clock.now();
  for (let done = 0; done < count; done += BATCH) {
    const units = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
      const serial = first + done + index;
      return makeUnit({ clientId, serial, kind: "reporting", sim: true, now }, random);
    });
    await insertUnits(db, units);
  }
  // The planner of a database without autovacuum believes in an empty table otherwise.
  await db.query("vacuum (analyze) units");
}
