/**
 * Copies what the compiler leaves behind (SQL and hand-written JavaScript) from src to dist, so
 * that modules find their files at the same relative place in both.
 */
import { copyFileSync, globSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");

for (const file of globSync("**/*.{sql,mjs,js}", { cwd: join(root, "src") })) {
  const target = join(root, "dist", file);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(root, "src", file), target);
}
