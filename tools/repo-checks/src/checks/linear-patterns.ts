import { check } from "recheck";
import { parse, visit, type Source } from "../source/parse.ts";
import { sourceFiles } from "../source/source-files.ts";
import type { Check, Problem } from "./check.ts";

/** A regular expression of a source file. */
interface Pattern {
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** The checker counts steps; without these limits of time, a slow machine cannot change what it finds. */
const LIMITS = { timeout: 300_000, incubationTimeout: null, attackTimeout: null };

const EXPOSED = "packages/server/src/";

/** The server matches its patterns against untrusted input, so their time must grow linearly with the text. */
export const linearPatterns: Check = {
  name: "linear-patterns",
  why: "a pattern that backtracks lets one header or body stop the server for all clients",
  async run(repo) {
    const files = sourceFiles(repo).filter((file) => file.startsWith(EXPOSED));
    const problems: Problem[] = [];
    for (const file of files) problems.push(...(await fileProblems(parse(repo, file))));
    return { problems };
  },
};

async function fileProblems(source: Source): Promise<Problem[]> {
  const { patterns, problems } = patternsOf(source);
  for (const { line, source: pattern, flags } of patterns) {
    const found = await check(pattern, flags, LIMITS);
    if (found.status === "safe") continue;
    const time = found.status === "vulnerable" ? found.complexity.summary : "unknown";
    const message = `/${pattern}/${flags} takes time that is ${time}; make every choice in it unambiguous`;
    problems.push({ file: source.path, line, subject: pattern, message });
  }
  return problems;
}

function patternsOf(source: Source): { patterns: Pattern[]; problems: Problem[] } {
  const patterns: Pattern[] = [];
  const problems: Problem[] = [];
  const madeAtRunTime = (start: number): void => {
    const message = "makes a pattern at run time, which nothing can check; write a literal";
    problems.push({ file: source.path, line: source.line(start), subject: "RegExp", message });
  };
  visit(source, {
    Literal(node) {
      if (!("regex" in node)) return;
      patterns.push({ line: source.line(node.start), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression(node) {
      if (node.callee.type === "Identifier" && node.callee.name === "RegExp") madeAtRunTime(node.start);
    },
    CallExpression(node) {
      if (node.callee.type === "Identifier" && node.callee.name === "RegExp") madeAtRunTime(node.start);
    },
  });
  return { patterns, problems };
}
