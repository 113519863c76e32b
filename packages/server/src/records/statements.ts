import type { Query, Scope, Statement } from "../db/index.ts";
import { firstRow, Params, rows, scopeCheck, scopeCondition } from "../db/index.ts";
import { entityTags } from "../kernel/field-value.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { RawJson } from "../kernel/reply.ts";
import { rawJson } from "../kernel/reply.ts";
import { bodyJson } from "./projection.ts";
import type { RecordTable } from "./table.ts";

/** How long a deleted record can be restored. */
const RESTORE_MS = 30 * 24 * 60 * 60_000;

/** A record as it is answered, with what conditions look at. */
export interface StoredRecord {
  readonly id: number;
  readonly version: number;
  readonly updated_at: string;
  readonly deleted: boolean;
  /** Of what the record shows: the version alone does not move when a record that it quotes changes. */
  readonly etag: string;
  /** The JSON text of the record. */
  readonly json: string;
}

/** The record, deleted or not; null outside of the scope. */
export function findRecord(table: RecordTable, scope: Scope, id: number, now: Date): Query<StoredRecord | null> {
  const params = new Params([id]);
  const from = `${table.show(params, now)} where t.id = $1::bigint and ${scopeOf(table, scope, params)}`;
  return firstRow<StoredRecord>(storedRecord(table, from), params.values);
}

/** How many of the records are in the scope, deleted or not. */
export function countRecords(table: RecordTable, scope: Scope, ids: readonly number[]): Query<number> {
  const params = new Params([ids]);
  const query = firstRow<{ total: number }>(
    `select count(*) as total from ${table.table} t where t.id = any($1::bigint[]) and ${scopeOf(table, scope, params)}`,
    params.values,
  );
  return { ...query, read: (result) => query.read(result)?.total ?? 0 };
}

function storedRecord(table: RecordTable, from: string): string {
  return `select r.id, r.version, r.updated_at, r.deleted, r.json,
      '"' || ${stateOf("r")} || '-' || left(encode(sha256(convert_to(r.json, 'UTF8')), 'hex'), 16) || '"' as etag
    from (select t.id, t.version, t.updated_at, not (${table.owner.isLive}) as deleted,
        (select row_to_json(shown)::text from (select ${table.fullProjection}) shown) as json
      from ${from}) r`;
}

/**
 * SQL of what a tag says of the row `row` itself: a version alone comes again after a reset or a restored backup. The
 * time is that of the JSON, which has no microseconds.
 */
function stateOf(row: string): string {
  return `'v' || ${row}.version || '-' || floor(extract(epoch from ${row}.updated_at) * 1000)::bigint`;
}

/** Inserts what a body says; null where its owner is not in the scope. */
export function insertRecord(table: RecordTable, scope: Scope, body: object, now: Date): Query<StoredRecord | null> {
  const params = new Params();
  const insert = insertion(table, scope, { bodies: [body], now }, params);
  return firstRow<StoredRecord>(
    `with t as (${insert} returning *)
     ${storedRecord(table, `t ${table.joins(params, now)}`)}`,
    params.values,
  );
}

/**
 * Inserts what bodies with the same members say, in their order, and returns the ids next to the columns of `shown`. With
 * `skipsDuplicates`, rows that would violate a unique index are left out.
 */
export function insertRows(
  table: RecordTable,
  scope: Scope,
  bodies: readonly object[],
  {
    now,
    shown,
    skipsDuplicates,
  }: { readonly now: Date; readonly shown: readonly string[]; readonly skipsDuplicates: boolean },
): Query<{ readonly id: number }[]> {
  const params = new Params();
  const insert = insertion(table, scope, { bodies, now }, params);
  const skip = skipsDuplicates ? "on conflict do nothing" : "";
  return rows(`${insert} ${skip} returning id, ${shown.join(", ")}`, params.values);
}

/** The columns that a body gives a new record. */
export function columnsGiven({ createColumns }: RecordTable, body: object): string[] {
  return createColumns.filter((column) => Object.hasOwn(body, column));
}

/** The bodies have the same members. */
function insertion(
  table: RecordTable,
  scope: Scope,
  { bodies, now }: { readonly bodies: readonly object[]; readonly now: Date },
  params: Params,
): string {
  const given = columnsGiven(table, bodies[0] ?? {});
  const json = bodies.map((body) => bodyJson(table.record, body)).join(",");
  const [list, at] = [params.add(`[${json}]`), `${params.add(now)}::timestamptz`];
  return `insert into ${table.table} (${given.join(", ")}, created_at, updated_at)
       select ${given.map((column) => `r.${column}`).join(", ")}, ${at}, ${at}
       from json_populate_recordset(null::${table.table}, ${list}::json) with ordinality r
       where ${ownerInScope(table, scope, params)}
       order by r.ordinality`;
}

/** Whether the owner of a new row `r` is in the scope. */
function ownerInScope({ owner: { candidates, member } }: RecordTable, scope: Scope, params: Params): string {
  const inScope = scopeCondition(scope, params, "client_id", "o.");
  return `exists (select from ${candidates} o where o.${member} = r.${member} and ${inScope})`;
}

/**
 * Finds the constraint that each new record would violate alone; null for none, and where its owner is not in the scope.
 * Creates none of them.
 */
export function violatedConstraints(
  table: RecordTable,
  scope: Scope,
  bodies: readonly object[],
  now: Date,
): Query<{ readonly violated: string | null }[]> {
  const columns = bodies.map((body) => columnsGiven(table, body).join(", "));
  const params = new Params([bodies.map((body) => bodyJson(table.record, body)), columns, now]);
  return rows(
    `select case when ${ownerInScope(table, scope, params)}
         then violated_constraint('${table.table}', w.columns, w.body::json, $3::timestamptz) end as violated
       from unnest($1::text[], $2::text[]) with ordinality w (body, columns, position),
         json_populate_record(null::${table.table}, w.body::json) r
       order by w.position`,
    params.values,
  );
}

/** The row that a body for a new record means. */
export function newRow(table: RecordTable, body: object): Statement {
  return {
    sql: `select * from json_populate_record(null::${table.table}, $1::json)`,
    params: [bodyJson(table.record, body)],
  };
}

/** A change of one record: the row `r` that its body makes of the row `t`, and SQL of the columns that it changes. */
export interface RecordChange {
  readonly body: object;
  readonly columns: Readonly<Record<string, string>>;
}

/** The change of the members that a body has. */
export function changeOf(table: RecordTable, body: object): RecordChange {
  const given = table.updateColumns.filter((column) => Object.hasOwn(body, column));
  return { body, columns: Object.fromEntries(given.map((column) => [column, `r.${column}`])) };
}

/** Makes a change; no row where the record is gone or has another version. */
export function updateRecord(
  table: RecordTable,
  scope: Scope,
  id: number,
  { body, columns, now, precondition }: RecordChange & { readonly now: Date; readonly precondition: Precondition },
): Query<{ id: number }[]> {
  const params = new Params([bodyJson(table.record, body), now]);
  return rows<{ id: number }>(
    `update ${table.table} t set (${Object.keys(columns).join(", ")}, updated_at) =
       (select ${Object.values(columns).join(", ")}, $2::timestamptz
        from json_populate_record(t, $1::json) r)
     where ${live(table, scope, { id, precondition }, params)} returning t.id`,
    params.values,
  );
}

/** Makes changes of the same columns, each of another live record. */
export function updateRows(
  table: RecordTable,
  scope: Scope,
  changes: readonly { readonly id: number; readonly body: object }[],
  now: Date,
): Query<{ id: number; version: number }[]> {
  const { columns } = changeOf(table, changes[0]?.body ?? {});
  const bodies = changes.map(({ body }) => bodyJson(table.record, body));
  const params = new Params([changes.map(({ id }) => id), bodies, now]);
  return rows(
    `update ${table.table} t set (${Object.keys(columns).join(", ")}, updated_at) =
       (select ${Object.values(columns).join(", ")}, $3::timestamptz
        from json_populate_record(t, w.body::json) r)
     from unnest($1::bigint[], $2::text[]) w (id, body)
     where t.id = w.id and t.deleted_at is null and ${scopeCheck(scope, params, table.owner.clientColumn, "t.")}
     returning t.id, t.version`,
    params.values,
  );
}

/** The row that a body for a change means. */
export function changedRow(table: RecordTable, id: number, body: object): Statement {
  return {
    sql: `select r.* from ${table.table} t, json_populate_record(t, $1::json) r where t.id = $2::bigint`,
    params: [bodyJson(table.record, body), id],
  };
}

/** Marks a live record as deleted. */
export function deleteRecord(
  table: RecordTable,
  scope: Scope,
  id: number,
  { now, precondition }: { readonly now: Date; readonly precondition: Precondition },
): Query<{ id: number }[]> {
  const params = new Params([now]);
  return rows<{ id: number }>(
    `update ${table.table} t set deleted_at = $1::timestamptz, updated_at = $1::timestamptz
     where ${live(table, scope, { id, precondition }, params)} returning t.id`,
    params.values,
  );
}

/** Brings a record back that was deleted at most 30 days ago. */
export function restoreRecord(table: RecordTable, scope: Scope, id: number, now: Date): Query<{ id: number }[]> {
  const params = new Params([now, new Date(now.getTime() - RESTORE_MS)]);
  return rows<{ id: number }>(
    `update ${table.table} t set deleted_at = null, updated_at = $1::timestamptz
     where t.id = ${params.add(id)}::bigint and t.deleted_at >= $2::timestamptz and ${scopeOf(table, scope, params)}
     returning t.id`,
    params.values,
  );
}

/** Waits for changes of other records that this one depends on, where a table has such. */
export function lockRecord({ lock }: RecordTable, id: number): Query<unknown> {
  return lock === undefined ? rows("select") : rows(lock, [id]);
}

/** Locks records for changes, in the order of their ids. */
export function lockRows({ table }: RecordTable, ids: readonly number[]): Query<unknown> {
  return rows(`select id from ${table} where id = any($1::bigint[]) order by id for no key update`, [ids]);
}

/** The row as it is stored. */
export function storedRow(table: RecordTable, id: number): Statement {
  return { sql: `select * from ${table.table} where id = $1::bigint`, params: [id] };
}

function live(
  table: RecordTable,
  scope: Scope,
  { id, precondition }: { readonly id: number; readonly precondition: Precondition },
  params: Params,
): string {
  const terms = [`t.id = ${params.add(id)}::bigint`, table.owner.isLive, scopeOf(table, scope, params)];
  if (precondition !== null) terms.push(`${stateOf("t")} = any(${params.add(precondition)}::text[])`);
  return terms.join(" and ");
}

function scopeOf({ owner }: RecordTable, scope: Scope, params: Params): string {
  return scopeCondition(scope, params, owner.clientColumn, "t.");
}

/** The states that `If-Match` allows, as `stateOf` writes them; null for any. */
type Precondition = readonly string[] | null;

const tagOfState = /^"(v[1-9][0-9]*-(?:0|[1-9][0-9]*))(?:-[0-9a-f]{16})?"$/;

/**
 * Reads `If-Match`. The digest of a tag does not count: it changes with what other records contribute, and a change
 * overwrites nothing of that. Weak and foreign tags match nothing (RFC 9110 section 13.1.1).
 */
export function preconditionOf(ifMatch: string | undefined): Precondition {
  if (ifMatch === undefined) return null;
  const tags = entityTags(ifMatch);
  return tags === "*" ? null : tags.flatMap((tag) => tagOfState.exec(tag)?.[1] ?? []);
}

/** The notice of a change that could have overwritten one that its caller has not seen. */
export function withoutPrecondition(ifMatch: string | undefined): string[] {
  return ifMatch === undefined
    ? ["updated_without_precondition: no If-Match was sent, so the change was made whatever the version was"]
    : [];
}

/** 412: the record is not what the caller has read. */
export function preconditionFailed({ version, updated_at }: StoredRecord): ProblemError {
  const now = `which has the version ${version} of ${updated_at}`;
  const detail = `If-Match does not match the record, ${now}. Read it again, then repeat the change.`;
  return new ProblemError("precondition_failed", detail, { current_version: version });
}

/** A single record, as a handler replies it. */
export interface RecordReply<Full> {
  readonly recordId: number;
  readonly json: RawJson<Full>;
  readonly headers: { readonly etag: string };
  readonly notices?: string[];
}

/** The reply with a record. Its SQL follows from the schema of `Full`, and tests hold every answer to the contract. */
export function replyWith<Full>({ id, json, etag }: StoredRecord, notices: string[] = []): RecordReply<Full> {
  return { recordId: id, json: rawJson(json), headers: { etag }, ...(notices.length > 0 && { notices }) };
}

/** The reply with these notices as well. */
export function withNotices<Reply extends RecordReply<unknown>>(reply: Reply, notices: readonly string[]): Reply {
  return { ...reply, notices: [...(reply.notices ?? []), ...notices] };
}

/** 404, also for records outside of the scope and for deleted ones. */
export function unknownRecord({ noun }: RecordTable): ProblemError {
  return new ProblemError("not_found", `There is no such ${noun}.`);
}
