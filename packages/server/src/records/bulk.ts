import type { BulkItem, BulkResult } from "@fleet-api/contract/types/shared";
import { bodyFinding, FindingList } from "../kernel/findings.ts";
import type { ProblemError } from "../kernel/problem.ts";
import { validationFailed } from "../kernel/problems.ts";

/** What became of one item of a bulk request; without a problem it succeeded. */
export type BulkOutcome = Pick<BulkItem, "id" | "outcome" | "problem">;

/** The result of a bulk request, its items in the order of the request. */
export function bulkResult(outcomes: readonly BulkOutcome[], dryRun: boolean): BulkResult {
  const failed = outcomes.filter(({ outcome }) => outcome === "failed").length;
  return {
    dry_run: dryRun,
    total: outcomes.length,
    succeeded: outcomes.length - failed,
    failed,
    results: outcomes.map((outcome, index) => ({ index, ...outcome })),
  };
}

/** 422 of a request that is carried out as a whole or not at all: a finding for each item of `member` that failed. */
export function bulkRefusal(member: string, outcomes: readonly BulkOutcome[]): ProblemError | null {
  const findings = new FindingList();
  for (const [index, { problem }] of outcomes.entries()) {
    if (problem !== null) findings.add(() => bodyFinding(`/${member}/${index}`, "invalid", problem.detail));
  }
  return findings.count === 0 ? null : validationFailed(findings);
}
