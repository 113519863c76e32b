import { parse, visit, type Source } from "../source/parse.ts";
import { codeFiles, isTest } from "../source/source-files.ts";
import { found, type Check, type Problem } from "./check.ts";

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
