import type { OperationId } from "@fleet-api/contract/operations";
import type { Params } from "../db/index.ts";
import type { QueryOf } from "../kernel/types.ts";
import type { Rules } from "./constraints.ts";
import type { AnyFilters, Filters } from "./filters.ts";
import { byLetters } from "./filters.ts";
import type { Computed, SchemaName } from "./projection.ts";
import { columnsOf, jsonObject, projection, schemaNames } from "./projection.ts";

/** The query parameters of the listing. */
type ListingQuery<Prefix extends string> = `${Prefix}Listing` extends infer Id extends OperationId
  ? QueryOf<Id>
  : Record<never, never>;

/** The members that the parameter `include` names. */
type Included<Prefix extends string> = `${Prefix}Get` extends infer Id extends OperationId
  ? QueryOf<Id> extends { readonly include?: readonly (infer Member extends string)[] }
    ? Member
    : never
  : never;

/** A member that is not part of the record, but shown with it on request: its SQL, and the tables that it comes from. */
interface IncludedMember {
  readonly sql: string;
  /** At most one row for each record. */
  readonly joins: string;
}

/** What is the same for every table. */
interface TableSql {
  /** Its column `search` has the strings that `find` looks into, the name first, by `search_text`. */
  readonly table: string;
  /**
   * Whether `find` ignores the spaces of the last string in `search`, which `chr(2)` marks and `without_spaces` makes.
   * @default false
   */
  readonly ignoresSpaces?: boolean;
  /** The words for one record in a sentence, such as `unit group`. */
  readonly noun: string;
  /** SQL of members that are not columns, except `client`; the table is `t`, its client `c`, `moment.now` the present. */
  readonly computed?: Computed;
  /** SQL of the order of a listing without `sort`. @default by id */
  readonly order?: string;
  /** The keys of `sort` that are not just a column, by their names. @default `name` */
  readonly sortKeys?: SortKeys;
  /** Members that records have only if `include` of a request names them, by their names. */
  readonly include?: Readonly<Record<string, IncludedMember>>;
  /** The column of `client_usage` with the number of live records of each client. @default they are counted */
  readonly totals?: string;
  /** SQL that locks what the records of a client have in common, of the record `$1`; every change begins with it. */
  readonly lock?: string;
  /** What the violation of each constraint means. */
  readonly rules: Rules;
}

/** Keys of `sort` by their names: their SQL, and the tables that it needs besides `t`, at most one row each. */
type SortKeys = Readonly<Record<string, { readonly sql: string; readonly joins?: string }>>;

/** What the types of the operations of a table follow from. */
export interface TableNames {
  readonly operations: string;
  readonly record: SchemaName;
  readonly summary: SchemaName;
  /** Undefined where no operation creates or changes records. */
  readonly create: SchemaName | undefined;
  readonly update: SchemaName | undefined;
  readonly owner: Owner;
}

/** The schema that is named after a record, such as `UnitSummary`. */
type Named<Name extends SchemaName, End extends string, Otherwise> = `${Name}${End}` extends SchemaName
  ? `${Name}${End}`
  : Otherwise;

/** What a resource group says of the table with its records. */
interface TableDefinition<
  Operations extends string = string,
  Name extends SchemaName = SchemaName,
  Owned extends Owner = Owner,
> extends TableSql {
  /** What its operationIds begin with. */
  readonly operations: Operations;
  /**
   * The schema of a record. Those of what is listed of it, and of what creates and changes it, are named after it with
   * `Summary`, `Create` and `Update`; without the first the record itself is listed.
   */
  readonly record: Name;
  /** @default a client */
  readonly owner?: Owned;
  /** What each parameter of the listing chooses. */
  readonly filters: Filters<ListingQuery<Operations>>;
  readonly include?: Readonly<Record<Included<Operations>, IncludedMember>>;
}

/** A definition with the SQL that follows from it. */
export interface RecordTable extends TableSql, TableNames {
  readonly filters: AnyFilters;
  /** The table `t` with what records show beside its columns. */
  readonly show: (params: Params, now: Date) => string;
  readonly joins: (params: Params, now: Date) => string;
  readonly fullProjection: string;
  readonly summaryProjection: string;
  readonly sortKeys: SortKeys;
  /** The table whose records also have these members. */
  readonly including: (members: readonly string[] | undefined) => RecordTable;
  /** Whether records say when they were deleted. If not, a deleted one is never shown. */
  readonly showsDeleted: boolean;
  readonly createColumns: readonly string[];
  readonly updateColumns: readonly string[];
}

/** Derives the SQL of a table from its definition and the contract. */
export function recordTable<
  const Operations extends string,
  const Name extends SchemaName,
  const Owned extends Owner = typeof ofClient,
  Names extends TableNames = {
    operations: Operations;
    record: Name;
    summary: Named<Name, "Summary", Name>;
    create: Named<Name, "Create", undefined>;
    update: Named<Name, "Update", undefined>;
    owner: Owned;
  },
>(definition: TableDefinition<Operations, Name, Owned>): RecordTable & Names;
export function recordTable(definition: TableDefinition): RecordTable {
  return showing(definition, []);
}

/** The table whose records have these of the members that may be included. */
function showing(definition: TableDefinition, members: readonly string[]): RecordTable {
  const { table, record }: TableDefinition = definition;
  const owner: Owner = definition.owner ?? ofClient;
  const summary = named(record, "Summary") ?? record;
  const create = named(record, "Create");
  const update = named(record, "Update");
  const include: NonNullable<TableSql["include"]> = definition.include ?? {};
  const included = Object.entries(include).filter(([name]) => members.includes(name));
  const omitted = Object.keys(include).filter((name) => !members.includes(name));
  const sqlOfIncluded = Object.fromEntries(included.map(([name, { sql }]) => [name, sql]));
  const computed = { ...owner.computed, ...definition.computed, ...sqlOfIncluded };
  const includedJoins = included.map(([, member]) => ` ${member.joins}`).join("");
  const joins = (params: Params, now: Date): string =>
    `${owner.join} cross join (select ${params.add(now)}::timestamptz as now) moment${includedJoins}`;
  return {
    ...definition,
    owner,
    summary,
    create,
    update,
    show: (params, now) => `${table} t ${joins(params, now)}`,
    joins,
    fullProjection: projection(record, computed, { omitted }),
    summaryProjection: projection(summary, computed, { omitted }),
    sortKeys: { name: { sql: `t.name ${byLetters}` }, ...definition.sortKeys },
    showsDeleted: columnsOf(record).includes("deleted_at"),
    including: (wanted = []) => showing(definition, wanted),
    createColumns: create === undefined ? [] : [...(owner.inPath ? [owner.member] : []), ...columnsOf(create)],
    updateColumns: update === undefined ? [] : columnsOf(update),
  };
}

function named(record: SchemaName, end: string): SchemaName | undefined {
  return schemaNames.find((name) => name === `${record}${end}`);
}

/** What the records of a table belong to. */
interface Owner {
  /** The column that names it, and the type of that; also a member of the body, unless the owner is `inPath`. */
  readonly member: string;
  readonly inPath?: boolean;
  readonly type: "bigint" | "text";
  /** The word for it in a sentence. */
  readonly noun: string;
  /** The column with the id of the client, for conditions on the scope. */
  readonly clientColumn: "client_id" | "id";
  /** SQL of the rows that may own a new record, and of those whose records may be listed, both with the scope columns. */
  readonly candidates: string;
  readonly visible: string;
  /** SQL of whether a record is live. */
  readonly isLive: string;
  /** What every record shows of its owner: SQL of members that are not columns, and of the tables that they come from. */
  readonly join: string;
  readonly computed: Readonly<Record<string, string>>;
}

const liveClients = "(select id as client_id, agency_id, partner_id from clients where deleted_at is null)";
/** Records whose own deletion is all that matters. */
const isLive = "t.deleted_at is null";
const agencies = "select null::bigint as client_id, id as agency_id, partner_id from agencies_in_scope";

/** The member `client` of every record that belongs to a client. Members that are computed may use `c` as well. */
const shownClient = {
  join: "join clients c on c.id = t.client_id",
  computed: { client: jsonObject({ id: "c.id", name: "c.name" }) },
} as const;

/** Records of a client. */
export const ofClient = {
  member: "client_id",
  type: "bigint",
  noun: "client",
  clientColumn: "client_id",
  candidates: liveClients,
  visible: liveClients,
  isLive,
  ...shownClient,
} as const satisfies Owner;

/**
 * Parts of a record of a client, such as the documents of a vehicle: a trigger gives them its client. While it is deleted, they
 * are as well.
 */
export function partOf<const Noun extends string>(record: Noun) {
  const candidates = `(select id as ${record}_id, client_id, agency_id, partner_id from ${record}s where deleted_at is null)`;
  return {
    member: `${record}_id`,
    inPath: true,
    type: "bigint",
    noun: record,
    clientColumn: "client_id",
    candidates,
    visible: candidates,
    // Looked up row by row: of an `exists`, the plan may read all records to list a few parts.
    isLive: `${isLive} and (select o.deleted_at is null from ${record}s o where o.id = t.${record}_id)`,
    join: shownClient.join,
    computed: {},
  } as const satisfies Owner;
}

/** SQL that locks the record that a part belongs to, as whoever deletes the record does first. */
export function lockOwner(record: string, table: string): string {
  return `select from ${record}s where id = (select ${record}_id from ${table} where id = $1::bigint) for no key update`;
}

/** Clients themselves: whoever reaches one of them may list those of its agency that are in the scope. */
export const ofAgency = {
  member: "agency_id",
  type: "text",
  noun: "agency",
  clientColumn: "id",
  candidates: `(${agencies})`,
  visible: `(${agencies} union all select * from ${liveClients} c)`,
  isLive,
  join: "",
  computed: {},
} as const satisfies Owner;
