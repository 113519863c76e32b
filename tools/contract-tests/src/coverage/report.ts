import type { CoverageRow } from "./coverage.ts";
import type { Count, DriftReport } from "./drift.ts";

/** Everything that the coverage run found out. */
export interface CoverageReport {
  readonly exchanges: number;
  readonly rows: readonly CoverageRow[];
  /** Names of what could not be exercised on this machine, and why; null if everything could. */
  readonly skipped: { readonly reason: string; readonly names: readonly string[] } | null;
  /** Answers that the contract does not have, each as one line. */
  readonly undocumented: readonly string[];
  readonly drift: DriftReport;
}

/** Whether everything was exercised and nothing is undocumented, in the opinion of both counts. */
export function isComplete(report: CoverageReport): boolean {
  const { rows, undocumented, drift } = report;
  const { operations, parameters, responses } = drift.totals;
  const skippedResponses = rows.find(({ kind }) => kind === "response code")?.missing.length ?? 0;
  return (
    gaps(report).length === 0 &&
    undocumented.length === 0 &&
    drift.findings.length === 0 &&
    // Named one by one, because the tool counts properties as well, and members of some problems never come.
    [operations, parameters].every(({ covered, total }) => covered === total) &&
    responses.covered + skippedResponses === responses.total
  );
}

/** What was not exercised and not skipped either. */
function gaps({ rows, skipped }: CoverageReport): string[] {
  return rows.flatMap(({ kind, missing }) =>
    missing.filter((name) => skipped?.names.includes(name) !== true).map((name) => `${kind} ${name}`),
  );
}

/** The report for people: a table, and below it by name what is missing or undocumented. */
export function reportLines(report: CoverageReport): string[] {
  const { exchanges, rows, skipped, undocumented, drift } = report;
  const { operations, parameters, responses } = drift.totals;
  const table: [string, Count][] = [
    ...rows.map(({ kind, exercised, total }): [string, Count] => [`${kind}s`, { covered: exercised, total }]),
    ["operations (drift)", operations],
    ["parameters (drift)", parameters],
    ["response codes (drift)", responses],
    ["properties (drift)", drift.properties],
  ];
  return [
    `Contract coverage by ${exchanges} exchanges`,
    ...table.map(([name, count]) => `  ${name.padEnd(24)}${share(count)}`),
    ...section("Not exercised", gaps(report)),
    ...(skipped === null ? [] : section(`skipped: ${skipped.reason}`, skipped.names)),
    ...section("Not documented", undocumented),
    ...section("Found by drift", drift.findings),
    ...section("Properties that never came (they do not fail the run)", drift.properties.missing),
  ];
}

function share({ covered, total }: Count): string {
  const percent = total === 0 ? 100 : Math.floor((covered / total) * 1000) / 10;
  return `${String(covered).padStart(5)} of ${String(total).padStart(4)} ${percent.toFixed(1).padStart(6)} %`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}
