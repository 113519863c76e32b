import { BUDGETS } from "../config/budgets.ts";
import type { Repo } from "../repo/repo.ts";
import { foldersUnder, operationCount, SPEC_GROUPS } from "../spec/resource-groups.ts";
import type { Check } from "./check.ts";

/** Lines that are not blank in the folder of a resource group, per operation of the group. */
export const contractLines: Check = {
  name: "contract-lines",
  why: "an author of the contract writes only what is a decision; what follows from it is derived",
  run(repo) {
    const groups = foldersUnder(repo, SPEC_GROUPS)
      .map((group) => ({ group, lines: lineCount(repo, group), operations: operationCount(repo, group) }))
      .filter(({ operations }) => operations > 0)
      .map((entry) => ({ ...entry, average: Math.ceil(entry.lines / entry.operations) }));
    const problems = groups
      .filter(({ average }) => average > BUDGETS.contractLinesPerOperation)
      .map(({ group, lines, operations, average }) => ({
        file: `${SPEC_GROUPS}${group}`,
        subject: group,
        message: `${lines} lines for ${operations} ${operations === 1 ? "operation" : "operations"} are ${average} each; the budget is ${BUDGETS.contractLinesPerOperation}: leave out what fleet/conventions derives`,
      }));
    return { problems, note: groups.map(({ group, average }) => `${group} ${average}`).join(", ") };
  },
};

function lineCount(repo: Repo, group: string): number {
  const files = repo.files.filter((file) => file.startsWith(`${SPEC_GROUPS}${group}/`));
  return files.flatMap((file) => repo.read(file).split("\n")).filter((line) => line.trim() !== "").length;
}
