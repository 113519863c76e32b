/** `node src/run.ts [client] [auth] [size] [types] [server] [--json]`: measures, and prints one table after the other. */
import { parseArgs } from "node:util";
import { authSection } from "./auth/section.ts";
import { clientSection } from "./client/section.ts";
import { machine } from "./report/machine.ts";
import type { Section } from "./report/section.ts";
import { print } from "./report/table.ts";
import { serverSection } from "./server/section.ts";
import { sizeSection } from "./size/section.ts";
import { typesSection } from "./types/section.ts";

/** The client goes first, while the process has run nothing else. */
const sections: readonly Section[] = [clientSection, authSection, sizeSection, typesSection, serverSection];

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !sections.some((section) => section.name === name));
if (unknown === undefined)
  await run(sections.filter(({ name }) => positionals.length === 0 || positionals.includes(name)));
else {
  console.error(`There is no section ${unknown}. Sections: ${sections.map(({ name }) => name).join(", ")}.`);
  process.exitCode = 1;
}

async function run(chosen: readonly Section[]): Promise<void> {
  const report: Record<string, unknown> = { machine: machine() };
  if (!values.json) console.log(`${machine()}\n`);
  for (const section of chosen) {
    if (process.stderr.isTTY) console.error(`... ${section.doing}`);
    const tables = await section.run();
    report[section.name] = tables.map(({ title, rows, notes }) => ({ title, rows, notes }));
    if (!values.json) process.stdout.write(tables.map((table) => print(table)).join(""));
  }
  if (values.json) console.log(JSON.stringify(report, null, 2));
}
