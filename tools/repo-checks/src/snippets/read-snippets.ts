import { readMarkdown } from "../docs/markdown.ts";
import { linesOf } from "./read-shell-blocks.ts";

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
  const snippets: Snippet[] = [];
  let isBelowCode = false;
  for (const block of readMarkdown(text).blocks) {
    const [name = "", ...tags] = block.info.split(/\s+/);
    const language = LANGUAGES[name];
    if (language) {
      const previous = tags.includes("more") ? snippets.pop() : undefined;
      const run = tags.includes("run");
      const own = { file, line: block.line, language, run, code: block.lines.join("\n"), prints: undefined };
      snippets.push(previous ? joined(previous, own) : own);
    } else if (name === "text" && isBelowCode) {
      const previous = snippets.pop();
      if (previous) snippets.push({ ...previous, prints: (previous.prints ?? "") + linesOf(block) });
    }
    isBelowCode = language !== undefined;
  }
  return snippets;
}

function joined(first: Snippet, second: Snippet): Snippet {
  const gap = "\n".repeat(second.line - first.line - first.code.split("\n").length + 1);
  return { ...first, code: `${first.code}${gap}${second.code}`, run: first.run || second.run };
}
