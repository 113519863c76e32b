import type { UnitOfWork } from "../../db/index.ts";
import { Params, rows, scopeCondition } from "../../db/index.ts";
import type { RecordReply } from "../../records/index.ts";
import { findRecord, replyWith, storedRow, underRules, unknownRecord } from "../../records/index.ts";
import { drivers } from "./table.ts";

/**
 * Removes the person from a driver, deleted or not, and deletes it; an erased one stays as it is.
 * @throws ProblemError `not_found`, `in_use`
 */
export async function eraseDriver<Full>(work: UnitOfWork, id: number, now: Date): Promise<RecordReply<Full>> {
  const params = new Params([id, now]);
  const inScope = scopeCondition(work.scope, params, "client_id", "t.");
  const erase = rows(
    `select erase_driver(t.id, $2::timestamptz) from drivers t
     where t.id = $1::bigint and t.erased_at is null and ${inScope}`,
    params.values,
  );
  const [, record] = await underRules(drivers.rules, storedRow(drivers, id), () =>
    work.write(erase, findRecord(drivers, work.scope, id, now)),
  );
  if (record === null) throw unknownRecord(drivers);
  return replyWith(record);
}
