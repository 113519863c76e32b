import { posix } from "node:path";
import { asRecord, workspacePackages } from "../repo/workspace.ts";
import type { Repo } from "../repo/repo.ts";
import { exportedNames, functionsOf } from "../source/syntax.ts";
import { parse } from "../source/parse.ts";
import { lineCount, sourceFiles } from "../source/source-files.ts";
import { foldersUnder, operationIds, SPEC_GROUPS } from "./spec.ts";
import type { Check, Problem } from "./check.ts";
import { targetsOf } from "./manifests.ts";

/** Sizes of the contract and of hand-written source, without tests, fixtures and generated code. */
const BUDGETS = {
  /** Lines of the median file. */
  fileMedian: 110,
  /** Lines of the longest file. */
  fileCeiling: 400,
  /** Lines of the longest function. */
  functionCeiling: 80,
  /** A function above this many lines is long. */
  functionLong: 50,
  /** At most this share of functions may be long. */
  functionLongShare: 0.04,
  /** Lines of `spec/resources/<group>` that are not blank, per operation of the group. */
  contractLinesPerOperation: 70,
  /** Names that one entry of a published package exports. */
  entryExports: 41,
} as const;

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

/** Lines that are not blank in the folder of a resource group, per operation of the group. */
export const contractLines: Check = {
  name: "contract-lines",
  why: "an author of the contract writes only what is a decision; what follows from it is derived",
  run(repo) {
    const groups = foldersUnder(repo, SPEC_GROUPS)
      .map((group) => ({ group, lines: contractLineCount(repo, group), operations: operationIds(repo, group).length }))
      .filter(({ operations }) => operations > 0)
      .map((entry) => ({ ...entry, average: Math.ceil(entry.lines / entry.operations) }));
    const problems = groups
      .filter(({ average }) => average > BUDGETS.contractLinesPerOperation)
      .map(({ group, lines, operations, average }) => ({
        file: `${SPEC_GROUPS}${group}`,
        subject: group,
        message: `${lines} lines for ${operations} ${operations === 1 ? "operation" : "operations"} are ${average} each; the budget is ${BUDGETS.contractLinesPerOperation}: leave out what follows, by the table in spec/README.md`,
      }));
    return { problems, note: groups.map(({ group, average }) => `${group} ${average}`).join(", ") };
  },
};

function contractLineCount(repo: Repo, group: string): number {
  const files = repo.files.filter((file) => file.startsWith(`${SPEC_GROUPS}${group}/`));
  return files.flatMap((file) => repo.read(file).split("\n")).filter((line) => line.trim() !== "").length;
}

/** How many names an entry of a published package exports. */
export const entryExports: Check = {
  name: "entry-exports",
  why: "a door that lets everything out is no door: what is exported is kept for years",
  run(repo) {
    const entries = workspacePackages(repo)
      .filter((pkg) => pkg.published)
      .flatMap((pkg) =>
        Object.entries(asRecord(pkg.manifest.exports)).flatMap(([name, entry]) =>
          targetsOf(entry)
            .filter((target) => target.endsWith(".ts"))
            .map((target) => {
              const file = posix.join(pkg.dir, target);
              return { entry: posix.join(pkg.name, name), file, count: exportedNames(repo, file).size };
            }),
        ),
      );
    const problems: Problem[] = entries
      .filter(({ count }) => count > BUDGETS.entryExports)
      .map(({ entry, file, count }) => ({
        file,
        subject: entry,
        message: `${entry} exports ${count} names; at most ${BUDGETS.entryExports}: keep in what nobody needs`,
      }));
    const most = entries.toSorted((a, b) => b.count - a.count)[0];
    return most ? { problems, note: `${most.entry} has most, ${most.count}` } : { problems };
  },
};
