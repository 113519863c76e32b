import type { Query, UnitOfWork } from "../db/index.ts";
import { bytes, firstRow, Params } from "../db/index.ts";
import type { RawJson } from "../kernel/reply.ts";
import { rawJson } from "../kernel/reply.ts";

/** Which page of a list is wanted. `page` and `per_page` have the contract's defaults already. */
export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
  readonly limit?: number | undefined;
}

/** One page of a list, as a handler replies it. */
export interface Page<Item> {
  readonly json: RawJson<Item[]>;
  readonly pagination: { page: number; per_page: number; total: number };
  readonly notices: string[];
}

/** What a list is read from. */
export interface ListSql {
  /** The table or the subselect that rows are chosen from, `t`; it has an `id`. */
  readonly from: string;
  /** The tables that the order needs beside that, at most one row each: they are not needed to count. */
  readonly joins?: readonly string[];
  readonly where: string;
  /** @default by id */
  readonly orderBy?: (params: Params) => string;
  /** The table whose rows are shown, `t`, with its joins. */
  readonly show: (params: Params) => string;
  readonly projection: string;
  readonly params: Params;
}

/** What a search is read from. */
interface FoundSql extends Pick<ListSql, "show" | "projection" | "params"> {
  /** The `id` of all rows that match, and what `orderBy` needs. */
  readonly found: string;
  readonly orderBy: (params: Params) => string;
}

/** Rows before a page from which on reading the page is a search: it visits them all. */
const FAR = 1000;

/** Reads one page and the total of a list, in one snapshot. A page that is far from the first is always a search. */
export async function readPage<Item>(
  work: UnitOfWork,
  query: PageQuery,
  list: ListSql,
  { total, isSearch = false }: { readonly total?: Query<number>; readonly isSearch?: boolean } = {},
): Promise<Page<Item>> {
  const params = new Params(list.params.values);
  const { from, joins = [], where, orderBy = () => "t.id" } = list;
  const tables = [from, ...joins].join(" ");
  const ids = cut(`select t.id from ${tables} where ${where} order by ${orderBy(params)}`, query, params);
  const shown = bytes(`select ${itemsOf(ids, list, params)}`, params.values);
  const isFar = (query.page - 1) * query.per_page >= FAR;
  const [all, json] = await (isSearch || isFar ? work.search : work.read)(total ?? countRows(list), shown);
  return pageOf(query, all, json);
}

/** As `readPage`, for a list that every row must be looked at for: once, for the page and the total. */
export async function readFoundPage<Item>(work: UnitOfWork, query: PageQuery, list: FoundSql): Promise<Page<Item>> {
  const params = new Params(list.params.values);
  const ids = cut(`select id from found order by ${list.orderBy(params)}`, query, params);
  const page: Query<[total: number, json: Uint8Array | null]> = {
    sql: `with found as materialized (${list.found})
      select (select count(*) from found), (select ${itemsOf(ids, list, params)})`,
    params: params.values,
    read: (result) => [Number(result.text()), result.bytes(1)],
  };
  const [[total, json]] = await work.search(page);
  return pageOf(query, total, json);
}

/** How many rows a list has. */
function countRows({ from, where, params }: Pick<ListSql, "from" | "where" | "params">): Query<number> {
  return counted(`select count(*) as total from ${from} where ${where}`, params);
}

/** A query whose only row has a `total`. */
export function counted(sql: string, { values }: Params): Query<number> {
  const query = firstRow<{ total: number }>(sql, values);
  return { ...query, read: (result) => query.read(result)?.total ?? 0 };
}

/** The contract lets nobody ask for more. */
export const LONGEST_PAGE = 200;

/** SQL of one page of rows; the first page has no offset. */
function cut(rows: string, { page, per_page, limit = Number.POSITIVE_INFINITY }: PageQuery, params: Params): string {
  const offset = (page - 1) * per_page;
  const count = Math.max(0, Math.min(per_page, limit - offset));
  const start = offset === 0 ? "" : `offset ${params.add(offset)}::bigint`;
  return firstRows(`${rows} ${start}`, params.add(count));
}

/**
 * SQL of the first rows of a query; `count` is the place of a parameter. Plans are made without the parameters, and one for
 * a tenth of all rows reads and sorts them all: so the longest page stands in the text.
 */
export function firstRows(rows: string, count: string): string {
  return `select * from (${rows} limit ${LONGEST_PAGE}) longest limit ${count}::bigint`;
}

/**
 * SQL of the JSON of the records whose ids a query gives, from `select` on. The page is cut on ids alone: PostgreSQL
 * evaluates the select list for skipped rows as well. `offset 0` keeps the rows from being joined with all rows of the table,
 * which a plan does that does not know how few there are.
 */
function itemsOf(ids: string, { show, projection }: Pick<ListSql, "show" | "projection">, params: Params): string {
  return `'[' || coalesce(string_agg(shown.json, ',' order by page.position), '') || ']'
     from (select id, row_number() over () as position from (${ids}) cut) page,
       lateral (select row_to_json(r)::text as json
         from (select ${projection} from ${show(params)} where t.id = page.id) r offset 0) shown`;
}

function pageOf<Item>({ page, per_page, limit }: PageQuery, total: number, json: Uint8Array | null): Page<Item> {
  return {
    json: rawJson<Item[]>(json ?? "[]"),
    pagination: { page, per_page, total },
    notices: pastEndNotice(page, per_page, Math.min(total, limit ?? total)),
  };
}

/** A page past the end is empty, not an error; the notice tells a person why it is empty. */
function pastEndNotice(page: number, perPage: number, items: number): string[] {
  const last = Math.max(1, Math.ceil(items / perPage));
  return page > last ? [`page_past_end: page ${page} is past the last page, ${last}`] : [];
}
