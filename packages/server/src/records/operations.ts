import type { components } from "@fleet-api/contract";
import type { OperationId } from "@fleet-api/contract/operations";
import { operations } from "@fleet-api/contract/operations";
import type { UnitOfWork } from "../db/index.ts";
import type { RawJson } from "../kernel/reply.ts";
import type { HeadersOf, QueryOf, RequestView } from "../kernel/types.ts";
import type { Clock } from "../platform/clock.ts";
import type { ChangeHeaders, CreatedReply } from "./change-records.ts";
import { createRecordChanges } from "./change-records.ts";
import type { ChangesQuery, ChangesReader } from "./changes.ts";
import { readChanges } from "./changes.ts";
import type { Page } from "./pages.ts";
import type { FindQuery, GetQuery, ListingQuery, SummaryQuery } from "./read-records.ts";
import { createRecordReads } from "./read-records.ts";
import type { RecordReply } from "./statements.ts";
import type { RecordTable, TableNames } from "./table.ts";

/** What the operationIds of conventional operations end with: a table carries them out. */
type End<Table extends TableNames> = FixedEnd | ByOwner<Table>;

/** The ends that are the same for every table. */
type FixedEnd = keyof FixedConventions<TableNames, OperationId>;

/** The end of the listing by owner, such as `ListingByClient`. */
type ByOwner<Table extends TableNames> = `ListingBy${Capitalize<Table["owner"]["noun"]>}`;

/** The conventional operations of the contract. */
export type ConventionalId<Table extends TableNames> = Table extends TableNames
  ? Extract<OperationId, `${Table["operations"]}${End<Table>}`>
  : never;

/**
 * Carries out the conventional operations of a table, each by the function that its operationId ends with. Where the
 * contract says otherwise, or has a parameter that the function ignores, the handler does not fit the type of the kernel.
 */
export function recordHandlers<Table extends RecordTable>(table: Table, clock: Clock): RecordHandlers<Table> {
  const { listing, listingByOwner, find, get } = createRecordReads<unknown, unknown>(table, clock);
  const changes = createRecordChanges<unknown>(table, clock);
  const { noun } = table.owner;
  const byEnd = {
    Listing: (work, { query }) => listing(work, query),
    Find: (work, { query }) => find(work, query),
    Get: (work, { query }, id) => get(work, id, query),
    Changes: (work, { query, principal }) => readChanges(table, work, query, { ...principal, clock }),
    Create: (work, { body, request }) => changes.create(work, body, request.path),
    Update: (work, { body, headers }, id) => changes.update(work, id, body, headers),
    Delete: (work, { headers }, id) => changes.delete(work, id, headers),
    Restore: (work, _call, id) => changes.restore(work, id),
  } satisfies Readonly<Record<FixedEnd, CarryOut>>;
  const byOwner: CarryOut = (work, { query }, ownerId) => listingByOwner(work, ownerId, query);
  const all = { ...byEnd, [`ListingBy${noun.charAt(0).toUpperCase()}${noun.slice(1)}`]: byOwner };
  const ofContract = Object.entries<CarryOut>(all).filter(([end]) =>
    Object.hasOwn(operations, `${table.operations}${end}`),
  );
  const handlers = ofContract.map(([end, carryOut]) => [
    `${table.operations}${end}`,
    // The only parameter of a path is the id of the record or of its owner, which the kernel validated.
    (work: UnitOfWork, call: AnyCall) => carryOut(work, call, Object.values(call.path)[0] as never),
  ]);
  return Object.fromEntries(handlers);
}

/** The handlers of the conventional operations. */
export type RecordHandlers<Table extends TableNames> = {
  readonly [Id in ConventionalId<Table>]: Id extends `${Table["operations"]}${infer Suffix extends End<Table>}`
    ? Conventions<Table, Id>[Suffix]
    : never;
};

/** What the function of each end takes and gives. */
type Conventions<Table extends TableNames, Id extends OperationId> = FixedConventions<Table, Id> & {
  readonly [Suffix in ByOwner<Table>]: Carry<
    IdPath<Id, number | string> & Only<Id, SummaryQuery>,
    Page<Summary<Table>>
  >;
};

/** The same of the ends that every table has. */
interface FixedConventions<Table extends TableNames, Id extends OperationId> {
  // The filters of the table have all other parameters of the query.
  readonly Listing: Carry<NoPath & Pick<Only<Id>, "headers"> & { readonly query: ListingQuery }, Page<Full<Table>>>;
  readonly Find: Carry<NoPath & Only<Id, FindQuery>, Page<Summary<Table>>>;
  readonly Get: Carry<IdPath<Id> & Only<Id, GetQuery>, RecordReply<Full<Table>>>;
  readonly Changes: Carry<
    NoPath & Only<Id, ChangesQuery> & { readonly principal: ChangesReader },
    { readonly json: RawJson<Schema<ChangesOf<Table>>> }
  >;
  readonly Create: Carry<
    NoPath & Only<Id> & Body<Table["create"]> & { readonly request: Pick<RequestView, "path"> },
    CreatedReply<Full<Table>>
  >;
  readonly Update: Carry<IdPath<Id> & Only<Id, None, ChangeHeaders> & Body<Table["update"]>, RecordReply<Full<Table>>>;
  readonly Delete: Carry<IdPath<Id> & Only<Id, None, ChangeHeaders>, RecordReply<Full<Table>>>;
  readonly Restore: Carry<IdPath<Id> & Only<Id>, RecordReply<Full<Table>>>;
}

/** Carries out an operation; `id` is that of the path, if it has one. */
type CarryOut = (work: UnitOfWork, call: AnyCall, id: number) => Promise<object>;

type Carry<Call, Reply> = (work: UnitOfWork, call: Call) => Promise<Reply>;
type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];
type Full<Table extends TableNames> = Schema<Table["record"]>;
/** The schema of a part of the feed of changes, such as `UnitChanges`. */
type ChangesOf<Table extends TableNames> = Extract<`${Table["record"]}Changes`, keyof components["schemas"]>;
type Summary<Table extends TableNames> = Schema<Table["summary"]>;
type None = Record<never, never>;
type Body<Name> = { readonly body: Name extends keyof components["schemas"] ? Schema<Name> : never };
type NoPath = { readonly path: Readonly<Record<string, never>> };

/** A path with one parameter. */
type IdPath<Id extends OperationId, Value = number> = {
  readonly path: (typeof operations)[Id]["pathParams"] extends readonly [infer Name extends string]
    ? Readonly<Record<Name, Value>>
    : never;
};

/** The parameters that a function reads. The kernel and `carry-out.ts` read the other two headers. */
type Only<Id extends OperationId, Query = None, Headers = None> = {
  readonly query: Known<QueryOf<Id>, Query>;
  readonly headers: Known<Omit<HeadersOf<Id>, "Idempotency-Key" | "If-None-Match">, Headers>;
};

/** `Read`, or never if the contract has more. Without parameters, it has a record of `never`. */
type Known<Contract, Read> = string extends keyof Contract
  ? Read
  : [keyof Contract] extends [keyof Read]
    ? Read
    : never;

/** A call of any conventional operation. */
interface AnyCall {
  readonly path: object;
  readonly query: ListingQuery & ChangesQuery & { readonly q: string; readonly include_deleted?: boolean };
  readonly principal: ChangesReader;
  readonly headers: ChangeHeaders;
  readonly body: object;
  readonly request: Pick<RequestView, "path">;
}
