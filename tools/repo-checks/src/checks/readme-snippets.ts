import { compileSnippets } from "../snippets/compile-snippets.ts";
import { readSnippets } from "../snippets/read-snippets.ts";
import type { Check } from "./check.ts";

/** Lines that a reader sees before scrolling. */
const FIRST_SCREEN = 25;

/** Pages that show code to users: README.md, and README.md and docs of each package, and the guides of the site. */
const PAGE =
  /^(?:(?:packages\/[^/]+\/)?README\.md|packages\/[^/]+\/docs\/[^/]+\.md|packages\/docs\/guides\/[^/]+\.md)$/;

/** The ```ts blocks of these pages, compiled against the workspace packages. */
export const readmeSnippets: Check = {
  name: "readme-snippets",
  why: "a snippet is copied before it is understood: it must compile",
  async run(repo) {
    const pages = repo.files.filter((file) => PAGE.test(file));
    if (!pages.includes("README.md")) {
      return { problems: [{ file: "README.md", message: "does not exist, so there is no snippet to compile" }] };
    }
    const snippets = pages.flatMap((file) => readSnippets(file, repo.read(file)));
    const errors = snippets.length === 0 ? [] : await compileSnippets(snippets);
    const late = snippets.find(({ file }) => file === "README.md")?.line ?? Infinity;
    return {
      problems: [
        ...errors.map(({ snippet, line, message }) => ({ file: snippet.file, line, message })),
        ...(late > FIRST_SCREEN
          ? [
              {
                file: "README.md",
                message: `no snippet begins before line ${FIRST_SCREEN}: the first screen shows how it is used`,
              },
            ]
          : []),
      ],
      note: `${snippets.length} snippets on ${pages.length} pages`,
    };
  },
};
