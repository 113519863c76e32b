import type { Check, Findings, Problem } from "./checks/check.ts";
import type { Exception } from "./config/exceptions.ts";
import type { Repo } from "./repo/repo.ts";

/** What a check found after the exceptions were taken out. */
export interface CheckResult {
  readonly check: Check;
  readonly problems: readonly Problem[];
  readonly note: string;
}

/**
 * Runs the checks one after another. Exceptions that matched nothing come back as a last result of their own, but only
 * for checks that ran.
 */
export async function runChecks(
  checks: readonly Check[],
  repo: Repo,
  exceptions: readonly Exception[],
): Promise<CheckResult[]> {
  const used = new Set<Exception>();
  const results: CheckResult[] = [];
  for (const check of checks) {
    const { problems, note = "" } = await findingsOf(check, repo);
    const open = problems.filter((problem) => {
      const matching = exceptions.filter((exception) => matches(exception, check, problem));
      for (const exception of matching) used.add(exception);
      return matching.length === 0;
    });
    results.push({ check, problems: open, note });
  }
  const ran = new Set(checks.map((check) => check.name));
  return [
    ...results,
    exceptionResult(
      exceptions.filter((exception) => ran.has(exception.check)),
      used,
    ),
  ];
}

/** A check that throws (a file that does not parse) has found something too. */
async function findingsOf(check: Check, repo: Repo): Promise<Findings> {
  try {
    return await check.run(repo);
  } catch (error) {
    return {
      problems: [
        { file: check.name, message: `could not look: ${error instanceof Error ? error.message : String(error)}` },
      ],
    };
  }
}

function matches(exception: Exception, check: Check, problem: Problem): boolean {
  const sameSubject = exception.subject === undefined || exception.subject === problem.subject;
  return exception.check === check.name && exception.file === problem.file && sameSubject;
}

const EXCEPTIONS_CHECK: Check = {
  name: "exceptions",
  why: "an exception that excuses nothing any more hides the next violation",
  run: () => ({ problems: [] }),
};

function exceptionResult(exceptions: readonly Exception[], used: ReadonlySet<Exception>): CheckResult {
  const problems = exceptions
    .filter((exception) => !used.has(exception))
    .map(({ check, file, subject }) => ({
      file: "tools/repo-checks/src/config/exceptions.ts",
      message: `the exception of ${check} for ${file}${subject ? ` (${subject})` : ""} matches nothing; remove it`,
    }));
  return { check: EXCEPTIONS_CHECK, problems, note: `${exceptions.length} in use or stale` };
}
