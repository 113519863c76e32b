export { compileSnippets } from "./snippets/compile-snippets.ts";
export { codeBlocks, type ShellBlock, shellBlocks, type Snippet, snippets } from "./snippets/snippets.ts";
