import type { Query, Scope, UnitOfWork } from "../db/index.ts";
import { Params, scopeCheck, scopeCondition, scopeParts } from "../db/index.ts";
import { FindingList, parameterFinding } from "../kernel/findings.ts";
import { ProblemError } from "../kernel/problem.ts";
import { validationFailed } from "../kernel/problems.ts";
import type { RawJson } from "../kernel/reply.ts";
import { rawJson } from "../kernel/reply.ts";
import type { Clock } from "../platform/clock.ts";
import type { Cursor } from "./change-cursor.ts";
import { readCursor, writeCursor } from "./change-cursor.ts";
import { firstRows, LONGEST_PAGE } from "./pages.ts";
import { instantJson } from "./projection.ts";
import type { RecordTable } from "./table.ts";

/** The query of a feed of changes. */
export interface ChangesQuery {
  readonly cursor?: string;
  readonly from?: "now";
  readonly client_id?: number;
  readonly per_page: number;
}

/** The reader. When their grants change, their cursors expire. */
export interface ChangesReader {
  readonly grants: { list(): readonly string[] };
}

/**
 * Reads what changed after a cursor. Without a cursor, it reads all records of the scope by id, and then what changed meanwhile.
 * @throws ProblemError `validation_failed` for a cursor of another feed, `cursor_expired` for one that cannot be continued
 */
export async function readChanges<Data>(
  table: RecordTable,
  work: UnitOfWork,
  query: ChangesQuery,
  { grants, clock }: ChangesReader & { readonly clock: Clock },
): Promise<{ readonly json: RawJson<Data> }> {
  const { client_id: clientId = null, per_page: size, from } = query;
  const feed = { resource: table.table, clientId };
  const cursor = cursorOf(query, feed);
  const state = feedState(work.scope, grants.list());
  const wanted = { table, scope: work.scope, clientId, size, now: clock.now() };

  if (from === "now") {
    const [now] = await work.read(state);
    return reply("[]", { ...feed, ...now, xid: now.horizon, seq: "0", lastId: null }, false);
  }
  if (cursor === null || cursor.lastId !== null) {
    const [now, part] = await work.read(state, recordsAfter(wanted, cursor?.lastId ?? "0"));
    if (cursor !== null) refuseExpired(cursor, now);
    const { xid, seq } = cursor ?? { xid: now.horizon, seq: "0" };
    const hasMore = part.rows === size;
    // The changes since the first page come next; there are none while no transaction has ended since.
    return reply(
      part.entries,
      { ...feed, ...now, xid, seq, lastId: hasMore ? part.lastId : null },
      hasMore || xid !== now.horizon,
    );
  }
  const [now, part] = await work.read(state, changesAfter(wanted, cursor));
  refuseExpired(cursor, now);
  const hasMore = part.rows === size;
  // After the last row, the feed continues with the transactions that still run.
  const position = hasMore ? { xid: part.xid, seq: part.seq } : { xid: now.horizon, seq: "0" };
  return reply(part.entries, { ...feed, ...now, ...position, lastId: null }, hasMore);
}

function reply<Data>(entries: string, cursor: Cursor, hasMore: boolean): { readonly json: RawJson<Data> } {
  const next = writeCursor(cursor);
  return { json: rawJson(`{"changes":${entries},"next_cursor":"${next}","has_more":${hasMore}}`) };
}

/** The cursor of a query; null without one. */
function cursorOf({ cursor: text, from }: ChangesQuery, feed: Pick<Cursor, "resource" | "clientId">): Cursor | null {
  if (text === undefined) return null;
  if (from !== undefined)
    throw queryRefusal("from", "has no meaning with a cursor, which says where the feed continues");
  const cursor = readCursor(text);
  if (cursor === null) throw queryRefusal("cursor", "is not a next_cursor of this service");
  if (cursor.resource !== feed.resource) throw queryRefusal("cursor", "is the next_cursor of another operation");
  if (cursor.clientId === feed.clientId) return cursor;
  const named = cursor.clientId === null ? "without client_id" : `with client_id ${cursor.clientId}`;
  throw queryRefusal("cursor", `is the next_cursor of requests ${named}; send those, or begin again without a cursor`);
}

/** 422 for a parameter of the query. */
export function queryRefusal(name: string, detail: string): ProblemError {
  const findings = new FindingList();
  findings.add(() => parameterFinding("query", name, "invalid", detail));
  return validationFailed(findings);
}

/** Transaction numbers are strings of digits, because they have 64 bits. */
interface FeedState {
  /** The epoch and the timeline of the database. */
  readonly epoch: string;
  /** Rows of older transactions may have been removed. */
  readonly keptFrom: string;
  /** All transactions with smaller numbers have ended. */
  readonly horizon: string;
  /** A digest of what the caller may see. */
  readonly access: string;
}

/** The feed as the snapshot of a request sees it. */
function feedState(scope: Scope, grants: readonly string[]): Query<FeedState> {
  return {
    sql: `select epoch || ' ' || database_timeline(), kept_from, pg_snapshot_xmin(pg_current_snapshot()),
        left(encode(sha256(convert_to($1, 'UTF8')), 'hex'), 16) from change_feed`,
    params: [JSON.stringify([scope.partners, scope.agencies, scope.clients, grants])],
    read: (result) => {
      const column = (index: number): string => result.text(index) ?? "";
      return { epoch: column(0), keptFrom: column(1), horizon: column(2), access: column(3) };
    },
  };
}

/** Refuses a cursor after which changes could have been lost. */
function refuseExpired({ epoch, access, xid }: Cursor, now: FeedState): void {
  const why =
    // A transaction number ahead of the horizon was given before an older state of the database was restored.
    epoch !== now.epoch || BigInt(xid) > BigInt(now.horizon)
      ? "was made before the database was restored"
      : access !== now.access
        ? "was made before your scope or your permissions changed"
        : BigInt(xid) < BigInt(now.keptFrom)
          ? "is older than 30 days"
          : null;
  if (why === null) return;
  throw new ProblemError(
    "cursor_expired",
    `The cursor ${why}. Begin again without a cursor, and remove from your copy what does not come again.`,
  );
}

/** Which entries are wanted. */
interface Wanted {
  readonly table: RecordTable;
  readonly scope: Scope;
  readonly clientId: number | null;
  readonly size: number;
  readonly now: Date;
}

/** Live records with larger ids, as entries. */
function recordsAfter(
  wanted: Wanted,
  lastId: string,
): Query<{ readonly entries: string; readonly rows: number; readonly lastId: string }> {
  const { table, size, now } = wanted;
  const params = new Params();
  const reached = reachedRecords(wanted, params);
  const ids = `select t.id from ${table.table} t
    where ${reached} and t.deleted_at is null and t.id > ${params.add(lastId)}::bigint order by t.id`;
  return {
    sql: `select '[' || coalesce(string_agg(shown.entry, ',' order by page.id), '') || ']', count(*), max(page.id)
      from (${firstRows(ids, params.add(size))}) page, lateral (
        select ${upserted(table, instantJson("t.updated_at"))} as entry
        from ${table.show(params, now)} where t.id = page.id offset 0) shown`,
    params: params.values,
    read: (result) => ({ entries: result.text(0) ?? "[]", rows: Number(result.text(1)), lastId: result.text(2) ?? "" }),
  };
}

/** The changes of transactions that have ended, in the order of the feed. A record that changed several times is shown once. */
function changesAfter(
  wanted: Wanted,
  { xid, seq }: Cursor,
): Query<{ readonly entries: string; readonly rows: number; readonly xid: string; readonly seq: string }> {
  const { table, size, now } = wanted;
  const params = new Params();
  const rows = rowsAfter(wanted, { xid, seq }, params);
  const at = instantJson("latest.changed_at");
  const removed = (reason: string): string =>
    `'{"change":"removed","id":' || latest.id || ',"changed_at":"' || ${at} || '","reason":"${reason}"}'`;
  return {
    sql: `with page as materialized (${firstRows(rows, params.add(size))}),
        latest as (select distinct on (id) * from page order by id, xid desc, seq desc)
      select (select '[' || coalesce(string_agg(coalesce(shown.entry, ${removed("left_scope")}), ','
            order by latest.xid, latest.seq), '') || ']'
          from latest left join lateral (
            select case when t.deleted_at is null then ${upserted(table, at)} else ${removed("deleted")} end as entry
            from ${table.show(params, now)} where t.id = latest.id and ${reachedRecords(wanted, params)}
            offset 0) shown on true),
        (select count(*) from page), last.xid, last.seq
      from (select) one left join (select xid, seq from page order by xid desc, seq desc limit 1) last on true`,
    params: params.values,
    read: (result) => ({
      entries: result.text(0) ?? "[]",
      rows: Number(result.text(1)),
      xid: result.text(2) ?? "",
      seq: result.text(3) ?? "",
    }),
  };
}

/**
 * SQL of the rows of `changes` after a place, in their order. For each value of the scope they are read in the order of an index:
 * with one condition for several values, each page of a backlog would sort all that comes after it. The bounds and the order are
 * those of the index of the part. With equal signs, the planner expects as many rows of each part as parts have on average: it
 * would sort the whole backlog of one that has more, and look for the rows of one that has fewer among those of all.
 */
function rowsAfter(
  { table, scope, clientId }: Wanted,
  { xid, seq }: Pick<Cursor, "xid" | "seq">,
  params: Params,
): string {
  const place = `${params.add(xid)}::xid8, ${params.add(seq)}::bigint`;
  const ofClient = [{ column: "client_id", type: "bigint", values: [clientId ?? 0] }] as const;
  // The parts of a scope are in it; a client that the query names may not be. As an expression, so that the index of the client
  // is used, and not that of its partner.
  const inScope = clientId === null ? "true" : scopeCheck(scope, params, "client_id", "t.");
  const parts = (clientId === null ? scopeParts(scope) : ofClient).map(({ column, type, values }) => {
    const own = `select t.xid, t.seq, t.record_id as id, t.changed_at from changes t
      where t.resource = '${table.table}' and (t.${column}, t.xid, t.seq) > (part.value, ${place}) and ${inScope}
        and (t.${column}, t.xid) < (part.value, (select pg_snapshot_xmin(pg_current_snapshot())))
      order by t.${column}, t.xid, t.seq limit ${LONGEST_PAGE}`;
    return `select t.* from unnest(${params.add(values)}::${type}[]) part (value), lateral (${own}) t`;
  });
  const none =
    "select null::xid8 as xid, null::bigint as seq, null::bigint as id, null::timestamptz as changed_at where false";
  return `select * from (${parts.length === 0 ? none : parts.join(" union ")}) t order by t.xid, t.seq`;
}

/** SQL of the entry of a record `t`; `at` is SQL of the instant. */
function upserted({ fullProjection }: RecordTable, at: string): string {
  const record = `(select row_to_json(shown)::text from (select ${fullProjection}) shown)`;
  return `'{"change":"upserted","id":' || t.id || ',"changed_at":"' || ${at} || '","record":' || ${record} || '}'`;
}

/** The condition of the records `t` that the feed is about. */
function reachedRecords({ table, scope, clientId }: Wanted, params: Params): string {
  const { clientColumn } = table.owner;
  const inScope = scopeCondition(scope, params, clientColumn, "t.");
  return clientId === null ? inScope : `${inScope} and t.${clientColumn} = ${params.add(clientId)}::bigint`;
}
