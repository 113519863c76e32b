import type { CodeBlock, Located } from "./markdown.ts";

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
