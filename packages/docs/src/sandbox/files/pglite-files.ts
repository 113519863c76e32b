import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The path of a file that PGlite comes with. */
export function pgliteFile(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite")), name);
}
