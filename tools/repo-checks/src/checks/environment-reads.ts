import { ENVIRONMENT_READERS } from "../config/boundaries.ts";
import { globalUses } from "../source/global-uses.ts";
import { parse, visit, type Source } from "../source/parse.ts";
import { sourceFiles } from "../source/source-files.ts";
import { found, type Check } from "./check.ts";

/** `process.env` and `env` of node:process, outside the places that read configuration. */
export const environmentReads: Check = {
  name: "environment-reads",
  why: "configuration is read once, at the entry, and handed in: a value read at request time cannot be tested",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => !ENVIRONMENT_READERS.some((reader) => file.startsWith(reader)));
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
