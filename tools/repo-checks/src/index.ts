export { compileSnippets } from "./snippets/compile-snippets.ts";
export { shellBlocks, snippets } from "./snippets/snippets.ts";
export type { Snippet } from "./snippets/read-snippets.ts";
export type { ShellBlock } from "./snippets/read-shell-blocks.ts";
