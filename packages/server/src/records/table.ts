import type { Owner } from "./owner.ts";
import { ofClient } from "./owner.ts";
import type { Rules } from "./constraints.ts";
import type { Computed, SchemaName } from "./projection.ts";
import { columnsOf, projection } from "./projection.ts";

/** What a resource group says of the table with its records. */
export interface TableDefinition {
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
  /** SQL of members that are not columns, except `client`; the table is `t`, its client `c`. */
  readonly computed?: Computed;
  /** SQL that locks what the records of a client have in common, of the record `$1`; every change begins with it. */
  readonly lock?: string;
  /** Columns that `find` looks into; the first is the name. */
  readonly search: readonly [string, ...string[]];
  /** What the violation of each constraint means. */
  readonly rules: Rules;
}

/** A definition with the SQL that follows from it. */
export interface RecordTable extends TableDefinition {
  readonly owner: Owner;
  /** The table `t` with the owner of each record. */
  readonly show: string;
  readonly fullProjection: string;
  readonly summaryProjection: string;
  readonly createColumns: readonly string[];
  readonly updateColumns: readonly string[];
}

/** Derives the SQL of a table from its definition and the contract. */
export function recordTable(definition: TableDefinition): RecordTable {
  const { table, record, summary, create, update, owner = ofClient } = definition;
  const computed = { ...owner.computed, ...definition.computed };
  return {
    ...definition,
    owner,
    show: `${table} t ${owner.join}`,
    fullProjection: projection(record, computed),
    summaryProjection: projection(summary, computed),
    createColumns: columnsOf(create),
    updateColumns: columnsOf(update),
  };
}
