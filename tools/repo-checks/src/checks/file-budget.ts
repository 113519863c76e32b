import { BUDGETS } from "../config/budgets.ts";
import { lineCount, sourceFiles } from "../source/source-files.ts";
import type { Check, Problem } from "./check.ts";

/** Lines per source file: the ceiling for each, and the median for all. */
export const fileBudget: Check = {
  name: "file-budget",
  why: "a file is read at one go",
  run(repo) {
    const sizes = sourceFiles(repo).map((file) => ({ file, lines: lineCount(repo.read(file)) }));
    const problems: Problem[] = sizes
      .filter(({ lines }) => lines > BUDGETS.fileCeiling)
      .map(({ file, lines }) => ({
        file,
        message: `${lines} lines; the ceiling is ${BUDGETS.fileCeiling}: split it by noun`,
      }));
    const median = medianOf(sizes.map(({ lines }) => lines));
    if (median > BUDGETS.fileMedian) {
      problems.push({
        file: "packages and tools",
        message: `the median file has ${median} lines, more than ${BUDGETS.fileMedian}`,
      });
    }
    const longest = Math.max(0, ...sizes.map(({ lines }) => lines));
    return { problems, note: `${sizes.length} files, median ${median}, longest ${longest} lines` };
  },
};

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
