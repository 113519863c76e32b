import { readMarkdown } from "../docs/markdown.ts";

/** A TypeScript block of a page. */
export interface Snippet {
  /** The page, from the root of the repository. */
  readonly file: string;
  /** Line of the first line of code in the page, from 1. */
  readonly line: number;
  readonly code: string;
  /** Tagged `ts run`: it is meant to be executed against a running server, not only compiled. */
  readonly run: boolean;
}

/**
 * The ```ts blocks of a page. Each stands alone, except one tagged `ts more`, which goes on with the block before it.
 * A block that goes on keeps its distance in lines, so that line numbers of the code are line numbers of the page.
 */
export function readSnippets(file: string, text: string): Snippet[] {
  const snippets: Snippet[] = [];
  for (const block of readMarkdown(text).blocks) {
    const [language, ...tags] = block.info.split(/\s+/);
    if (language !== "ts" && language !== "typescript") continue;
    const code = block.lines.join("\n");
    const previous = tags.includes("more") ? snippets.pop() : undefined;
    if (!previous) {
      snippets.push({ file, line: block.line, code, run: tags.includes("run") });
      continue;
    }
    const gap = "\n".repeat(block.line - previous.line - previous.code.split("\n").length + 1);
    snippets.push({ ...previous, code: `${previous.code}${gap}${code}`, run: previous.run || tags.includes("run") });
  }
  return snippets;
}
