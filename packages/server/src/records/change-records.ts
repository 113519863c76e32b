import type { Query, Statement, UnitOfWork } from "../db/index.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import { bodyRefusal, underRules } from "./constraints.ts";
import type { RecordChange, RecordReply, StoredRecord } from "./statements.ts";
import {
  changedRow,
  changeOf,
  deleteRecord,
  findRecord,
  insertRecord,
  lockRecord,
  newRow,
  preconditionFailed,
  preconditionOf,
  replyWith,
  restoreRecord,
  storedRow,
  unknownRecord,
  updateRecord,
  withoutPrecondition,
} from "./statements.ts";
import type { RecordTable } from "./table.ts";

/** The condition of a request that changes a record. */
export interface ChangeHeaders {
  readonly "If-Match"?: string;
}

/**
 * How all resource groups change their records. Each function throws the `ProblemError` that its operation answers with;
 * the violation of a constraint is a `ConstraintViolation` until the transaction is over.
 */
export interface RecordChanges<Full> {
  /** `path` is that of the collection. */
  create(work: UnitOfWork, body: object, path: string): Promise<CreatedReply<Full>>;
  update(work: UnitOfWork, id: number, body: object, headers: ChangeHeaders): Promise<RecordReply<Full>>;
  /** The same for operations that change columns which the body of `update` does not have. */
  set(work: UnitOfWork, id: number, wanted: RecordChange, headers: ChangeHeaders): Promise<RecordReply<Full>>;
  /** A deleted record can be restored for 30 days. */
  delete(work: UnitOfWork, id: number, headers: ChangeHeaders): Promise<RecordReply<Full>>;
  restore(work: UnitOfWork, id: number): Promise<RecordReply<Full>>;
}

/** The reply of a creation. */
export interface CreatedReply<Full> extends RecordReply<Full> {
  readonly headers: { readonly etag: string; readonly location: string };
}

/** Changes the records of a table. */
export function createRecordChanges<Full>(table: RecordTable, clock: Clock): RecordChanges<Full> {
  const set: RecordChanges<Full>["set"] = async (work, id, wanted, { "If-Match": ifMatch }) => {
    const now = clock.now();
    const statement = updateRecord(table, work.scope, id, { ...wanted, now, precondition: preconditionOf(ifMatch) });
    return replyWith(
      await changeLive(table, work, id, { statement, now, wanted: changedRow(table, id, wanted.body) }),
      withoutPrecondition(ifMatch),
    );
  };
  return {
    set,
    create: async (work, body, path) => {
      const [record] = await underRules(table.rules, newRow(table, body), () =>
        work.write(insertRecord(table, work.scope, body, clock.now())),
      );
      const { member, noun, inPath = false } = table.owner;
      if (record === null && inPath) throw new ProblemError("not_found", `There is no such ${noun}.`);
      if (record === null) throw bodyRefusal(member, `names no ${noun} that exists in your scope`);
      const reply = replyWith<Full>(record);
      return { ...reply, headers: { ...reply.headers, location: `${path}/${record.id}` } };
    },
    update: (work, id, body, headers) => set(work, id, changeOf(table, body), headers),
    delete: async (work, id, { "If-Match": ifMatch }) => {
      const now = clock.now();
      const statement = deleteRecord(table, work.scope, id, { now, precondition: preconditionOf(ifMatch) });
      return replyWith(
        await changeLive(table, work, id, { statement, now, wanted: storedRow(table, id) }),
        withoutPrecondition(ifMatch),
      );
    },
    restore: async (work, id) => {
      const now = clock.now();
      const statement = restoreRecord(table, work.scope, id, now);
      const { record } = await change(table, work, id, { statement, now, wanted: storedRow(table, id) });
      if (!record.deleted) return replyWith(record);
      throw new ProblemError("gone", "The record was deleted more than 30 days ago and can no longer be restored.");
    },
  };
}

/** A statement that changes one record, and the row as it would be afterwards. */
interface Change {
  readonly statement: Query<{ id: number }[]>;
  readonly wanted: Statement;
  readonly now: Date;
}

/** Carries out a change and reads the record after it, as one message. */
async function change(
  table: RecordTable,
  work: UnitOfWork,
  id: number,
  { statement, wanted, now }: Change,
): Promise<{ readonly changed: boolean; readonly record: StoredRecord }> {
  const [, changed, record] = await underRules(table.rules, wanted, () =>
    work.write(lockRecord(table, id), statement, findRecord(table, work.scope, id, now)),
  );
  if (record === null) throw unknownRecord(table);
  return { changed: changed.length > 0, record };
}

/** The same for a record that must be live and be what the caller has read. */
async function changeLive(table: RecordTable, work: UnitOfWork, id: number, wanted: Change): Promise<StoredRecord> {
  const { changed, record } = await change(table, work, id, wanted);
  if (changed) return record;
  throw record.deleted ? unknownRecord(table) : preconditionFailed(record);
}
