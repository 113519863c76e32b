import type { Query, UnitOfWork } from "../db/index.ts";
import { firstRow, Params, scopeCondition } from "../db/index.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Clock } from "../platform/clock.ts";
import { commonFilters, conditions, hierarchy, isWholeHierarchy, joinsOfFilters, searchFor } from "./filters.ts";
import type { ListSql, Page, PageQuery } from "./pages.ts";
import { counted, readFoundPage, readPage } from "./pages.ts";
import type { RecordReply } from "./statements.ts";
import { findRecord, replyWith, unknownRecord } from "./statements.ts";
import type { RecordTable } from "./table.ts";

/** The query of a listing, besides what the filters of the table read. */
export interface ListingQuery extends PageQuery {
  readonly sort?: readonly string[];
  readonly updated_after?: string;
  readonly include?: Include;
}

/** The members that records show in addition. */
type Include = readonly string[];

/** The query of a list of summaries. */
export interface SummaryQuery extends PageQuery {
  readonly include?: Include;
}

/** The query of a search. */
export interface FindQuery extends SummaryQuery {
  readonly q: string;
  readonly partner_id?: string;
  readonly agency_id?: string;
  readonly client_id?: number;
}

/** The query of a single record. */
export interface GetQuery {
  readonly include_deleted?: boolean;
  readonly include?: Include;
}

/** How all resource groups read their records. Each function throws the `ProblemError` that its operation answers with. */
interface RecordReads<Full, Summary> {
  /** All records of the scope that the filters leave. */
  listing(work: UnitOfWork, query: ListingQuery): Promise<Page<Full>>;
  /** All records of one owner; 404 for an owner outside of the scope. */
  listingByOwner(work: UnitOfWork, ownerId: number | string, query: SummaryQuery): Promise<Page<Summary>>;
  find(work: UnitOfWork, query: FindQuery): Promise<Page<Summary>>;
  get(work: UnitOfWork, id: number, query?: GetQuery): Promise<RecordReply<Full>>;
}

/** Reads the records of a table. */
export function createRecordReads<Full, Summary>(table: RecordTable, clock: Clock): RecordReads<Full, Summary> {
  const from = `${table.table} t`;
  const { clientColumn, member, type, noun, isLive } = table.owner;
  /** What is shown of each record. */
  const shown = (include: Include | undefined, kind: "fullProjection" | "summaryProjection") => {
    const { show, [kind]: projection } = table.including(include);
    return { show: (params: Params): string => show(params, clock.now()), projection };
  };
  return {
    listing: (work, query) => {
      const params = new Params();
      const inScope = scopeCondition(work.scope, params, clientColumn, "t.");
      const chosen = conditions({ ...commonFilters, ...table.filters }, query, params, clock.now());
      const where = [inScope, ...(table.showsDeleted ? [] : [isLive]), ...chosen].join(" and ");
      const orderBy = (): string => orderOf(table, query.sort, query.updated_after !== undefined);
      const filterJoins = joinsOfFilters(table.filters, query);
      const joins = joinsOf(table, query.sort).filter((each) => !filterJoins.includes(each));
      const filtered = [from, ...filterJoins].join(" ");
      const list = { from: filtered, joins, where, orderBy, ...shown(query.include, "fullProjection"), params };
      if (!isWholeHierarchy(query)) return readPage(work, query, list, { isSearch: true });
      return readPage(work, query, list, totalOf(table, list));
    },
    listingByOwner: async (work, ownerId, query) => {
      const [owner] = await work.read(visibleOwner(table, work, ownerId));
      if (owner === null) throw new ProblemError("not_found", `There is no such ${noun}.`);
      const params = new Params([ownerId]);
      const inScope = scopeCondition(work.scope, params, clientColumn);
      const where = `t.${member} = $1::${type} and t.deleted_at is null and ${inScope}`;
      const list = { from, where, ...shown(query.include, "summaryProjection"), params };
      return readPage(work, query, list, totalOf(table, list));
    },
    find: (work, query) => {
      const params = new Params();
      const { matches, orderBy } = searchFor(query.q, table);
      const inScope = scopeCondition(work.scope, params, clientColumn);
      const chosen = conditions(hierarchy, query, params, clock.now());
      const where = [inScope, "t.deleted_at is null", ...chosen, matches(params)].join(" and ");
      // The name is the first string of `search`.
      const found = `select t.id, split_part(t.search, chr(1), 1) as name from ${from} where ${where}`;
      return readFoundPage(work, query, { found, orderBy, ...shown(query.include, "summaryProjection"), params });
    },
    get: async (work, id, { include_deleted = false, include } = {}) => {
      const [record] = await work.read(findRecord(table.including(include), work.scope, id, clock.now()));
      if (record === null || (record.deleted && !include_deleted)) throw unknownRecord(table);
      return replyWith(record);
    },
  };
}

/** The number of rows, where triggers count those of each client: all of them are live. */
function totalOf({ totals }: RecordTable, { where, params }: ListSql): { readonly total?: Query<number> } {
  if (totals === undefined) return {};
  const from = "(select *, null::timestamptz as deleted_at from client_usage) t";
  return {
    total: counted(`select coalesce(sum(t.${totals}), 0)::bigint as total from ${from} where ${where}`, params),
  };
}

function visibleOwner(
  { owner: { visible, member, type } }: RecordTable,
  { scope }: UnitOfWork,
  ownerId: number | string,
): Query<object | null> {
  const params = new Params([ownerId]);
  return firstRow(
    `select 1 as visible from ${visible} o
     where o.${member} = $1::${type} and ${scopeCondition(scope, params, "client_id", "o.")} limit 1`,
    params.values,
  );
}

/** Columns that are never null: without `nulls last`, indexes have their order. */
const neverNull = ["id", "updated_at"];

/**
 * The order of a list by the keys of its parameter `sort`, which the contract allows: each is a column or one of `sortKeys`,
 * descending with a minus sign. Null is last, and ties are ordered by id. `changedOnly` says that the list has only what
 * changed after an instant: no index has that in the order of the ids.
 */
function orderOf({ sortKeys, order }: RecordTable, keys: readonly string[] = [], changedOnly = false): string {
  if (order !== undefined && keys.length === 0) return order;
  const [first = "id"] = keys;
  // As an expression, so that the rows are found by their change and sorted: a plan that is made without the instant
  // takes it for a third of all rows, and walks along all ids.
  if (changedOnly && /^-?id$/.test(first)) return first === "id" ? "t.id + 0" : "t.id + 0 desc";
  return [...keys.map((key) => keyOrder(sortKeys, key)), "t.id"].join(", ");
}

/** The tables that the keys need besides that of the records. */
function joinsOf({ sortKeys }: RecordTable, keys: readonly string[] = []): string[] {
  return [...new Set(keys.flatMap((key) => sortKeyOf(sortKeys, key.replace(/^-/, ""))?.joins ?? []))];
}

function sortKeyOf(sortKeys: RecordTable["sortKeys"], name: string): RecordTable["sortKeys"][string] | undefined {
  return Object.hasOwn(sortKeys, name) ? sortKeys[name] : undefined;
}

function keyOrder(sortKeys: RecordTable["sortKeys"], key: string): string {
  const descending = key.startsWith("-");
  const name = descending ? key.slice(1) : key;
  const { sql = `t.${name}` } = sortKeyOf(sortKeys, name) ?? {};
  return `${sql} ${descending ? "desc" : "asc"}${neverNull.includes(name) ? "" : " nulls last"}`;
}
