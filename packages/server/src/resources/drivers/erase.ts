import type { Query, UnitOfWork } from "../../db/index.ts";
import { Params, rows, scopeCondition } from "../../db/index.ts";
import type { RecordReply } from "../../records/index.ts";
import { findRecord, replyWith, storedRow, underRules, unknownRecord } from "../../records/index.ts";
import { drivers } from "./table.ts";

/** What the columns of a driver have once the person was erased; the others say nothing of the person. */
const erased = {
  external_id: "null",
  first_name: "'Erased'",
  middle_name: "null",
  last_name: "'driver'",
  personnel_number: "null",
  email: "null",
  phone: "null",
  address: "null",
  emergency_contact: "null",
  birth_on: "null",
  hired_on: "null",
  left_on: "null",
  status: "'left'",
  timezone: "null",
  licence_number: "null",
  licence_country: "null",
  licence_region: "null",
  licence_categories: "'[]'",
  licence_issued_on: "null",
  licence_expires_on: "null",
  user_id: "null",
  next_document_expiry_on: "null",
  attributes: "'{}'",
  notes: "null",
} as const;

/**
 * Removes the person from a driver, deleted or not, and deletes it; an erased one stays as it is.
 * @throws ProblemError `not_found`, `in_use`
 */
export async function eraseDriver<Full>(work: UnitOfWork, id: number, now: Date): Promise<RecordReply<Full>> {
  const [, , record] = await underRules(drivers.rules, storedRow(drivers, id), () =>
    work.write(
      erasePerson(work, id, now),
      rows("select erase_traces_of_driver($1::bigint)", [id]),
      findRecord(drivers, work.scope, id, now),
    ),
  );
  if (record === null) throw unknownRecord(drivers);
  return replyWith(record);
}

function erasePerson({ scope }: UnitOfWork, id: number, now: Date): Query<unknown> {
  const params = new Params([id, now]);
  const columns = Object.entries(erased).map(([column, sql]) => `${column} = ${sql}`);
  return rows(
    `update drivers t set ${columns.join(", ")}, erased_at = $2::timestamptz,
       deleted_at = coalesce(deleted_at, $2::timestamptz), updated_at = $2::timestamptz
     where t.id = $1::bigint and t.erased_at is null and ${scopeCondition(scope, params, "client_id", "t.")}`,
    params.values,
  );
}
