import { posix } from "node:path";
import { type Located, type Markdown, markdownFiles, readMarkdown } from "../docs/markdown.ts";
import { exists, missingPath, treePaths } from "../docs/paths.ts";
import { onlyNames } from "../gates/only.ts";
import { asStrings, type WorkspacePackage, workspacePackages } from "../repo/workspace.ts";
import type { Repo } from "../repo/repo.ts";
import { compileSnippets } from "../snippets/compile-snippets.ts";
import { readSnippets } from "../snippets/snippets.ts";
import { lineCount } from "../source/source-files.ts";
import { type Check, found, type Problem } from "./check.ts";

/** Text that must not stand in any tracked file. */
interface ForbiddenWord {
  readonly pattern: RegExp;
  readonly reason: string;
  /** Only in files whose path matches; default: all. */
  readonly files?: RegExp;
}

const FORBIDDEN_WORDS: readonly ForbiddenWord[] = [
  {
    pattern: /(?<![\w.~-])\/(?:work|tmp|root)\//,
    reason: "an absolute path exists on one machine only: write it from the root of the repository, or use os.tmpdir()",
    // Tests hand made-up paths to code that only reads the text.
    files: /^(?!.*\/test\/)/,
  },
  {
    pattern: /\.\.\/shared\/(?:design|source)/,
    reason: "lies outside the repository: say it here, or cite ARCHITECTURE.md or spec/decisions",
  },
  {
    pattern: /\b(?:TO[D]O|FIX[M]E|XX[X])\b/,
    reason: "unfinished work belongs into an issue, not into the source",
  },
  {
    pattern: /^(?:<{7}|>{7}) /,
    reason: "a merge conflict was committed",
  },
];

/** Files that are not prose or code of ours, or hold the words on purpose. */
const UNREAD = /^pnpm-lock\.yaml$|\.(png|ico|woff2?|jpg|gif|pdf|gz|tgz)$/;

/** Builds the check over a list of words; the repository's own list is `FORBIDDEN_WORDS`. */
export function forbiddenWordsCheck(words: readonly ForbiddenWord[]): Check {
  return {
    name: "forbidden-words",
    why: "text that is true on one machine or one day only does not belong into the repository",
    run(repo) {
      const files = repo.files.filter((file) => !UNREAD.test(file));
      return found(
        files.flatMap((file) => {
          const active = words.filter((word) => word.files?.test(file) ?? true);
          return repo
            .read(file)
            .split("\n")
            .flatMap((text, index) =>
              active.flatMap((word) => {
                const match = word.pattern.exec(text)?.[0].trim();
                return match === undefined
                  ? []
                  : [{ file, line: index + 1, subject: match, message: `"${match}": ${word.reason}` }];
              }),
            );
        }),
      );
    },
  };
}

export const forbiddenWords: Check = forbiddenWordsCheck(FORBIDDEN_WORDS);

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
        ...files.flatMap((file) => missingPaths(repo, file)),
        ...unmapped(repo, "README.md", "link", ({ links }) => links),
        ...unmapped(repo, "ARCHITECTURE.md", "tree", ({ blocks }) => blocks.flatMap(treePaths)),
      ],
      note: `${files.length} pages`,
    };
  },
};

/** Packages that a page does not show: each is on the map of the README, and in the tree of the architecture. */
function unmapped(repo: Repo, file: string, kind: string, placesOf: (page: Markdown) => readonly Located[]): Problem[] {
  if (!repo.has(file)) return [];
  const places = placesOf(readMarkdown(repo.read(file))).map(({ text }) => `${text}/`);
  return workspacePackages(repo)
    .filter(({ dir }) => dir !== "" && !places.some((place) => place.startsWith(`${dir}/`)))
    .map(({ dir }) => ({
      file,
      subject: dir,
      message: `has no ${kind} with ${dir}/; add a line that says what it is`,
    }));
}

function missingPaths(repo: Repo, file: string): Problem[] {
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

/** Relative links and their fragments. Other sites are not asked: a check must not depend on a network. */
export const docLinks: Check = {
  name: "doc-links",
  why: "a link either leads somewhere or is a lie",
  run(repo) {
    return found(
      markdownFiles(repo).flatMap((file) =>
        readMarkdown(repo.read(file)).links.flatMap(({ text, line }) => {
          const message = objection(repo, file, text);
          return message ? [{ file, line, subject: text, message }] : [];
        }),
      ),
    );
  },
};

function objection(repo: Repo, file: string, link: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(link)) return undefined;
  if (link.startsWith("/")) return `${link} is absolute; write it relative to the page`;
  const [path = "", fragment] = link.split("#", 2);
  const target = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), decodeURI(path)));
  if (target.startsWith("..")) return `${link} leaves the repository`;
  if (!repo.has(target)) return `${link} does not exist`;
  if (fragment === undefined || hasFragment(repo, target, fragment)) return undefined;
  return `${target} has no #${fragment}`;
}

function hasFragment(repo: Repo, target: string, fragment: string): boolean {
  if (!repo.files.includes(target)) return false;
  if (target.endsWith(".md")) return readMarkdown(repo.read(target)).anchors.has(fragment);
  const lines = /^L(\d+)(?:-L(\d+))?$/.exec(fragment);
  return lines !== null && Number(lines[2] ?? lines[1]) <= lineCount(repo.read(target));
}

/** What pnpm itself understands, as far as pages mention it. */
const PNPM_COMMANDS = new Set(["add", "dlx", "exec", "i", "install", "pack", "publish", "remove", "run", "update"]);

/** `pnpm <word>` and `--only <gate or check>` in pages; `checks` returns the names of all checks. */
export function docCommandsCheck(checks: () => readonly string[]): Check {
  return {
    name: "doc-commands",
    why: "a command in a page is typed by somebody: it must exist",
    run(repo) {
      const packages = workspacePackages(repo);
      return found(
        markdownFiles(repo).flatMap((file) => {
          const texts = commandTexts(readMarkdown(repo.read(file)));
          return [...unknownScripts(file, texts, packages), ...unknownNames(file, texts, checks())];
        }),
      );
    },
  };
}

function unknownScripts(file: string, texts: readonly Located[], packages: readonly WorkspacePackage[]): Problem[] {
  // A page inside a package speaks of that package's scripts too.
  const owners = packages.filter((pkg) => pkg.dir === "" || file.startsWith(`${pkg.dir}/`));
  const scripts = new Set(owners.flatMap((pkg) => Object.keys(asStrings(pkg.manifest.scripts))));
  return texts.flatMap(({ text, line }) =>
    [...text.matchAll(/\bpnpm(?:@\d+)? (?:run )?([a-z][\w:-]*)/g)]
      .map((match) => match[1] ?? "")
      .filter((name) => !scripts.has(name) && !PNPM_COMMANDS.has(name))
      .map((name) => ({
        file,
        line,
        subject: name,
        message: `pnpm ${name} is not a script of the root or of this package`,
      })),
  );
}

function unknownNames(file: string, texts: readonly Located[], checks: readonly string[]): Problem[] {
  return texts.flatMap(({ text, line }) =>
    onlyNames(text).flatMap(({ name, of, gates }) => {
      const known = of === "gates" ? gates : checks;
      if (known.includes(name)) return [];
      return [{ file, line, subject: name, message: `--only ${name}: the ${of} are ${known.join(", ")}` }];
    }),
  );
}

function commandTexts(page: Markdown): Located[] {
  const blocks = page.blocks.filter(({ info }) => /^(sh|bash|shell|console)\b/.test(info));
  return [
    ...page.spans,
    ...blocks.flatMap((block) => block.lines.map((text, index) => ({ text, line: block.line + index }))),
  ];
}

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
