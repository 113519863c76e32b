import type { Params } from "../db/index.ts";
import type { Owner } from "./owner.ts";
import { ofClient } from "./owner.ts";
import type { Rules } from "./constraints.ts";
import type { Computed, SchemaName } from "./projection.ts";
import { columnsOf, projection } from "./projection.ts";

/** What a resource group says of the table with its records. */
export interface TableDefinition {
  /** Its column `search` has the texts that `find` looks into, by `search_text`. */
  readonly table: string;
  /** The words for one record in a sentence, such as `unit group`. */
  readonly noun: string;
  /** Schemas of the contract: the record, what is listed of it, and what creates and changes it. */
  readonly record: SchemaName;
  readonly summary: SchemaName;
  readonly create: SchemaName;
  readonly update: SchemaName;
  /** @default a client */
  readonly owner?: Owner;
  /** SQL of members that are not columns, except `client`; the table is `t`, its client `c`, `moment.now` the present. */
  readonly computed?: Computed;
  /** The table with the number of live records of each client, in its column `total`. @default they are counted */
  readonly totals?: string;
  /** SQL that locks what the records of a client have in common, of the record `$1`; every change begins with it. */
  readonly lock?: string;
  /** What the violation of each constraint means. */
  readonly rules: Rules;
}

/** A definition with the SQL that follows from it. */
export interface RecordTable extends TableDefinition {
  readonly owner: Owner;
  /** The table `t` with what records show beside its columns. */
  readonly show: (params: Params, now: Date) => string;
  readonly joins: (params: Params, now: Date) => string;
  readonly fullProjection: string;
  readonly summaryProjection: string;
  readonly createColumns: readonly string[];
  readonly updateColumns: readonly string[];
}

/** Derives the SQL of a table from its definition and the contract. */
export function recordTable(definition: TableDefinition): RecordTable {
  const { table, record, summary, create, update, owner = ofClient } = definition;
  const computed = { ...owner.computed, ...definition.computed };
  const joins = (params: Params, now: Date): string =>
    `${owner.join} cross join (select ${params.add(now)}::timestamptz as now) moment`;
  return {
    ...definition,
    owner,
    show: (params, now) => `${table} t ${joins(params, now)}`,
    joins,
    fullProjection: projection(record, computed),
    summaryProjection: projection(summary, computed),
    createColumns: columnsOf(create),
    updateColumns: columnsOf(update),
  };
}
