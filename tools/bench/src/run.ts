/** `node src/run.ts [client] [auth] [size] [validators] [types] [codegen] [server] [scale] [stalls] [docs] [--json]`: measures, and prints one table after the other. */
import { execFileSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { readArguments } from "./arguments.ts";
import { machine } from "./report/machine.ts";
import type { Section } from "./report/section.ts";
import { print } from "./report/table.ts";

try {
  const { sections: names, json } = readArguments(process.argv.slice(2));
  generateContract();
  // Not at the top of the file: the sections read what was just generated.
  const { sections } = await import("./sections.ts");
  await run(
    names.map((name) => sections[name]),
    json,
  );
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

async function run(chosen: readonly Section[], json: boolean): Promise<void> {
  const report: Record<string, unknown> = { machine: machine() };
  if (!json) console.log(`${machine()}\n`);
  for (const section of chosen) {
    if (process.stderr.isTTY) console.error(`... ${section.doing}`);
    const tables = await section.run();
    report[section.name] = tables.map(({ title, rows, notes }) => ({ title, rows, notes }));
    if (!json) process.stdout.write(tables.map((table) => print(table)).join(""));
  }
  if (json) console.log(JSON.stringify(report, null, 2));
}
