import { type CodeBlock, readMarkdown } from "../docs/markdown.ts";

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
export function linesOf({ lines }: CodeBlock): string {
  return lines.map((line) => `${line}\n`).join("");
}
