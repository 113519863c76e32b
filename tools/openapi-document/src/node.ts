import { readFileSync } from "node:fs";
import { parseDocument } from "./read.ts";
import type { OpenApiDocument } from "./types.ts";

/** Reads the bundled document of a file, such as `import.meta.resolve("@fleet-api/contract/openapi.json")`. */
export function readDocument(url: string | URL): OpenApiDocument {
  return parseDocument(readFileSync(new URL(url), "utf8"));
}
