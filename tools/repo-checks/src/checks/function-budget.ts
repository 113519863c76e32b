import { BUDGETS } from "../config/budgets.ts";
import { functionsOf } from "../source/functions.ts";
import { parse } from "../source/parse.ts";
import { sourceFiles } from "../source/source-files.ts";
import type { Check, Problem } from "./check.ts";

/** Lines per function: the ceiling for each, and the share of long ones among all. */
export const functionBudget: Check = {
  name: "function-budget",
  why: "a function is a step with a name; a long one hides several",
  run(repo) {
    const functions = sourceFiles(repo).flatMap((file) =>
      functionsOf(parse(repo, file)).map((span) => Object.assign(span, { file })),
    );
    const problems: Problem[] = functions
      .filter(({ lines }) => lines > BUDGETS.functionCeiling)
      .map(({ file, line, name, lines }) => ({
        file,
        line,
        subject: name,
        message: `${name} has ${lines} lines; the ceiling is ${BUDGETS.functionCeiling}: give its steps names`,
      }));
    const blocks = functions.filter(({ block }) => block);
    const long = blocks.filter(({ lines }) => lines > BUDGETS.functionLong);
    if (long.length > blocks.length * BUDGETS.functionLongShare) {
      const names = long.map(({ file, line, name, lines }) => `${name} (${file}:${line}, ${lines} lines)`).join(", ");
      problems.push({
        file: "packages and tools",
        message: `${percent(long.length, blocks.length)} of the functions have more than ${BUDGETS.functionLong} lines, more than ${percent(BUDGETS.functionLongShare, 1)}: ${names}`,
      });
    }
    return {
      problems,
      note: `${blocks.length} functions, ${percent(long.length, blocks.length)} over ${BUDGETS.functionLong} lines`,
    };
  },
};

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
