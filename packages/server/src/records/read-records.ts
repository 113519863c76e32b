import type { Query, UnitOfWork } from "../db/index.ts";
import { firstRow, Params, scopeCondition } from "../db/index.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Filters } from "./filters.ts";
import { conditions } from "./filters.ts";
import type { Page, PageQuery } from "./pages.ts";
import { readPage } from "./pages.ts";
import type { RecordReply } from "./record-reply.ts";
import { replyWith, unknownRecord } from "./record-reply.ts";
import { searchFor } from "./search.ts";
import { orderOf } from "./sort.ts";
import { findRecord } from "./statements.ts";
import type { RecordTable } from "./table.ts";

/** How all resource groups read their records. Each function throws the `ProblemError` that its operation answers with. */
export interface RecordReads<Full, Summary> {
  /** All records of the scope that the filters leave. */
  listing<Query extends PageQuery & { readonly sort?: readonly string[] }>(
    work: UnitOfWork,
    query: Query,
    filters: Filters<Query>,
  ): Promise<Page<Full>>;
  /** 404 for a client outside of the scope. */
  listingByClient(work: UnitOfWork, clientId: number, query: PageQuery): Promise<Page<Summary>>;
  find(work: UnitOfWork, query: PageQuery & { readonly q: string }): Promise<Page<Summary>>;
  get(work: UnitOfWork, id: number, options?: { readonly include_deleted?: boolean }): Promise<RecordReply<Full>>;
}

/** Reads the records of a table. */
export function createRecordReads<Full, Summary>(table: RecordTable): RecordReads<Full, Summary> {
  const from = `${table.table} t`;
  const show = (): string => table.show;
  return {
    listing: (work, query, filters) => {
      const params = new Params();
      const where = [scopeCondition(work.scope, params), ...conditions(filters, query, params)].join(" and ");
      const orderBy = (): string => orderOf(query.sort);
      return readPage(work, query, { from, where, orderBy, show, projection: table.fullProjection, params });
    },
    listingByClient: async (work, clientId, query) => {
      const [client] = await work.read(visibleClient(work, clientId));
      if (client === null) throw new ProblemError("not_found", "There is no such client.");
      const params = new Params([clientId]);
      const where = `t.client_id = $1::bigint and t.deleted_at is null and ${scopeCondition(work.scope, params)}`;
      return readPage(work, query, { from, where, show, projection: table.summaryProjection, params });
    },
    find: (work, query) => {
      const params = new Params();
      const { matches, orderBy } = searchFor(table.search, query.q);
      const where = `${scopeCondition(work.scope, params)} and t.deleted_at is null and ${matches(params)}`;
      return readPage(work, query, { from, where, orderBy, show, projection: table.summaryProjection, params });
    },
    get: async (work, id, { include_deleted = false } = {}) => {
      const [record] = await work.read(findRecord(table, work.scope, id));
      if (record === null || (record.deleted && !include_deleted)) throw unknownRecord(table);
      return replyWith(record);
    },
  };
}

function visibleClient({ scope }: UnitOfWork, clientId: number): Query<object | null> {
  const params = new Params([clientId]);
  return firstRow(
    `select 1 as visible from clients where id = $1::bigint and deleted_at is null and ${scopeCondition(scope, params, "id")}`,
    params.values,
  );
}
