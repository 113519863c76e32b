import { posix } from "node:path";
import { markdownFiles } from "../docs/markdown-files.ts";
import { readMarkdown } from "../docs/markdown.ts";
import type { Repo } from "../repo/repo.ts";
import { lineCount } from "../source/source-files.ts";
import { found, type Check } from "./check.ts";

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
