import type { BenchRequest } from "./arguments.ts";
import { authSection } from "./auth/section.ts";
import { bulkSection } from "./bulk/section.ts";
import { clientSection } from "./client/section.ts";
import { codegenSection } from "./codegen/section.ts";
import { fairnessSection } from "./fairness/section.ts";
import { liveSection } from "./live/section.ts";
import { machine, print, type Section, type SectionName } from "./report.ts";
import { monitoringSection } from "./monitoring/section.ts";
import { reportsSection } from "./reports/section.ts";
import { scaleSection } from "./scale/section.ts";
import { serverSection } from "./server/section.ts";
import { sizeSection } from "./size/section.ts";
import { typesSection } from "./types/section.ts";

/** What the bench can measure. Needs the generated files of the contract. */
const sections: Readonly<Record<SectionName, Section>> = {
  client: clientSection,
  auth: authSection,
  size: sizeSection,
  types: typesSection,
  codegen: codegenSection,
  server: serverSection,
  scale: scaleSection,
  fairness: fairnessSection,
  bulk: bulkSection,
  reports: reportsSection,
  monitoring: monitoringSection,
  live: liveSection,
};

/** Measures what was asked for, and writes each table when it is there; for programs, all of them as JSON at the end. */
export async function runSections(
  { sections: names, json, effort }: BenchRequest,
  write: (text: string) => void,
): Promise<void> {
  const report: Record<string, unknown> = { machine: machine() };
  if (!json) write(`${machine()}\n\n`);
  for (const { name, doing, run } of names.map((each) => sections[each])) {
    if (process.stderr.isTTY) console.error(`... ${doing}`);
    const tables = await run(effort);
    report[name] = tables.map(({ title, rows, notes }) => ({ title, rows, notes }));
    if (!json) for (const table of tables) write(print(table));
  }
  if (json) write(`${JSON.stringify(report, null, 2)}\n`);
}
