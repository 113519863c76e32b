import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CodeBlock, readMarkdown } from "../docs/markdown.ts";

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

/**
 * The blocks of a page of this repository in another language, for tests that run them.
 * @param file - path from the root
 * @param language - the first word of their info strings, such as `python`
 * @throws when the file does not exist
 */
export function codeBlocks(file: string, language: string): string[] {
  const { blocks } = readMarkdown(readFileSync(join(ROOT, file), "utf8"));
  return blocks.filter(({ info }) => info.split(/\s+/)[0] === language).map(({ lines }) => lines.join("\n"));
}

/** A TypeScript block of a page. */
export interface Snippet {
  /** The page, from the root of the repository. */
  readonly file: string;
  /** Line of the first line of code in the page, from 1. */
  readonly line: number;
  readonly code: string;
  /** `tsx` has JSX in it. */
  readonly language: "ts" | "tsx";
  /** Tagged `ts run`: it is meant to be executed against a running server, not only compiled. */
  readonly run: boolean;
  /** The ```text blocks that come next after its code: what it prints. Undefined without one. */
  readonly prints: string | undefined;
}

const LANGUAGES: Readonly<Record<string, Snippet["language"]>> = { ts: "ts", typescript: "ts", tsx: "tsx" };

/**
 * The ```ts and ```tsx blocks of a page. Each stands alone, except one tagged `more`, which goes on with the block before
 * it. A block that goes on keeps its distance in lines, so that line numbers of the code are line numbers of the page.
 */
export function readSnippets(file: string, text: string): Snippet[] {
  const read: Snippet[] = [];
  let isBelowCode = false;
  for (const block of readMarkdown(text).blocks) {
    const [name = "", ...tags] = block.info.split(/\s+/);
    const language = LANGUAGES[name];
    if (language) {
      const previous = tags.includes("more") ? read.pop() : undefined;
      const run = tags.includes("run");
      const own = { file, line: block.line, language, run, code: block.lines.join("\n"), prints: undefined };
      read.push(previous ? joined(previous, own) : own);
    } else if (name === "text" && isBelowCode) {
      const previous = read.pop();
      if (previous) read.push({ ...previous, prints: (previous.prints ?? "") + linesOf(block) });
    }
    isBelowCode = language !== undefined;
  }
  return read;
}

function joined(first: Snippet, second: Snippet): Snippet {
  const gap = "\n".repeat(second.line - first.line - first.code.split("\n").length + 1);
  return { ...first, code: `${first.code}${gap}${second.code}`, run: first.run || second.run };
}

/** A ```sh run block of a page: commands that a test executes. */
export interface ShellBlock {
  /** Line of the first command in the page, from 1. */
  readonly line: number;
  readonly code: string;
  /** The ```text block that comes next: what the commands print. Undefined without one. */
  readonly prints: string | undefined;
}

/** The ```sh run blocks of a page, in their order. */
export function readShellBlocks(text: string): ShellBlock[] {
  const { blocks } = readMarkdown(text);
  return blocks.flatMap((block, index) => {
    const [language, ...tags] = block.info.split(/\s+/);
    if (language !== "sh" || !tags.includes("run")) return [];
    const next = blocks[index + 1];
    const prints = next?.info === "text" ? linesOf(next) : undefined;
    return [{ line: block.line, code: block.lines.join("\n"), prints }];
  });
}

/** The lines of a block as a program prints them. */
function linesOf({ lines }: CodeBlock): string {
  return lines.map((line) => `${line}\n`).join("");
}
