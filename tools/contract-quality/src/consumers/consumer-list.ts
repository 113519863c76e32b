import { fileURLToPath } from "node:url";

/** A tool of other people that reads OpenAPI documents. */
export interface Consumer {
  readonly name: string;
  /** `node <script> <document> <folder>`: fails, or complains on stderr, when the tool does not accept the document. */
  readonly script: string;
  /** Whether it writes TypeScript into the folder, which must compile. */
  readonly generates: boolean;
}

/**
 * One validator, one linter and three generators that share no parser. openapi-typescript, the sixth, makes the types
 * of packages/contract, so every other gate depends on its verdict already.
 */
export const CONSUMERS: readonly Consumer[] = [
  { name: "openapi-schema-validator", script: scriptOf("openapi-schema-validator"), generates: false },
  { name: "spectral", script: scriptOf("spectral"), generates: false },
  { name: "hey-api", script: scriptOf("hey-api"), generates: true },
  { name: "orval", script: scriptOf("orval"), generates: true },
  { name: "redocly-client", script: scriptOf("redocly-client"), generates: true },
];

function scriptOf(name: string): string {
  return fileURLToPath(new URL(`${name}.ts`, import.meta.url));
}
