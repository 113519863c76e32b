import type { OperationRow } from "@fleet-api/contract";
import { operations } from "@fleet-api/contract/operations";
import type { Query, UnitOfWork } from "./db/index.ts";
import { firstRow, rows, workInside } from "./db/index.ts";
import type { AnyReply } from "./kernel/reply.ts";
import { rawJson } from "./kernel/reply.ts";
import type { CarryOut, ValidCall } from "./kernel/types.ts";
import { ProblemError } from "./kernel/problem.ts";
import type { Clock } from "./platform/clock.ts";
import type { Crypto } from "./platform/crypto.ts";
import { ConstraintViolation } from "./records/constraints.ts";
import { countRecords, findRecord, replyWith, unknownRecord } from "./records/statements.ts";
import type { RecordTable } from "./records/table.ts";

/** How long a request with an `Idempotency-Key` is remembered. */
export const REMEMBER_REQUESTS_MS = 24 * 60 * 60_000;

interface Parts {
  readonly clock: Clock;
  readonly crypto: Crypto;
  /** The records of all groups. */
  readonly tables: readonly RecordTable[];
  /** The tables of what operations create that is no record of their group, by their operationIds. */
  readonly created: Readonly<Record<string, RecordTable>>;
}

/** The operations that take an `Idempotency-Key`: only they can respond that another request had it. */
const keyedOperations = Object.values<OperationRow>(operations).filter(({ problems }) =>
  problems[422]?.includes("idempotency_key_reused"),
);

/**
 * Carries out operations: at most once for each `Idempotency-Key`, and with the errors that callers know.
 * @throws Error if an operation takes a key and its group has no table
 */
export function createCarryOut(parts: Parts): CarryOut<UnitOfWork> {
  const { clock, crypto, tables, created } = parts;
  const findTable = ({ id, group }: Pick<OperationRow, "id" | "group">): RecordTable => {
    const table = Object.hasOwn(created, id) ? created[id] : tables.find(({ operations: prefix }) => prefix === group);
    if (table === undefined) {
      throw new Error(
        `${id} takes an Idempotency-Key. A replay reads its record from the table of the group, and ${group} has none. ` +
          "Give the group a table in its index.ts, or remove the parameter from the operation.",
      );
    }
    return table;
  };
  for (const operation of keyedOperations) findTable(operation);

  const carryOut: CarryOut<UnitOfWork> = async (call, handle) => {
    const { work, userId } = call;
    const key = idempotencyKey(call.input.headers);
    if (key === null || userId === null) return handle(work);
    const table = findTable(call.operation);
    const request = { userId, key, fingerprint: crypto.sha256Hex(contentOf(call)), now: clock.now(), table };
    return work.transaction((tx) => once(workInside(work, tx), request, handle));
  };

  return async (call, handle) => {
    try {
      return await carryOut(call, handle);
    } catch (error) {
      // The transaction is over by now, so its rule can look at the database again.
      throw error instanceof ConstraintViolation ? await error.explain(call.work) : error;
    }
  };
}

type Handle = (work: UnitOfWork) => Promise<AnyReply>;

interface KeyedRequest {
  readonly userId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly now: Date;
  /** The table of the records that it is about. */
  readonly table: RecordTable;
}

/** What is remembered of a request: no record, which is read again. */
interface Remembered {
  readonly fingerprint: string;
  /** Null where the operation has one success. */
  readonly status: number | null;
  readonly location: string | null;
  /** The record, or those that a bulk request was about. */
  readonly record_ids: readonly number[];
  /** The JSON text of data that is no record, such as the result of a bulk request. */
  readonly result: string | null;
}

/** Changes and what is remembered are written in one transaction: either both are there afterwards or neither. */
async function once(work: UnitOfWork, request: KeyedRequest, handle: Handle): Promise<AnyReply> {
  const [claimed, known] = await work.write(claimKey(request), findRequest(request));
  if (claimed.length === 0) {
    if (known !== null) return replay(work, request, known);
    const detail = "A request with this Idempotency-Key is being carried out. Send it again in 1 s.";
    throw new ProblemError("request_in_progress", detail, { retry_after_s: 1 });
  }
  const reply = await handle(work);
  await work.write(rememberRequest(request, reply));
  return reply;
}

/**
 * The first response as it would be now. The kernel has checked caller and permission as for any request; the scope may
 * have changed since.
 */
async function replay(work: UnitOfWork, request: KeyedRequest, known: Remembered): Promise<AnyReply> {
  const { fingerprint, status, location, record_ids, result } = known;
  if (fingerprint !== request.fingerprint) {
    const detail = "Another request had this Idempotency-Key. Choose a new key for each intended change.";
    throw new ProblemError("idempotency_key_reused", detail);
  }
  const { json, headers } =
    result === null
      ? await recordNow(work, request, record_ids)
      : await resultIfVisible(work, request, { record_ids, result });
  return {
    ...(status !== null && { status }),
    json,
    headers: { ...headers, ...(location !== null && { location }), "idempotency-replayed": "true" },
  };
}

async function recordNow(work: UnitOfWork, { table, now }: KeyedRequest, [id = 0]: readonly number[]) {
  const [record] = await work.read(findRecord(table, work.scope, id, now));
  if (record === null || (record.deleted && !table.showsDeleted)) throw unknownRecord(table);
  return replyWith<unknown>(record);
}

/** A result names records: it is for those alone who reach all of them. */
async function resultIfVisible(
  work: UnitOfWork,
  { table }: KeyedRequest,
  { record_ids, result }: Pick<Remembered, "record_ids"> & { readonly result: string },
) {
  const [visible] = await work.read(countRecords(table, work.scope, record_ids));
  if (visible !== record_ids.length) throw unknownRecord(table);
  return { json: rawJson<unknown>(result), headers: {} };
}

/**
 * A row for the request, unless there is one or another transaction is about to write it: its lock ends with that. Comes
 * before the changes, because it fails where the snapshot is too old to see that another request was faster; the
 * transaction runs again then, and its changes cannot meet those of that request. Two keys with the same hash only make one
 * wait.
 */
function claimKey({ userId, key, fingerprint, now }: KeyedRequest): Query<object[]> {
  return rows(
    `insert into idempotency_keys as known (user_id, key, fingerprint, created_at)
     select $1::bigint, $2, $3, $4::timestamptz
     where pg_try_advisory_xact_lock(hashtextextended('idempotency ' || $1::bigint || ' ' || $2, 0))
     on conflict (user_id, key) do update
       set fingerprint = excluded.fingerprint, created_at = excluded.created_at
       where known.created_at <= $5::timestamptz
     returning key`,
    [userId, key, fingerprint, now, oldest(now)],
  );
}

function findRequest({ userId, key, now }: KeyedRequest): Query<Remembered | null> {
  return firstRow(
    `select fingerprint, status, location, record_ids, result from idempotency_keys
     where user_id = $1::bigint and key = $2 and created_at > $3::timestamptz`,
    [userId, key, oldest(now)],
  );
}

function rememberRequest({ userId, key }: KeyedRequest, reply: AnyReply): Query<unknown> {
  const { status = null, headers = {}, recordId, recordIds = recordId === undefined ? null : [recordId], data } = reply;
  if (recordIds === null) throw new Error("The reply to a request with an Idempotency-Key names no record.");
  return rows(
    `update idempotency_keys set status = $3::integer, location = $4, record_ids = $5::bigint[], result = $6
     where user_id = $1::bigint and key = $2`,
    [userId, key, status, headers["location"] ?? null, recordIds, data === undefined ? null : JSON.stringify(data)],
  );
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - REMEMBER_REQUESTS_MS);
}

/** The value with or without the quotes of a structured field. */
function idempotencyKey(headers: unknown): string | null {
  const value: unknown = Object(headers)["Idempotency-Key"];
  return typeof value === "string" ? value.replaceAll('"', "") : null;
}

/** Operation and input in one order of their members, whatever the order of the sender was. */
function contentOf({ operation, input }: ValidCall<UnitOfWork>): string {
  return JSON.stringify([operation.id, input.path, input.query, input.body], (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
