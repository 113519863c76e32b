import type { BulkMode } from "@fleet-api/contract/types/shared";
import type { OperationValidators } from "@fleet-api/contract/validators";
import { validators } from "@fleet-api/contract/validators";
import type { Query, Scope, Statement, Transaction } from "../db/index.ts";
import { Params, rows, scopeCheck } from "../db/index.ts";
import type { ItemFindings } from "../kernel/findings.ts";
import { bodyFinding, checkBody, FindingList } from "../kernel/findings.ts";
import { ProblemError } from "../kernel/problem.ts";
import { validationFailed } from "../kernel/problems.ts";
import { foldCase } from "../platform/fold-case.ts";
import type { BulkOutcome } from "./bulk.ts";
import { failure } from "./bulk.ts";
import { bodyRefusal } from "./constraints.ts";
import { changedRow, newRow, unknownRecord } from "./statements.ts";
import type { RecordTable } from "./table.ts";

/** What a resource group says of its import. */
export interface ImportRules<MatchOn extends string> {
  /** The columns that a record is matched by, for each value of `match_on`. No two live records have the same. */
  readonly matches: Readonly<Record<MatchOn, readonly string[]>>;
  /** Those of them that are compared case-insensitively: the table has them folded in columns that end with `_key`. @default none */
  readonly folded?: readonly string[];
  /** Further columns that no two records may have the same, and those that `complete` looks at. @default none */
  readonly stored?: readonly string[];
  /**
   * An item with what follows from it, and from the stored record that it changes.
   * @throws ProblemError `validation_failed`
   */
  readonly complete?: (item: object, stored?: object) => object;
}

/** The body of an import. */
export interface ImportBody<MatchOn extends string> {
  readonly match_on: MatchOn;
  readonly items: readonly object[];
  readonly action?: "create" | "update" | "upsert";
  readonly mode?: BulkMode;
  readonly dry_run?: boolean;
}

/** An item that is carried out by a statement, and the row as it would be then. */
export interface PlannedItem {
  readonly index: number;
  readonly body: object;
  readonly wanted: Statement;
  /** The record that it changes; null for one that it creates. */
  readonly stored: StoredMatch | null;
  /** Whether it changes what no two records may have the same, so that the order of the items matters. */
  readonly isOrdered: boolean;
  /** What it gives a new record that no two records may have the same. */
  readonly uniqueValues: readonly string[];
}

/** The record that an item matches. */
interface StoredMatch {
  readonly id: number;
  readonly version: number;
  readonly owner: number | string;
}

/** What the items of an import mean: those to carry out, and what became of the others. */
export interface PlannedImport {
  readonly planned: readonly PlannedItem[];
  readonly outcomes: Map<number, BulkOutcome>;
}

/** Decides whether the caller may make a change; null if so. */
type AuthorizeChange = (change: object) => Promise<ProblemError | null>;

/** Finds out what each item of an import means. */
export class ImportPlan<MatchOn extends string> {
  readonly #table: RecordTable;
  readonly #rules: ImportRules<MatchOn>;
  readonly #body: ImportBody<MatchOn>;
  readonly #scope: Scope;
  /** The columns that items are matched by. */
  readonly matchColumns: readonly string[];
  /** Columns that no two records may have the same, and those that these follow from. */
  readonly uniqueColumns: readonly string[];
  /** Columns that no two records may have the same together. */
  readonly #uniqueTogether: readonly (readonly string[])[];

  constructor(table: RecordTable, rules: ImportRules<MatchOn>, body: ImportBody<MatchOn>, scope: Scope) {
    this.#table = table;
    this.#rules = rules;
    this.#body = body;
    this.#scope = scope;
    this.matchColumns = rules.matches[body.match_on];
    const matches: readonly (readonly string[])[] = Object.values(rules.matches);
    this.uniqueColumns = [...new Set([...matches.flat(), ...(rules.stored ?? [])])];
    const others = this.uniqueColumns.filter((column) => !matches.flat().includes(column));
    this.#uniqueTogether = [...matches, ...others.map((column) => [column])];
  }

  /** The values of an item in these columns, as they are compared; null for one that it does not have. */
  valuesOf(item: object, columns: readonly string[]): unknown[] {
    return columns.map((column) => this.#folded(column, Reflect.get(item, column) ?? null));
  }

  #isFolded(column: string): boolean {
    return this.#rules.folded?.includes(column) ?? false;
  }

  #folded(column: string, value: unknown): unknown {
    return typeof value === "string" && this.#isFolded(column) ? foldCase(value) : value;
  }

  async plan(tx: Transaction, itemFindings: ItemFindings, authorizeChange: AuthorizeChange): Promise<PlannedImport> {
    const outcomes = new Map<number, BulkOutcome>();
    const keys = this.#keysOf(itemFindings, (index, problem) => outcomes.set(index, failure(problem)));
    const [matched] = await tx.run(this.#findMatches(keys));
    const matches = new Map(matched.map((one) => [one.position, one]));
    const planned: PlannedItem[] = [];
    for (const index of keys.keys()) {
      const item = this.#body.items[index] ?? {};
      const stored = matches.get(index);
      const made = await this.#plan(index, item, stored, authorizeChange).catch((error: unknown) => {
        if (error instanceof ProblemError) return failure(atItem(error, index), stored?.id ?? null);
        throw error;
      });
      if ("wanted" in made) planned.push(made);
      else outcomes.set(index, made);
    }
    return { planned, outcomes };
  }

  /** The values that items are matched by; those of an item without, or with the same as an earlier one, are refused. */
  #keysOf(
    itemFindings: ItemFindings,
    refuse: (index: number, problem: ProblemError) => void,
  ): ReadonlyMap<number, readonly unknown[]> {
    const keys = new Map<number, readonly unknown[]>();
    const seen = new Map<string, number>();
    for (const [index, item] of this.#body.items.entries()) {
      const invalid = itemFindings.get(index);
      const findings = new FindingList();
      const key = this.matchColumns.map((column) => {
        const value: unknown = invalid === undefined ? Reflect.get(item, column) : null;
        if (value == null)
          findings.add(() =>
            bodyFinding(`/items/${index}/${column}`, "required", "is required, because items are matched by it"),
          );
        return this.#folded(column, value);
      });
      const text = JSON.stringify(key);
      const earlier = seen.get(text);
      if (invalid !== undefined) refuse(index, validationFailed(invalid));
      else if (findings.count > 0) refuse(index, validationFailed(findings));
      else if (earlier !== undefined) {
        const detail = `Item ${earlier} of the request has the same ${this.#body.match_on}.`;
        refuse(index, new ProblemError("duplicate", detail));
      } else {
        seen.set(text, index);
        keys.set(index, key);
      }
    }
    return keys;
  }

  #findMatches(keys: ReadonlyMap<number, readonly unknown[]>): Query<(StoredMatch & { readonly position: number })[]> {
    const { table, owner } = this.#table;
    const params = new Params([[...keys.keys()]]);
    const columns = this.matchColumns.map((column, place) => {
      const type = column === owner.member ? owner.type : "text";
      const values = [...keys.values()].map((key) => String(key[place]));
      return { name: column, array: `${params.add(values)}::${type}[]` };
    });
    const shown = this.uniqueColumns.map((column) => `, t.${column}`).join("");
    const names = (prefix: string): string => columns.map(({ name }) => prefix + name).join(", ");
    const stored = columns.map(({ name }) => `t.${name}${this.#isFolded(name) ? "_key" : ""}`);
    const compared = stored.join(", ");
    // Bounds and order of the unique index: with equal signs, a plan for few rows reads all of the scope for each item.
    const [row, wanted] = [`(${compared})`, `(${names("w.")})`];
    return rows(
      `select w.position, t.*
       from unnest($1::integer[], ${columns.map(({ array }) => array).join(", ")}) w (position, ${names("")}),
         lateral (select t.id, t.version, t.${owner.member} as owner${shown} from ${table} t
           where ${row} >= ${wanted} and ${row} <= ${wanted} and t.deleted_at is null
             and ${stored.map((column) => `${column} is not null`).join(" and ")}
             and ${scopeCheck(this.#scope, params, owner.clientColumn, "t.")}
           order by ${compared} limit 1) t`,
      params.values,
    );
  }

  async #plan(
    index: number,
    item: object,
    stored: StoredMatch | undefined,
    authorizeChange: AuthorizeChange,
  ): Promise<PlannedItem | BulkOutcome> {
    const { action = "upsert", match_on } = this.#body;
    if (stored === undefined && action === "update") throw unknownRecord(this.#table);
    if (stored === undefined) return this.#creation(index, item);
    if (action === "create") {
      const detail = `Another ${this.#table.noun} has this ${match_on}.`;
      throw new ProblemError("duplicate", detail, { existing_id: stored.id });
    }
    const { member, noun } = this.#table.owner;
    const { [member]: owner = stored.owner, ...others }: Record<string, unknown> = { ...item };
    if (owner !== stored.owner)
      throw bodyRefusal(member, `is not the ${noun} of the ${this.#table.noun}; an import moves none`);
    const given = Object.entries(others).filter(([name]) => !this.matchColumns.includes(name));
    if (given.length === 0) return { id: stored.id, outcome: "unchanged", problem: null };
    const change = Object.fromEntries(given);
    const refusal = await authorizeChange(change);
    return refusal === null ? this.#change(index, change, stored) : failure(refusal, stored.id);
  }

  /** The item is valid already, except for members that only a new record needs. */
  #creation(index: number, item: object): PlannedItem {
    const findings = new FindingList();
    const { body: validate } = validatorsOf(`${this.#table.operations}Create`);
    if (validate !== null) checkBody(validate, item, findings);
    if (findings.count > 0) throw validationFailed(findings);
    const { complete = (body: object) => body } = this.#rules;
    const body = complete(item);
    const uniqueValues = this.#uniqueTogether.flatMap((columns) => {
      const values = this.valuesOf(body, columns);
      return values.includes(null) ? [] : JSON.stringify([columns, values]);
    });
    return { index, body, wanted: newRow(this.#table, body), stored: null, isOrdered: false, uniqueValues };
  }

  #change(index: number, change: object, stored: StoredMatch): PlannedItem {
    const { complete = (body: object) => body } = this.#rules;
    const body = complete(change, stored);
    const isOrdered = this.uniqueColumns.some(
      (column) => Object.hasOwn(body, column) && Reflect.get(body, column) !== Reflect.get(stored, column),
    );
    return { index, body, wanted: changedRow(this.#table, stored.id, body), stored, isOrdered, uniqueValues: [] };
  }
}

/** A problem of an item, with the pointers of its findings into the whole body. */
export function atItem(problem: ProblemError, index: number): ProblemError {
  const { errors } = problem.extra;
  if (errors === undefined) return problem;
  const findings = new FindingList();
  for (const finding of errors)
    findings.add(() => ({ ...finding, pointer: `/items/${index}${finding.pointer ?? ""}` }));
  return validationFailed(findings);
}

function validatorsOf(id: string): OperationValidators {
  const all: Readonly<Record<string, OperationValidators>> = validators;
  const found = all[id];
  if (found === undefined)
    throw new Error(`An import creates records as ${id} does, which the contract does not have.`);
  return found;
}
