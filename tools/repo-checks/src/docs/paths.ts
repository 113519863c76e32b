import { posix } from "node:path";
import type { Repo } from "../repo/repo.ts";
import type { CodeBlock, Located } from "./markdown.ts";

/** What the build writes and git ignores: may be cited, cannot be looked up in a fresh clone. */
const BUILT = /(^|\/)(dist|node_modules|\.turbo|\.snippets|\.fleet-data)(\/|$)/;
const FILE_NAME = /\.(?:[cm]?[jt]sx?|json|ya?ml|md|sql|toml)$/;
const PATH_WORD = /^\.{0,2}\/?[\w@.*<>{},-]+(?:\/[\w@.*<>{},-]+)*\/?$/;

/**
 * Judges a word of a page.
 * @param word - for example `packages/auth`, `spec/resources/<group>/`, `src/main.ts:12`, `turbo.json`
 * @param page - the page that it stands in; paths may be written from its folder
 * @returns undefined for a word that is no path of the repository or that exists, else the path that is missing
 */
export function missingPath(repo: Repo, page: string, word: string): string | undefined {
  const path = word.replace(/[#:].*$/, "");
  if (!PATH_WORD.test(path) || BUILT.test(path) || path.startsWith("/")) return undefined;
  const roots = [path, posix.normalize(posix.join(posix.dirname(page), path))];
  if (roots.some((candidate) => exists(repo, candidate))) return undefined;
  return claimsToExist(repo, page, path) ? path : undefined;
}

/** A path claims to exist when it starts like one of ours, or names a file of ours somewhere below. */
function claimsToExist(repo: Repo, page: string, path: string): boolean {
  const [first = "", ...rest] = path.split("/");
  if (first === "." || first === "..") return true;
  const base = posix.dirname(page);
  const startsHere = rest.length > 0 && (repo.has(first) || (base !== "." && repo.has(posix.join(base, first))));
  return startsHere || (FILE_NAME.test(path) && !exists(repo, `**/${path}`));
}

/** Whether a path exists; `*`, `<name>` and `{a,b}` stand for anything between slashes, a leading `**` for any folders. */
export function exists(repo: Repo, path: string): boolean {
  if (!/[*<{]/.test(path)) return repo.has(path);
  const pattern = path
    .replace(/\/$/, "")
    .replaceAll(/[.+^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(",", "|")})`)
    .replaceAll(/<[^>]*>|(?<!\*)\*(?!\*)/g, "[^/]+")
    .replace(/^\*\*\//, "(?:.*/)?")
    .replaceAll("**", ".*");
  const whole = new RegExp(`^${pattern}(?:/|$)`);
  return repo.files.some((file) => whole.test(file));
}

/**
 * The paths of a drawn tree: one entry per line, indented by spaces or box lines, a description after two spaces.
 * @returns nothing for a block that is no tree: a tree has no language (or `tree`, `text`) and begins with a folder.
 */
export function treePaths(block: CodeBlock): Located[] {
  if (!/^(tree|text)?$/.test(block.info)) return [];
  const entries = block.lines.flatMap((text, index) => readEntry(text, block.line + index));
  if (!entries[0]?.names[0]?.endsWith("/")) return [];
  const parents: { indent: number; path: string }[] = [];
  return entries.flatMap(({ indent, names, line }) => {
    while ((parents.at(-1)?.indent ?? -1) >= indent) parents.pop();
    const parent = parents.at(-1)?.path ?? "";
    parents.push({ indent, path: `${parent}${names[0] ?? ""}` });
    return names
      .map((name) => ({ text: `${parent}${name}`.replace(/^\.\//, ""), line }))
      .filter(({ text }) => text !== "");
  });
}

function readEntry(text: string, line: number): { indent: number; names: string[]; line: number }[] {
  const plain = text.replaceAll(/[│├└─|]/g, " ");
  const indent = plain.search(/\S/);
  const names =
    plain
      .trim()
      .split(/\s{2,}/, 1)[0]
      ?.split(" ") ?? [];
  const isEntry = indent >= 0 && names.every((name) => name.endsWith("/") || /\.\w+$/.test(name));
  return isEntry ? [{ indent, names, line }] : [];
}
