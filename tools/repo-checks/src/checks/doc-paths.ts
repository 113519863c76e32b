import { markdownFiles } from "../docs/markdown-files.ts";
import { readMarkdown, type Located, type Markdown } from "../docs/markdown.ts";
import { exists, missingPath } from "../docs/path-words.ts";
import { treePaths } from "../docs/tree-listing.ts";
import type { Repo } from "../repo/repo.ts";
import type { Check, Problem } from "./check.ts";

/** Pages that a newcomer looks for first. */
const EXPECTED = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/** Paths in inline code, in drawn trees and in shell blocks. Links are the business of `doc-links`. */
export const docPaths: Check = {
  name: "doc-paths",
  why: "a page that cites a path that is gone misleads every reader after that",
  run(repo) {
    const files = markdownFiles(repo);
    const missing = EXPECTED.filter((file) => !files.includes(file));
    return {
      problems: [
        ...missing.map((file) => ({
          file,
          message: "does not exist; the first pages of the repository are part of it",
        })),
        ...files.flatMap((file) => pageProblems(repo, file)),
      ],
      note: `${files.length} pages`,
    };
  },
};

function pageProblems(repo: Repo, file: string): Problem[] {
  const page = readMarkdown(repo.read(file));
  const words = [...page.spans, ...shellWords(page)].flatMap(({ text, line }) => {
    const path = missingPath(repo, file, text);
    return path === undefined ? [] : [{ text: path, line }];
  });
  const trees = page.blocks
    .flatMap(treePaths)
    .filter(({ text }) => !exists(repo, text) && missingPath(repo, file, text));
  return [...words, ...trees].map(({ text, line }) => ({
    file,
    line,
    subject: text,
    message: `${text} does not exist`,
  }));
}

/** Words of shell blocks with a slash inside; a lone file name there may be one that the reader makes. */
function shellWords(page: Markdown): Located[] {
  return page.blocks
    .filter(({ info }) => /^(sh|bash|shell|console)\b/.test(info))
    .flatMap((block) => block.lines.map((text, index) => ({ text, line: block.line + index })))
    .flatMap(({ text, line }) =>
      text
        .replace(/(^|\s)#.*$/, "")
        .split(/[\s'"=]+/)
        .filter((word) => /^\w.*\//.test(word))
        .map((word) => ({ text: word, line })),
    );
}
