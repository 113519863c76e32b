export { snippets } from "./snippets/snippets.ts";
export type { Snippet } from "./snippets/read-snippets.ts";
