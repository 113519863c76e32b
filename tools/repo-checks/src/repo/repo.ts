import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The tree under check. Paths are relative to the root, with forward slashes. */
export interface Repo {
  /** Absolute path of the root. */
  readonly root: string;
  /** Every file that git tracks or would track, sorted. */
  readonly files: readonly string[];
  /** Whether the path is one of `files` or a folder above one; "" is the root. */
  has(path: string): boolean;
  /** The text of a file. Throws when it is not in `files`. */
  read(path: string): string;
}

/** A repo over any source of text. Tests seed trees with it that never touch a disk. */
export function createRepo(root: string, files: readonly string[], readText: (path: string) => string): Repo {
  const sorted = files.toSorted();
  const known = new Set(["", ...sorted.flatMap(withFolders)]);
  const texts = new Map<string, string>();
  return {
    root,
    files: sorted,
    has: (path) => known.has(path.replace(/\/$/, "")),
    read(path) {
      const text = texts.get(path) ?? readText(path);
      texts.set(path, text);
      return text;
    },
  };
}

/** The tree on disk. */
export function openRepo(root: string): Repo {
  const files = listFiles(root).filter((path) => existsSync(join(root, path)));
  return createRepo(root, files, (path) => readFileSync(join(root, path), "utf8"));
}

function withFolders(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** What a checkout without git (an unpacked archive) must not descend into: the git-ignored folders. */
const IGNORED_FOLDERS = new Set([".git", "node_modules", "dist", "built", ".turbo", ".fleet-data", ".snippets"]);

/** Tracked files and new ones that are not ignored, relative to the root; a plain walk where git does not answer. */
export function listFiles(root: string): string[] {
  return gitFiles(root) ?? walk(root, root);
}

function gitFiles(root: string): string[] | undefined {
  try {
    const args = ["-C", root, "ls-files", "-co", "--exclude-standard", "-z"];
    const output = execFileSync("git", args, {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const files = [...new Set(output.split("\0").filter(Boolean))];
    return files.length > 0 ? files : undefined;
  } catch {
    return undefined;
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : walk(root, path);
    return entry.isFile() ? [relative(root, path).split(sep).join("/")] : [];
  });
}
