import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./list-files.ts";

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
