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
import { changedRow, changeOf, insertRow, newRow, unknownRecord, updateRecord } from "./statements.ts";
import type { RecordTable } from "./table.ts";

/** What a resource group says of its import. */
export interface ImportRules<MatchOn extends string> {
  /** The columns that a record is matched by, for each value of `match_on`. No two live records have the same. */
  readonly matches: Readonly<Record<MatchOn, readonly string[]>>;
  /** Columns of the stored record that `complete` looks at. @default none */
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

/** The statement that carries an item out, and the row as it would be. */
interface PlannedItem {
  readonly index: number;
  readonly write: Query<BulkOutcome>;
  readonly wanted: Statement;
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
      if ("write" in made) planned.push(made);
      else outcomes.set(index, made);
    }
    const done = await carryOutEach(tx, planned, {
      write: (inner, part) => inner.run(...part.map(({ write }) => write)),
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
    const stored = (this.#rules.stored ?? []).map((column) => `, t.${column}`).join("");
    const same = columns.map(({ name }) => `t.${name} = w.${name}`).join(" and ");
    return rows(
      `select w.position, t.id, t.version, t.${owner.member} as owner${stored}
       from unnest($1::integer[], ${columns.map(({ array }) => array).join(", ")})
         w (position, ${columns.map(({ name }) => name).join(", ")})
       join ${table} t on ${same} and t.deleted_at is null
       where ${scopeCondition(this.#at.scope, params, owner.clientColumn, "t.")}`,
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

  /** An item is valid already but for members that only a new record needs. */
  #creation(index: number, item: object): PlannedItem {
    const findings = new FindingList();
    const { body: validate } = validatorsOf(`${this.#table.operations}Create`);
    if (validate !== null) checkBody(validate, item, findings);
    if (findings.count > 0) throw validationFailed(findings);
    const { complete = (body: object) => body } = this.#rules;
    const body = complete(item);
    const { member, noun } = this.#table.owner;
    const inserted = insertRow(this.#table, this.#at.scope, body, this.#at.now);
    return {
      index,
      wanted: newRow(this.#table, body),
      write: mapped(inserted, (row) =>
        row === null
          ? failure(atItem(bodyRefusal(member, `names no ${noun} that exists in your scope`), index))
          : { id: row.id, outcome: "created", problem: null },
      ),
    };
  }

  #change(index: number, change: object, stored: StoredMatch): PlannedItem {
    const { complete = (body: object) => body } = this.#rules;
    const body = complete(change, stored);
    const { now, scope } = this.#at;
    const wanted = { ...changeOf(this.#table, body), now, precondition: null };
    return {
      index,
      wanted: changedRow(this.#table, stored.id, body),
      write: mapped(updateRecord(this.#table, scope, stored.id, wanted), ([row]) =>
        row === undefined
          ? failure(unknownRecord(this.#table), stored.id)
          : { id: row.id, outcome: row.version === stored.version ? "unchanged" : "updated", problem: null },
      ),
    };
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
