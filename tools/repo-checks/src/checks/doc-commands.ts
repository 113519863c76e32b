import { markdownFiles } from "../docs/markdown-files.ts";
import { readMarkdown, type Located, type Markdown } from "../docs/markdown.ts";
import { TEST } from "../gates/gate-list.ts";
import { asStrings } from "../repo/records.ts";
import { workspacePackages, type WorkspacePackage } from "../repo/workspace.ts";
import { found, type Check, type Problem } from "./check.ts";

/** What pnpm itself understands, as far as pages mention it. */
const PNPM_COMMANDS = new Set(["add", "dlx", "exec", "i", "install", "pack", "publish", "remove", "run", "update"]);

const GATES = TEST.flat().map((gate) => gate.name);

/** `pnpm <word>` and `--only <gate>` in pages. */
export const docCommands: Check = {
  name: "doc-commands",
  why: "a command in a page is typed by somebody: it must exist",
  run(repo) {
    const packages = workspacePackages(repo);
    return found(markdownFiles(repo).flatMap((file) => pageProblems(file, readMarkdown(repo.read(file)), packages)));
  },
};

function pageProblems(file: string, page: Markdown, packages: readonly WorkspacePackage[]): Problem[] {
  // A page inside a package speaks of that package's scripts too.
  const owners = packages.filter((pkg) => pkg.dir === "" || file.startsWith(`${pkg.dir}/`));
  const scripts = new Set(owners.flatMap((pkg) => Object.keys(asStrings(pkg.manifest.scripts))));
  return commandTexts(page).flatMap(({ text, line }) => [
    ...names(text, /\bpnpm(?:@\d+)? (?:run )?([a-z][\w:-]*)/g)
      .filter((name) => !scripts.has(name) && !PNPM_COMMANDS.has(name))
      .map((name) => ({
        file,
        line,
        subject: name,
        message: `pnpm ${name} is not a script of the root or of this package`,
      })),
    ...names(text, /(?:pnpm|run\.ts)\b.*--only[ =]([a-z][\w:-]*)/g)
      .filter((name) => !GATES.includes(name))
      .map((name) => ({ file, line, subject: name, message: `--only ${name}: the gates are ${GATES.join(", ")}` })),
  ]);
}

function commandTexts(page: Markdown): Located[] {
  const blocks = page.blocks.filter(({ info }) => /^(sh|bash|shell|console)\b/.test(info));
  return [
    ...page.spans,
    ...blocks.flatMap((block) => block.lines.map((text, index) => ({ text, line: block.line + index }))),
  ];
}

function names(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}
