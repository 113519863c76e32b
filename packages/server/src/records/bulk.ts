import type { BulkItem, BulkProblem, BulkResult } from "@fleet-api/contract/types/shared";
import type { Transaction } from "../db/index.ts";
import { DbError } from "../db/index.ts";
import { bodyFinding, FindingList } from "../kernel/findings.ts";
import type { Finding, ProblemError } from "../kernel/problem.ts";
import { validationFailed } from "../kernel/problems.ts";

/** What became of one item of a bulk request; without a problem it succeeded. */
export type BulkOutcome = Pick<BulkItem, "id" | "outcome"> & { readonly problem: ProblemError | null };

/** The result of a bulk request about records of a resource, its items in the order of the request. */
export function bulkResult(
  resource: string,
  outcomes: readonly BulkOutcome[],
  { dryRun, removed = 0 }: { readonly dryRun: boolean; readonly removed?: number },
): BulkResult {
  const failed = outcomes.filter(({ problem }) => problem !== null).length;
  return {
    dry_run: dryRun,
    total: outcomes.length,
    succeeded: outcomes.length - failed,
    failed,
    removed,
    results: outcomes.map(({ id, outcome, problem }, index) => ({
      index,
      id,
      resource,
      outcome,
      problem: problem === null ? null : bulkProblem(problem),
    })),
  };
}

/** The outcome of an item that could not be processed. */
export function failure(problem: ProblemError, id: number | null = null): BulkOutcome {
  return { id, outcome: "failed", problem };
}

/** Findings of one item that a result lists: the others are counted in the detail. */
const LISTED = 10;

/** A problem as a result of a bulk request has it. */
export function bulkProblem({ code, message, extra }: ProblemError): BulkProblem {
  const { errors, required_permission, existing_id } = extra;
  return {
    code,
    detail: message,
    ...(errors !== undefined && { errors: errors.slice(0, LISTED) }),
    ...(required_permission !== undefined && { required_permission }),
    ...(existing_id !== undefined && { existing_id }),
  };
}

/**
 * 422 of a request that is carried out as a whole or not at all: the findings of each item of the list `member` that failed,
 * or one that says why.
 */
export function bulkRefusal(member: string, outcomes: readonly BulkOutcome[]): ProblemError | null {
  const findings = new FindingList();
  for (const [index, { problem }] of outcomes.entries()) {
    if (problem === null) continue;
    const { errors = [refusalFinding(`/${member}/${index}`, problem)] } = problem.extra;
    for (const finding of errors) findings.add(() => finding);
  }
  return findings.count === 0 ? null : validationFailed(findings);
}

/** A problem as a finding: what is said of an item, without a full stop. */
function refusalFinding(pointer: string, { code, message, extra: { existing_id } }: ProblemError): Finding {
  const existing = existing_id === undefined ? "" : `, existing_id ${existing_id}`;
  return bodyFinding(pointer, "invalid", `is refused with ${code}${existing}: ${message.replace(/\.$/, "")}`);
}

/** Thrown if an item was skipped for a value that a later item took: only the items before that one can run together. */
export class PartTooLong extends Error {
  override readonly name = "PartTooLong";
  /** How many of the items can be carried out together. */
  readonly size: number;

  constructor(size: number) {
    super(`Only ${size} items can be carried out together.`);
    this.size = size;
  }
}

/**
 * Carries out items in their order, each as if it were sent alone. It tries all of them at once, a quarter after each violated
 * constraint, down to the item that violates it, and twice as many after each success. So items without mistakes, and those
 * that `write` skips, cost a few messages in total, and each other mistake costs a few more.
 */
export async function carryOutEach<Item, Result>(
  tx: Transaction,
  items: readonly Item[],
  {
    write,
    writeAlone,
    explainSkipped,
    explain,
  }: {
    /**
     * Skips an item, with `null`, if it finds that the item violates a constraint.
     * @throws PartTooLong if an item was skipped for a value that a later one took
     */
    readonly write: (tx: Transaction, part: readonly Item[]) => Promise<readonly (Result | null)[]>;
    /** Skips nothing. */
    readonly writeAlone: (tx: Transaction, item: Item) => Promise<Result>;
    /** What became of each skipped item; null for one that has to be carried out alone. */
    readonly explainSkipped: (skipped: readonly Item[]) => Promise<readonly (Result | null)[]>;
    /** What became of the item whose statement violated a constraint. */
    readonly explain: (error: DbError, item: Item) => Promise<Result>;
  },
): Promise<Result[]> {
  const attempt = <T>(work: (tx: Transaction) => Promise<T>): Promise<T | DbError | PartTooLong> =>
    tx.savepoint(work).catch((error: unknown) => {
      if ((error instanceof DbError && error.isViolation) || error instanceof PartTooLong) return error;
      throw error;
    });
  const carryOutAlone = async (item: Item): Promise<Result> => {
    const done = await attempt((inner) => writeAlone(inner, item));
    if (done instanceof DbError) return explain(done, item);
    if (done instanceof PartTooLong) throw done;
    return done;
  };
  const results: Result[] = [];
  let size = items.length;
  while (results.length < items.length) {
    const part = items.slice(results.length, results.length + size);
    const done = await attempt((inner) => write(inner, part));
    const [first] = part;
    if (done instanceof PartTooLong) size = done.size;
    else if (done instanceof DbError && part.length === 1 && first !== undefined) {
      size = 2;
      results.push(await explain(done, first));
    } else if (done instanceof DbError) size = Math.ceil(part.length / 4);
    else {
      size *= 2;
      const skipped = part.filter((_item, place) => done[place] == null);
      const explained = skipped.length === 0 ? [] : await explainSkipped(skipped);
      const failed = new Map(skipped.map((item, place) => [item, explained[place]]));
      for (const [place, item] of part.entries())
        results.push(done[place] ?? failed.get(item) ?? (await carryOutAlone(item)));
    }
  }
  return results;
}

/** The result of a change that is undone. */
class Rehearsal<T> extends Error {
  override readonly name = "Rehearsal";
  readonly result: T;

  constructor(result: T) {
    super("The change was only tried.");
    this.result = result;
  }
}

/** Carries out a change. A dry run is the same change, undone when it has succeeded. */
export async function rehearse<T>(
  tx: Transaction,
  isDryRun: boolean,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (!isDryRun) return change(tx);
  try {
    return await tx.savepoint<T>(async (inner) => {
      throw new Rehearsal(await change(inner));
    });
  } catch (error) {
    if (!(error instanceof Rehearsal)) throw error;
    const { result }: Rehearsal<T> = error;
    return result;
  }
}
