import type { OperationRow } from "@fleet-api/contract";
import { operations } from "@fleet-api/contract/operations";
import type { BulkMode, BulkResult } from "@fleet-api/contract/types/shared";
import type { OperationValidators } from "@fleet-api/contract/validators";
import { validators } from "@fleet-api/contract/validators";
import type { Query, Scope, Statement, Transaction, UnitOfWork } from "../db/index.ts";
import { Params, rows, scopeCondition, workInside } from "../db/index.ts";
import { authorizeFields } from "../kernel/field-actions.ts";
import type { ItemFindings } from "../kernel/findings.ts";
import { bodyFinding, checkBody, FindingList } from "../kernel/findings.ts";
import { ProblemError } from "../kernel/problem.ts";
import { validationFailed } from "../kernel/problems.ts";
import type { Authorize } from "../kernel/types.ts";
import type { Clock } from "../platform/clock.ts";
import type { BulkOutcome } from "./bulk.ts";
import { bulkRefusal, bulkResult, carryOutEach, failure, rehearse } from "./bulk.ts";
import { bodyRefusal, violationOf } from "./constraints.ts";
import { changedRow, columnsGiven, insertRows, newRow, unknownRecord, updateRows } from "./statements.ts";
import type { RecordTable } from "./table.ts";

/** What a resource group says of its import. */
export interface ImportRules<MatchOn extends string> {
  /** The columns that a record is matched by, for each value of `match_on`. No two live records have the same. */
  readonly matches: Readonly<Record<MatchOn, readonly string[]>>;
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

/** The call of an import. */
export interface ImportCall<MatchOn extends string, Principal> {
  readonly body: ImportBody<MatchOn>;
  readonly itemFindings: ItemFindings;
  readonly principal: Principal;
}

/** The reply to an import, and the records that it is about. */
export interface ImportReply {
  readonly data: BulkResult;
  readonly recordIds: readonly number[];
}

/** An item that is carried out by a statement, and the row as it would be then. */
interface PlannedItem {
  readonly index: number;
  readonly body: object;
  readonly wanted: Statement;
  /** The record that it changes; null for one that it creates. */
  readonly stored: StoredMatch | null;
  /** Whether it changes what no two records may have the same, so that the order of the items matters. */
  readonly isOrdered: boolean;
}

/** The record that an item matches. */
interface StoredMatch {
  readonly id: number;
  readonly version: number;
  readonly owner: number | string;
}

/**
 * Makes the import of a table. Each item is created as by its `Create` or changed as by its `Update`, with the rights of
 * these operations.
 */
export function createImport<const MatchOn extends string, Principal>(
  table: RecordTable,
  { clock, authorize }: { readonly clock: Clock; readonly authorize: Authorize<Principal> },
  rules: ImportRules<MatchOn>,
): (work: UnitOfWork, call: ImportCall<MatchOn, Principal>) => Promise<ImportReply> {
  const update = rowOf(`${table.operations}Update`);
  const authorizeChange = async (body: object, principal: Principal): Promise<ProblemError | null> => {
    const { permission } = update;
    const missing =
      typeof permission === "object" && permission !== null ? await authorize(permission, principal) : null;
    if (missing !== null) {
      const detail = `A change needs the permission ${missing.resource}.${missing.action} (${missing.title}).`;
      return new ProblemError("permission_denied", detail, { required_permission: missing });
    }
    const input = { path: {}, query: {}, headers: {}, body, itemFindings: new Map<number, FindingList>() };
    return refusalOf(() => authorizeFields(authorize, update, input, principal));
  };

  return async (work, { body, itemFindings, principal }) => {
    const { mode = "all_or_nothing", dry_run: dryRun = false } = body;
    const outcomes = await work.transaction((tx) =>
      rehearse(tx, dryRun, async (inner) => {
        const denied = {};
        const plan = new ImportPlan(table, rules, body, { now: clock.now(), scope: work.scope });
        const done = await plan.outcomes(inner, work, itemFindings, async (change) => {
          const refusal = await authorizeChange(change, principal);
          if (refusal !== null) Object.assign(denied, change);
          return refusal;
        });
        if (mode === "best_effort" || done.every(({ problem }) => problem === null)) return done;
        const refused = done.flatMap(({ problem }) => problem ?? []);
        // Errors of the whole request, where no item has another one.
        if (refused.every(({ code }) => code === "permission_denied"))
          throw (await authorizeChange(denied, principal)) ?? refused[0];
        if (refused.every(({ code }) => code === "client_suspended")) throw refused[0];
        throw bulkRefusal("items", done);
      }),
    );
    const shown = dryRun ? outcomes.map((one) => (one.outcome === "created" ? { ...one, id: null } : one)) : outcomes;
    const succeeded = shown.filter(({ problem }) => problem === null);
    return {
      data: bulkResult(table.table, shown, { dryRun }),
      recordIds: succeeded.flatMap(({ id }) => id ?? []),
    };
  };
}

/** One import: finds out what each item means, and carries it out. */
class ImportPlan<MatchOn extends string> {
  readonly #table: RecordTable;
  readonly #rules: ImportRules<MatchOn>;
  readonly #body: ImportBody<MatchOn>;
  readonly #at: { readonly now: Date; readonly scope: Scope };
  readonly #matchColumns: readonly string[];
  /** Columns that no two records may have the same, and those that these follow from. */
  readonly #uniqueColumns: readonly string[];

  constructor(
    table: RecordTable,
    rules: ImportRules<MatchOn>,
    body: ImportBody<MatchOn>,
    at: { readonly now: Date; readonly scope: Scope },
  ) {
    this.#table = table;
    this.#rules = rules;
    this.#body = body;
    this.#at = at;
    this.#matchColumns = rules.matches[body.match_on];
    const matches: readonly (readonly string[])[] = Object.values(rules.matches);
    this.#uniqueColumns = [...new Set([...matches.flat(), ...(rules.stored ?? [])])];
  }

  /** What becomes of the items, in their order. */
  async outcomes(
    tx: Transaction,
    work: UnitOfWork,
    itemFindings: ItemFindings,
    authorizeChange: (change: object) => Promise<ProblemError | null>,
  ): Promise<BulkOutcome[]> {
    const { items } = this.#body;
    const outcomes = new Map<number, BulkOutcome>();
    const keys = this.#keysOf(itemFindings, (index, problem) => outcomes.set(index, failure(problem)));
    const [matched] = await tx.run(this.#findMatches(keys));
    const matches = new Map(matched.map((one) => [one.position, one]));
    const planned: PlannedItem[] = [];
    for (const index of keys.keys()) {
      const item = items[index] ?? {};
      const stored = matches.get(index);
      const made = await this.#plan(index, item, stored, authorizeChange).catch((error: unknown) => {
        if (error instanceof ProblemError) return failure(atItem(error, index), stored?.id ?? null);
        throw error;
      });
      if ("wanted" in made) planned.push(made);
      else outcomes.set(index, made);
    }
    const done = await carryOutEach(tx, planned, {
      write: (inner, part) => this.#write(inner, part),
      explain: async (error, { wanted, index }) => {
        const violation = violationOf(this.#table.rules, error, wanted);
        if (violation === null) throw error;
        return failure(atItem(await violation.explain(workInside(work, tx)), index), matches.get(index)?.id ?? null);
      },
    });
    for (const [position, { index }] of planned.entries()) {
      const outcome = done[position];
      if (outcome !== undefined) outcomes.set(index, outcome);
    }
    return items.flatMap((_item, index) => outcomes.get(index) ?? []);
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
      const key = this.#matchColumns.map((column) => {
        const value: unknown = invalid === undefined ? Reflect.get(item, column) : null;
        if (value == null)
          findings.add(() =>
            bodyFinding(`/items/${index}/${column}`, "required", "is required, because items are matched by it"),
          );
        return value;
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
    const columns = this.#matchColumns.map((column, place) => {
      const type = column === owner.member ? owner.type : "text";
      const values = [...keys.values()].map((key) => String(key[place]));
      return { name: column, array: `${params.add(values)}::${type}[]` };
    });
    const stored = this.#uniqueColumns.map((column) => `, t.${column}`).join("");
    const names = (prefix: string): string => columns.map(({ name }) => prefix + name).join(", ");
    // Bounds and order of the unique index: with equal signs, a plan for few rows reads all of the scope for each item.
    const [row, wanted] = [`(${names("t.")})`, `(${names("w.")})`];
    return rows(
      `select w.position, t.*
       from unnest($1::integer[], ${columns.map(({ array }) => array).join(", ")}) w (position, ${names("")}),
         lateral (select t.id, t.version, t.${owner.member} as owner${stored} from ${table} t
           where ${row} >= ${wanted} and ${row} <= ${wanted} and t.deleted_at is null
             and ${columns.map(({ name }) => `t.${name} is not null`).join(" and ")}
             and ${scopeCondition(this.#at.scope, params, owner.clientColumn, "t.")}
           order by ${names("t.")} limit 1) t`,
      params.values,
    );
  }

  async #plan(
    index: number,
    item: object,
    stored: StoredMatch | undefined,
    authorizeChange: (change: object) => Promise<ProblemError | null>,
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
    const given = Object.entries(others).filter(([name]) => !this.#matchColumns.includes(name));
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
    return { index, body, wanted: newRow(this.#table, body), stored: null, isOrdered: false };
  }

  #change(index: number, change: object, stored: StoredMatch): PlannedItem {
    const { complete = (body: object) => body } = this.#rules;
    const body = complete(change, stored);
    const isOrdered = this.#uniqueColumns.some(
      (column) => Object.hasOwn(body, column) && Reflect.get(body, column) !== Reflect.get(stored, column),
    );
    return { index, body, wanted: changedRow(this.#table, stored.id, body), stored, isOrdered };
  }

  /**
   * Few statements for many items: creations of the same columns are one, and so are changes. Where the order of the items
   * matters, each item has its own. A creation that would be a duplicate is skipped: its result is null.
   */
  async #write(tx: Transaction, part: readonly PlannedItem[]): Promise<(BulkOutcome | null)[]> {
    const isStrict = part.length === 1 || part.some(({ isOrdered }) => isOrdered);
    const groups = isStrict ? part.map((one) => [one]) : this.#grouped(part);
    const done = await tx.run(
      ...groups.map((group) => (group[0]?.stored === null ? this.#insert(group, isStrict) : this.#update(group))),
    );
    const outcomes = new Map(done.flat());
    return part.map(({ index }) => outcomes.get(index) ?? null);
  }

  /** Creations keep their order, so that the first of two with the same value is the one that succeeds. */
  #grouped(part: readonly PlannedItem[]): PlannedItem[][] {
    const runs: PlannedItem[][] = [];
    const changes = new Map<string, PlannedItem[]>();
    let columns: string | null = null;
    for (const one of part) {
      if (one.stored === null) {
        const given = columnsGiven(this.#table, one.body).join();
        if (given === columns) runs.at(-1)?.push(one);
        else runs.push([one]);
        columns = given;
      } else {
        const given = Object.keys(one.body).toSorted().join();
        const same = changes.get(given);
        if (same === undefined) changes.set(given, [one]);
        else same.push(one);
      }
    }
    return [...runs, ...changes.values()];
  }

  #insert(items: readonly PlannedItem[], isStrict: boolean): Query<[index: number, outcome: BulkOutcome][]> {
    const { now, scope } = this.#at;
    const keyOf = (row: object): string => JSON.stringify(this.#matchColumns.map((column) => Reflect.get(row, column)));
    const bodies = items.map(({ body }) => body);
    const query = insertRows(this.#table, scope, bodies, {
      now,
      shown: this.#matchColumns,
      skipsDuplicates: !isStrict,
    });
    const { member, noun } = this.#table.owner;
    return mapped(query, (created) => {
      const ids = new Map(created.map((row) => [keyOf(row), row.id]));
      return items.flatMap(({ index, body }): [number, BulkOutcome][] => {
        const id = ids.get(keyOf(body));
        if (id !== undefined) return [[index, { id, outcome: "created", problem: null }]];
        // An item that is carried out alone is skipped only because of its owner.
        const detail = `names no ${noun} that exists in your scope`;
        return isStrict ? [[index, failure(atItem(bodyRefusal(member, detail), index))]] : [];
      });
    });
  }

  #update(items: readonly PlannedItem[]): Query<[index: number, outcome: BulkOutcome][]> {
    const { now, scope } = this.#at;
    const changes = items.flatMap(({ stored, body }) => (stored === null ? [] : { id: stored.id, body }));
    return mapped(updateRows(this.#table, scope, changes, now), (rowsAfter) => {
      const versions = new Map(rowsAfter.map(({ id, version }) => [id, version]));
      return items.map(({ index, stored }): [number, BulkOutcome] => {
        const [id, before] = [stored?.id ?? 0, stored?.version];
        const version = versions.get(id);
        if (version === undefined) return [index, failure(unknownRecord(this.#table), id)];
        return [index, { id, outcome: version === before ? "unchanged" : "updated", problem: null }];
      });
    });
  }
}

function mapped<T, U>(query: Query<T>, map: (value: T) => U): Query<U> {
  return { ...query, read: (result) => map(query.read(result)) };
}

/** A problem of an item, with the pointers of its findings into the whole body. */
function atItem(problem: ProblemError, index: number): ProblemError {
  const { errors } = problem.extra;
  if (errors === undefined) return problem;
  const findings = new FindingList();
  for (const finding of errors)
    findings.add(() => ({ ...finding, pointer: `/items/${index}${finding.pointer ?? ""}` }));
  return validationFailed(findings);
}

async function refusalOf(check: () => Promise<void>): Promise<ProblemError | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

function rowOf(id: string): OperationRow {
  const found = Object.values<OperationRow>(operations).find((row) => row.id === id);
  if (found === undefined)
    throw new Error(`An import changes records as ${id} does, which the contract does not have.`);
  return found;
}

function validatorsOf(id: string): OperationValidators {
  const all: Readonly<Record<string, OperationValidators>> = validators;
  const found = all[id];
  if (found === undefined)
    throw new Error(`An import creates records as ${id} does, which the contract does not have.`);
  return found;
}
