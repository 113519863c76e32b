/** `node src/run.ts [client] [auth] [size] [types] [server] [stalls] [--json]`: measures, and prints one table after the other. */
import { readArguments } from "./arguments.ts";
import { authSection } from "./auth/section.ts";
import { clientSection } from "./client/section.ts";
import { machine } from "./report/machine.ts";
import type { Section } from "./report/section.ts";
import { print } from "./report/table.ts";
import { serverSection } from "./server/section.ts";
import { sizeSection } from "./size/section.ts";
import { stallsSection } from "./stalls/section.ts";
import { typesSection } from "./types/section.ts";

/** The client goes first, while the process has run nothing else. */
const sections: readonly Section[] = [
  clientSection,
  authSection,
  sizeSection,
  typesSection,
  serverSection,
  stallsSection,
];

try {
  const { sections: names, json } = readArguments(
    process.argv.slice(2),
    sections.map(({ name }) => name),
  );
  await run(
    sections.filter(({ name }) => names.includes(name)),
    json,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
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
