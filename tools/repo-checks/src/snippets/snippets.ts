import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readShellBlocks, type ShellBlock } from "./read-shell-blocks.ts";
import { readSnippets, type Snippet } from "./read-snippets.ts";

const ROOT = join(import.meta.dirname, "../../../..");

/**
 * The TypeScript snippets of a page of this repository, for tests that run them.
 * @param file - path from the root, for example `README.md` or `packages/auth/README.md`
 * @throws when the file does not exist
 */
export function snippets(file: string): Snippet[] {
  return readSnippets(file, readFileSync(join(ROOT, file), "utf8"));
}

/**
 * The ```sh run blocks of a page of this repository, for tests that run them.
 * @param file - path from the root
 * @throws when the file does not exist
 */
export function shellBlocks(file: string): ShellBlock[] {
  return readShellBlocks(readFileSync(join(ROOT, file), "utf8"));
}
