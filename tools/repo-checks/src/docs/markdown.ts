import type { Repo } from "../repo/repo.ts";

/** A fenced code block. `lines` are its own lines; `line` is the number of the first of them in the file, from 1. */
export interface CodeBlock {
  readonly info: string;
  readonly line: number;
  readonly lines: readonly string[];
}

/** A piece of text with the line that it stands on. */
export interface Located {
  readonly text: string;
  readonly line: number;
}

/** The parts of a Markdown file that say something about the repository. */
export interface Markdown {
  readonly blocks: readonly CodeBlock[];
  /** Contents of inline code. */
  readonly spans: readonly Located[];
  /** Targets of links, images and reference definitions. */
  readonly links: readonly Located[];
  /** What a `#fragment` can name: headings as GitHub slugs them, and explicit ids. */
  readonly anchors: ReadonlySet<string>;
}

const FENCE = /^\s*(`{3,}|~{3,})\s*([^`]*)$/;
const SPAN = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;
const LINK = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;
const DEFINITION = /^\s*\[[^\]]+\]:\s*(\S+)/;
const ID = /<a\s+(?:id|name)="([^"]+)"/g;

/** Reads a file line by line. Indented code blocks are read as prose: we do not use them. */
export function readMarkdown(text: string): Markdown {
  const { blocks, prose } = splitBlocks(text.split("\n"));
  const plain = prose.map(({ text: line, line: number }) => ({ text: line.replaceAll(SPAN, ""), line: number }));
  return {
    blocks,
    spans: prose.flatMap((line) => matches(line, SPAN, 2)),
    links: plain.flatMap((line) => [...matches(line, LINK, 1), ...matches(line, new RegExp(DEFINITION, "g"), 1)]),
    anchors: new Set([...slugs(prose), ...prose.flatMap((line) => matches(line, ID, 1).map((id) => id.text))]),
  };
}

function splitBlocks(lines: readonly string[]): { blocks: CodeBlock[]; prose: Located[] } {
  const blocks: CodeBlock[] = [];
  const prose: Located[] = [];
  let open: { fence: string; info: string; line: number; lines: string[] } | undefined;
  for (const [index, text] of lines.entries()) {
    const [, fence, info = ""] = FENCE.exec(text) ?? [];
    if (open) {
      if (fence?.startsWith(open.fence) && info.trim() === "") {
        blocks.push(open);
        open = undefined;
      } else open.lines.push(text);
    } else if (fence) open = { fence, info: info.trim(), line: index + 2, lines: [] };
    else prose.push({ text, line: index + 1 });
  }
  return { blocks, prose };
}

function matches(line: Located, pattern: RegExp, group: number): Located[] {
  return [...line.text.matchAll(pattern)].map((match) => ({ text: match[group] ?? "", line: line.line }));
}

/** GitHub's rule: lower case, without punctuation, spaces to hyphens, `-1`, `-2` on repeats. */
function slugs(prose: readonly Located[]): string[] {
  const seen = new Map<string, number>();
  return prose.flatMap(({ text }) => {
    const title = /^#{1,6}\s+(.*?)\s*#*$/.exec(text)?.[1];
    if (title === undefined) return [];
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = words.replaceAll(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return [count === 0 ? slug : `${slug}-${count}`];
  });
}

/** Pages that people write. Changelogs tell of the past, so what they cite need not exist any more. */
export function markdownFiles(repo: Repo): string[] {
  return repo.files.filter((file) => file.endsWith(".md") && !/(^|\/)(CHANGELOG\.md$|fixtures\/)/.test(file));
}
