// The checks of the repository by themselves: node tools/repo-checks/src/check.ts [--only <check>]...
import { join } from "node:path";
import type { Problem } from "./checks/check.ts";
import { CHECKS } from "./checks.ts";
import { EXCEPTIONS } from "./config/exceptions.ts";
import { openRepo } from "./repo/repo.ts";
import { runChecks, type CheckResult } from "./run-checks.ts";

const ROOT = join(import.meta.dirname, "../../..");

async function main(args: readonly string[]): Promise<number> {
  const only = args.filter((arg) => arg !== "--only" && arg !== "--");
  const unknown = only.find((name) => !CHECKS.some((check) => check.name === name));
  if (unknown !== undefined) {
    console.error(`"${unknown}" is not a check; the checks are ${CHECKS.map((check) => check.name).join(", ")}`);
    return 2;
  }
  const checks = only.length === 0 ? CHECKS : CHECKS.filter((check) => only.includes(check.name));
  const results = await runChecks(checks, openRepo(ROOT), EXCEPTIONS);
  for (const result of results) console.log(resultText(result));
  const failed = results.filter((result) => result.problems.length > 0).length;
  console.log(`\n${results.length - failed} checks passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

function resultText({ check, problems, note }: CheckResult): string {
  const mark = problems.length === 0 ? "✓" : "✗";
  const lines = [`${mark} ${check.name.padEnd(20)} ${problems.length === 0 ? note : check.why}`.trimEnd()];
  return [...lines, ...problems.map((problem) => `    ${place(problem)}  ${problem.message}`)].join("\n");
}

function place({ file, line }: Problem): string {
  return line === undefined ? file : `${file}:${line}`;
}

process.exitCode = await main(process.argv.slice(2));
