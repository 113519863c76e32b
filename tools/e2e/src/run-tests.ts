/** The `e2e` command: `node src/run-tests.ts [name]...` generates, builds the reference site, and runs these tests. */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { delimiter, join } from "node:path";
import { readTestWords } from "./test-words.ts";

const root = join(import.meta.dirname, "../../..");

try {
  const files = globSync("**/*.test.ts", { cwd: join(import.meta.dirname, "../test") });
  process.exitCode = run(readTestWords(process.argv.slice(2), files));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function run(files: readonly string[]): number {
  const { status, error } = spawnSync("turbo", ["run", "e2e", "--output-logs=full", "--", ...files], {
    cwd: root,
    env: { ...process.env, PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter) },
    shell: process.platform === "win32",
    stdio: "inherit",
  });
  if (error) throw error;
  return status ?? 1;
}
