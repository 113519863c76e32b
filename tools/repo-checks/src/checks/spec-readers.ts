import { SPEC_READERS } from "../config/arrows.ts";
import { parse, visit, type Source } from "../source/parse.ts";
import { codeFiles } from "../source/source-files.ts";
import { found, type Check, type Problem } from "./check.ts";

/** A path into spec/, as code would write it. */
const SPEC_PATH = /(?:^|[./])spec\/(?:openapi\.yaml|resources|shared|releases|workflows)|\.\.\/spec\/?$/;

/** End-to-end tests run the journeys, and hold the site to the links of the last release: these parts have one more reader. */
const END_TO_END_PATH = /(?:^|\/)spec\/(?:workflows|releases)/;

/** Who names files under spec/ in code. */
export const specReaders: Check = {
  name: "spec-readers",
  why: "spec/ is read by the tools that turn it into packages; everything else takes @fleet-api/contract",
  run(repo) {
    const files = codeFiles(repo).filter((file) => !SPEC_READERS.some((reader) => file.startsWith(reader)));
    return found(files.flatMap((file) => specPaths(parse(repo, file))));
  },
};

function specPaths(source: Source): Problem[] {
  const problems: Problem[] = [];
  const look = (text: string, start: number): void => {
    if (!SPEC_PATH.test(text)) return;
    if (source.path.startsWith("tools/e2e/") && END_TO_END_PATH.test(text)) return;
    const message = `names "${text}"; take what it needs from @fleet-api/contract`;
    problems.push({ file: source.path, line: source.line(start), subject: text, message });
  };
  visit(source, {
    Literal: (node) => {
      if (typeof node.value === "string") look(node.value, node.start);
    },
    TemplateElement: (node) => look(node.value.raw, node.start),
  });
  return problems;
}
