import { isBuiltin } from "node:module";
import { check } from "recheck";
import {
  CLOCK_SOURCES,
  ENVIRONMENT_READERS,
  EXPOSED,
  IN_PAGES,
  NOT_IN_PAGES,
  PORTABLE_FOLDERS,
} from "../config/arrows.ts";
import { globalUses } from "../source/syntax.ts";
import { importsOf } from "../source/imports.ts";
import { parse, type Source, visit } from "../source/parse.ts";
import { codeFiles, isTest, sourceFiles } from "../source/source-files.ts";
import { type Check, found, type Problem } from "./check.ts";

/** Whether a file is below one of these paths. */
function isUnder(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => file.startsWith(path));
}

const NODE_GLOBALS = new Set(["Buffer", "process", "global", "require()", "setImmediate()"]);

/** No Node module and no Node global in code that also runs in browsers and workers. */
export const portableCode: Check = {
  name: "portable-code",
  why: "contract, client, auth and the server's core run wherever fetch does: web-standard APIs only",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => isUnder(file, PORTABLE_FOLDERS));
    return found(
      files.flatMap((file) => {
        const source = parse(repo, file);
        const imports = importsOf(source).filter((use) => isBuiltin(use.specifier));
        return [
          ...imports.map((use) => ({ line: use.line, subject: use.specifier, verb: "imports" })),
          ...globalUses(source, NODE_GLOBALS).map((use) => ({ line: use.line, subject: use.name, verb: "uses" })),
        ].map(({ line, subject, verb }) => ({
          file,
          line,
          subject,
          message: `${verb} ${subject}, which only Node has; use a web-standard API, or let the caller hand it in`,
        }));
      }),
    );
  },
};

/** Functions that one of the oldest supported browsers does not have: Chrome 110, Firefox 115, Safari 16. */
const RECENT_APIS = new Set([
  "AbortSignal.any",
  "Array.fromAsync",
  "Error.captureStackTrace",
  "Iterator.from",
  "Map.groupBy",
  "Object.groupBy",
  "Promise.try",
  "Promise.withResolvers",
  "ReadableStream.from",
  "RegExp.escape",
  "Response.json",
  "URL.canParse",
  "URL.parse",
  "crypto.randomUUID",
]);

/** Methods of the same age, of strings, sets and bytes. */
const RECENT_METHODS =
  /^((is|to)WellFormed|union|intersection|(symmetricD|d)ifference|is(Subset|Superset)Of|isDisjointFrom|(to|from)(Base64|Hex))$/;

/** No function that a browser of the baseline lacks: it would end as a TypeError in somebody's page. */
export const recentApis: Check = {
  name: "recent-apis",
  why: "client, http and auth run in Chrome 110, Firefox 115 and Safari 16, on pages without https too",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => isUnder(file, IN_PAGES) && !isUnder(file, NOT_IN_PAGES));
    return found(
      files.flatMap((file) => {
        const source = parse(repo, file);
        return [...globalUses(source, RECENT_APIS), ...recentMethods(source)].map(({ name, line }) => ({
          file,
          line,
          subject: name,
          message: `uses ${name}, which older browsers, or pages without https, do not have; do without it`,
        }));
      }),
    );
  },
};

function recentMethods(source: Source): { readonly name: string; readonly line: number }[] {
  const uses: { readonly name: string; readonly line: number }[] = [];
  visit(source, {
    MemberExpression: (node) => {
      const name = source.text.slice(node.property.start, node.property.end);
      if (RECENT_METHODS.test(name)) uses.push({ name, line: source.line(node.start) });
    },
  });
  return uses;
}

/** `process.env` and `env` of node:process, outside the places that read configuration. */
export const environmentReads: Check = {
  name: "environment-reads",
  why: "configuration is read once, at the entry, and handed in: a value read at request time cannot be tested",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => !isUnder(file, ENVIRONMENT_READERS));
    return found(
      files.flatMap((file) =>
        environmentLines(parse(repo, file)).map((line) => ({
          file,
          line,
          subject: "process.env",
          message: "reads the environment; only packages/server/src/main.ts and tools may: take it as an option",
        })),
      ),
    );
  },
};

function environmentLines(source: Source): number[] {
  const lines = globalUses(source, new Set(["process.env"])).map((use) => use.line);
  visit(source, {
    ImportDeclaration: (node) => {
      if (!/^(node:)?process$/.test(node.source.value)) return;
      const text = source.text.slice(node.start, node.end);
      if (/\benv\b/.test(text) || /import\s+(\w|\*)/.test(text)) lines.push(source.line(node.start));
    },
  });
  return lines;
}

const CLOCKS_AND_DICE = new Set([
  "Date.now",
  "new Date()",
  "Date()",
  "performance.now",
  "Math.random",
  "crypto.getRandomValues",
  "crypto.randomUUID",
]);

/** Time and chance come in through one door per package. */
export const clockAndRandom: Check = {
  name: "clock-and-random",
  why: "time and randomness are handed in, so that every test can choose them",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => !isUnder(file, CLOCK_SOURCES));
    return found(
      files.flatMap((file) =>
        globalUses(parse(repo, file), CLOCKS_AND_DICE).map((use) => ({
          file,
          line: use.line,
          subject: use.name,
          message: `uses ${use.name}; take a clock or a random source from the caller (${CLOCK_SOURCES.join(", ")} may)`,
        })),
      ),
    );
  },
};

const SWITCHED_OFF = /@ts-(ignore|nocheck|expect-error)\b/;

/** No `any`, and no comment that switches the compiler off. Tests may expect an error: types are the product there. */
export const noAny: Check = {
  name: "no-any",
  why: "an `any` is a hole that every type around it leaks through",
  run(repo) {
    return found(codeFiles(repo).flatMap((file) => [...anyTypes(parse(repo, file)), ...comments(parse(repo, file))]));
  },
};

function anyTypes(source: Source): Problem[] {
  if (isTest(source.path)) return [];
  const problems: Problem[] = [];
  visit(source, {
    TSAnyKeyword: (node) => {
      problems.push({
        file: source.path,
        line: source.line(node.start),
        subject: "any",
        message: "`any`; use `unknown` and narrow it",
      });
    },
  });
  return problems;
}

function comments(source: Source): Problem[] {
  return source.comments.flatMap((comment) => {
    const name = SWITCHED_OFF.exec(comment.value.trimStart())?.[1];
    if (name === undefined || (name === "expect-error" && isTest(source.path))) return [];
    const message = `@ts-${name} switches the compiler off; mend the type`;
    return [{ file: source.path, line: source.line(comment.start), subject: `@ts-${name}`, message }];
  });
}

/** A regular expression of a source file. */
interface Pattern {
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** The checker counts steps; without these limits of time, a slow machine cannot change what it finds. */
const LIMITS = { timeout: 300_000, incubationTimeout: null, attackTimeout: null };

/** The server matches its patterns against untrusted input, so their time must grow linearly with the text. */
export const linearPatterns: Check = {
  name: "linear-patterns",
  why: "a pattern that backtracks lets one header or body stop the server for all clients",
  async run(repo) {
    const files = sourceFiles(repo).filter((file) => isUnder(file, EXPOSED));
    const problems: Problem[] = [];
    for (const file of files) problems.push(...(await fileProblems(parse(repo, file))));
    return { problems };
  },
};

async function fileProblems(source: Source): Promise<Problem[]> {
  const { patterns, problems } = patternsOf(source);
  for (const { line, source: pattern, flags } of patterns) {
    const result = await check(pattern, flags, LIMITS);
    if (result.status === "safe") continue;
    const time = result.status === "vulnerable" ? result.complexity.summary : "unknown";
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
