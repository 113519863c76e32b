/** `node src/run.ts [section]... [--json] [--quick]`: measures, and prints one table after the other. */
import { execFileSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { readArguments } from "./arguments.ts";

try {
  const request = readArguments(process.argv.slice(2));
  generateContract();
  // Not at the top of the file: the sections read what was just generated.
  const { runSections } = await import("./sections.ts");
  await runSections(request, (text) => process.stdout.write(text));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Runs codegen. Its messages go to standard error, because standard output is for the figures. */
function generateContract(): void {
  const root = join(import.meta.dirname, "../../..");
  const PATH = [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  execFileSync("turbo", ["run", "codegen", "--output-logs=errors-only"], {
    cwd: root,
    env: { ...process.env, PATH },
    shell: process.platform === "win32",
    stdio: ["ignore", 2, 2],
  });
}
