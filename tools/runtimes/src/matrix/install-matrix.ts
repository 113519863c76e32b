import { runPnpm } from "../pnpm.ts";
import { lastWords, type ProgramEnd } from "../program.ts";
import { MATRIX, missing } from "./listed.ts";

/** About 250 MB come down. In milliseconds. */
const LIMIT_MS = 600_000;

/** How pnpm says that it reached nobody. A registry that answers with an error is another matter. */
const UNREACHED =
  /dns error|tcp connect error|operation timed out|\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT)\b/;

/**
 * Installs the matrix as its lockfile says, when anything is missing or of another version.
 * @returns why what is missing cannot be had: there is no network. Undefined when all is there.
 * @throws Error with the words of pnpm when it failed for another reason.
 */
export async function installMatrix(): Promise<string | undefined> {
  if (missing().length === 0) return undefined;
  console.log("runtimes: installing the matrix; this is done once");
  const args = ["install", "--frozen-lockfile", "--reporter=append-only"];
  const end = await runPnpm(args, { cwd: MATRIX, timeoutMs: LIMIT_MS });
  return judgeInstall(end, missing());
}

/**
 * What an install came to. pnpm ends well without an optional package that it could not fetch, so that its exit code
 * alone says little.
 * @param left - names of what is still missing
 */
export function judgeInstall(end: ProgramEnd, left: readonly string[]): string | undefined {
  if (end.code === 0 && left.length === 0) return undefined;
  const words = lastWords(end);
  // A single try that failed is no verdict: the next one may have got an answer.
  const verdict = words.replaceAll(/^\[WARN\] GET .*$/gm, "");
  if (UNREACHED.test(verdict)) return "it is not installed, and the registry cannot be reached";
  throw new Error(`the matrix lacks ${left.join(", ") || "nothing, but its install failed"}:\n${words}`);
}
