/**
 * `node src/codegen.ts`: the gate `codegen-budgets`. Compares what codegen makes of a synthetic contract of 151 operations
 * with its budgets, and exits with 1 when lines, bytes or type instantiations exceed them.
 */
import { BUDGETS, checkBudgets, NOT_YET, unusedEntries } from "./codegen/budgets.ts";
import { measureContracts } from "./codegen/measure.ts";
import { reportFigures } from "./codegen/section.ts";
import { print } from "./report.ts";

try {
  const problems = await findProblems();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Prints the table. Gives a sentence per budget that is not kept and per entry that is not needed. */
async function findProblems(): Promise<string[]> {
  const measured = await measureContracts({ times: false });
  const checks = checkBudgets(measured, BUDGETS, NOT_YET);
  process.stdout.write(print(reportFigures(measured, checks)));
  return [
    ...checks.flatMap(({ problem = [] }) => problem),
    ...unusedEntries(checks, NOT_YET).map(({ figure, at }) => `NOT_YET lists ${figure} (${at}), which has no budget.`),
  ];
}
