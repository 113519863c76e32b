import type { OperationRow } from "@fleet-api/contract";
import { operations } from "@fleet-api/contract/operations";
import type { BulkResult } from "@fleet-api/contract/types/shared";
import type { Transaction, UnitOfWork } from "../db/index.ts";
import { workInside } from "../db/index.ts";
import { authorizeFields } from "../kernel/field-actions.ts";
import type { FindingList, ItemFindings } from "../kernel/findings.ts";
import { ProblemError } from "../kernel/problem.ts";
import type { Authorize } from "../kernel/types.ts";
import type { Clock } from "../platform/clock.ts";
import type { BulkOutcome } from "./bulk.ts";
import { bulkRefusal, bulkResult, carryOutEach, failure, rehearse } from "./bulk.ts";
import { findRule } from "./constraints.ts";
import type { ImportBody, ImportRules, PlannedItem } from "./import-plan.ts";
import { atItem, ImportPlan } from "./import-plan.ts";
import { ImportWriter } from "./import-writes.ts";
import type { RecordTable } from "./table.ts";

/** The call of an import. */
export interface ImportCall<MatchOn extends string, Principal> {
  readonly body: ImportBody<MatchOn>;
  readonly itemFindings: ItemFindings;
  readonly principal: Principal;
}

/** The reply to an import, and the records that it names. */
export interface ImportReply {
  readonly data: BulkResult;
  readonly recordIds: readonly number[];
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
        const plan = new ImportPlan(table, rules, body, work.scope);
        const { planned, outcomes: known } = await plan.plan(inner, itemFindings, async (change) => {
          const refusal = await authorizeChange(change, principal);
          if (refusal !== null) Object.assign(denied, change);
          return refusal;
        });
        const writer = new ImportWriter(table, plan, { now: clock.now(), scope: work.scope });
        for (const [index, outcome] of await carryOut(inner, work, { table, writer, planned }))
          known.set(index, outcome);
        const isKept = mode === "best_effort" && !dryRun;
        const done = namingItems(
          body.items.flatMap((_item, index) => known.get(index) ?? []),
          isKept,
        );
        if (mode === "best_effort" || done.every(({ problem }) => problem === null)) return done;
        const refused = done.flatMap(({ problem }) => problem ?? []);
        // Errors of the whole request: no item has another one, or no item can be processed.
        if (refused.every(({ code }) => code === "permission_denied"))
          throw (await authorizeChange(denied, principal)) ?? refused[0];
        if (done.every(({ problem }) => problem?.code === "client_suspended")) throw refused[0];
        throw bulkRefusal("items", done);
      }),
    );
    const shown = dryRun ? outcomes.map((one) => (one.outcome === "created" ? { ...one, id: null } : one)) : outcomes;
    const data = bulkResult(table.table, shown, { dryRun });
    const named = data.results.flatMap(({ id, problem }) => [id ?? [], problem?.existing_id ?? []].flat());
    return { data, recordIds: [...new Set(named)] };
  };
}

/** What becomes of the planned items, by their positions in the request. */
async function carryOut(
  tx: Transaction,
  work: UnitOfWork,
  parts: { readonly table: RecordTable; readonly writer: ImportWriter; readonly planned: readonly PlannedItem[] },
): Promise<Map<number, BulkOutcome>> {
  const { table, writer, planned } = parts;
  const inside = workInside(work, tx);
  const explain = async (constraint: string | null | undefined, item: PlannedItem): Promise<BulkOutcome | null> => {
    const rule = findRule(table.rules, constraint);
    if (rule === undefined) return null;
    return failure(atItem(await rule(inside, item.wanted), item.index), item.stored?.id ?? null);
  };
  await writer.lock(tx, planned);
  const done = await carryOutEach(tx, planned, {
    write: (inner, part) => writer.write(inner, part),
    writeAlone: (inner, item) => writer.writeAlone(inner, item),
    explainSkipped: async (skipped) => {
      const violated = await writer.violatedConstraints(tx, skipped);
      return Promise.all(skipped.map((item, place) => explain(violated[place], item)));
    },
    explain: async (error, item) => {
      const outcome = await explain(error.fields.constraint, item);
      if (outcome === null) throw error;
      return outcome;
    },
  });
  return new Map(planned.flatMap(({ index }, place) => (done[place] === undefined ? [] : [[index, done[place]]])));
}

/**
 * Says which item a duplicate meets, where that is one of the same request. A record that is not there afterwards is not
 * named by its id: `isKept` is whether new records are.
 */
function namingItems(outcomes: readonly BulkOutcome[], isKept: boolean): BulkOutcome[] {
  const written = new Map(
    outcomes.flatMap(({ id, outcome }, index) =>
      id !== null && (outcome === "created" || outcome === "updated") ? [[id, { index, outcome }] as const] : [],
    ),
  );
  return outcomes.map((one) => {
    if (one.problem === null) return one;
    const { code, message, extra } = one.problem;
    const { existing_id: existing, ...others } = extra;
    const item = existing === undefined ? undefined : written.get(existing);
    if (item === undefined) return one;
    const isNew = item.outcome === "created";
    const detail = `${message} Item ${item.index} of the request ${isNew ? "creates" : "changes"} it.`;
    return { ...one, problem: new ProblemError(code, detail, isNew && !isKept ? others : extra) };
  });
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
