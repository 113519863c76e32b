import type { Query, UnitOfWork } from "../db/index.ts";
import { firstRow, Params, scopeCondition } from "../db/index.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { RawJson } from "../kernel/reply.ts";
import { rawJson } from "../kernel/reply.ts";
import type { Clock } from "../platform/clock.ts";
import { bodyRefusal, underRules } from "./constraints.ts";
import type { Filters } from "./filters.ts";
import { conditions } from "./filters.ts";
import type { Page, PageQuery } from "./pages.ts";
import { readPage } from "./pages.ts";
import { preconditionFailed, preconditionOf, withoutPrecondition } from "./precondition.ts";
import { searchFor } from "./search.ts";
import { orderOf } from "./sort.ts";
import type { StoredRecord } from "./statements.ts";
import {
  changedRow,
  deleteRecord,
  findRecord,
  insertRecord,
  newRow,
  restoreRecord,
  storedRow,
  updateRecord,
} from "./statements.ts";
import type { RecordTable } from "./table.ts";

/** A single record, as a handler replies it. */
export interface RecordReply<Full> {
  readonly json: RawJson<Full>;
  readonly headers: { readonly etag: string };
  readonly notices?: string[];
}

/** The headers of a request that changes a record. */
interface ChangeHeaders {
  readonly "If-Match"?: string;
}

/** The types of a resource group: the record, what lists show of it, and the bodies that create and change it. */
export interface RecordTypes {
  readonly full: unknown;
  readonly summary: unknown;
  readonly create: object;
  readonly update: object;
}

/**
 * What all resource groups do with their records. Each function throws the `ProblemError` that its operation answers with;
 * the violation of a constraint is a `ConstraintViolation` until the transaction is over.
 */
export interface Records<Types extends RecordTypes> {
  listing<Query extends PageQuery & { readonly sort?: readonly string[] }>(
    work: UnitOfWork,
    query: Query,
    filters: Filters<Query>,
  ): Promise<Page<Types["full"]>>;
  /** 404 for a client outside of the scope. */
  listingByClient(work: UnitOfWork, clientId: number, query: PageQuery): Promise<Page<Types["summary"]>>;
  find(work: UnitOfWork, query: PageQuery & { readonly q: string }): Promise<Page<Types["summary"]>>;
  get(
    work: UnitOfWork,
    id: number,
    options?: { readonly include_deleted?: boolean },
  ): Promise<RecordReply<Types["full"]>>;
  /** `path` is that of the collection. */
  create(
    work: UnitOfWork,
    body: Types["create"],
    path: string,
  ): Promise<RecordReply<Types["full"]> & { readonly headers: { readonly location: string } }>;
  update(
    work: UnitOfWork,
    id: number,
    body: Types["update"],
    headers: ChangeHeaders,
  ): Promise<RecordReply<Types["full"]>>;
  delete(work: UnitOfWork, id: number, headers: ChangeHeaders): Promise<RecordReply<Types["full"]>>;
  restore(work: UnitOfWork, id: number): Promise<RecordReply<Types["full"]>>;
}

/** The records of a table. */
export function createRecords<Types extends RecordTypes>(table: RecordTable, clock: Clock): Records<Types> {
  const show = (): string => table.show;
  const from = `${table.table} t`;
  const unknown = (): ProblemError => new ProblemError("not_found", `There is no such ${table.noun}.`);
  const replied = ({ json, etag }: StoredRecord, notices: string[] = []): RecordReply<Types["full"]> => ({
    json: rawJson(json),
    headers: { etag },
    ...(notices.length > 0 && { notices }),
  });

  /** One change and the record after it, as one message. */
  const change = async (
    work: UnitOfWork,
    id: number,
    statement: Query<{ id: number }[]>,
    wanted: Parameters<typeof underRules>[1],
  ): Promise<{ readonly changed: boolean; readonly record: StoredRecord }> => {
    const [changed, record] = await underRules(table.rules, wanted, () =>
      work.write(statement, findRecord(table, work.scope, id)),
    );
    if (record === null) throw unknown();
    return { changed: changed.length > 0, record };
  };

  /** As `change`, for records that must be live and have the version that the caller knows. */
  const changeLive: typeof change = async (...args) => {
    const result = await change(...args);
    if (result.changed) return result;
    throw result.record.deleted ? unknown() : preconditionFailed(result.record.version);
  };

  return {
    listing: (work, query, filters) => {
      const params = new Params();
      const where = [scopeCondition(work.scope, params), ...conditions(filters, query, params)].join(" and ");
      const list = { from, where, show, projection: table.fullProjection, params };
      return readPage(work, query, { ...list, orderBy: () => orderOf(query.sort) });
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
      if (record === null || (record.deleted && !include_deleted)) throw unknown();
      return replied(record);
    },
    create: async (work, body, path) => {
      const [record] = await underRules(table.rules, newRow(table, body), () =>
        work.write(insertRecord(table, work.scope, body, clock.now())),
      );
      if (record === null) throw bodyRefusal("client_id", "names no client that exists in your scope");
      const { json, headers } = replied(record);
      return { json, headers: { ...headers, location: `${path}/${record.id}` } };
    },
    update: async (work, id, body, { "If-Match": ifMatch }) => {
      const precondition = preconditionOf(ifMatch);
      const statement = updateRecord(table, work.scope, id, { body, now: clock.now(), precondition });
      const { record } = await changeLive(work, id, statement, changedRow(table, id, body));
      return replied(record, withoutPrecondition(ifMatch));
    },
    delete: async (work, id, { "If-Match": ifMatch }) => {
      const precondition = preconditionOf(ifMatch);
      const statement = deleteRecord(table, work.scope, id, { now: clock.now(), precondition });
      const { record } = await changeLive(work, id, statement, storedRow(table, id));
      return replied(record, withoutPrecondition(ifMatch));
    },
    restore: async (work, id) => {
      const statement = restoreRecord(table, work.scope, id, clock.now());
      const { record } = await change(work, id, statement, storedRow(table, id));
      if (!record.deleted) return replied(record);
      const detail = "The record was deleted more than 30 days ago and can no longer be restored.";
      throw new ProblemError("gone", detail);
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
