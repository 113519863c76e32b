import type { Change } from "./compare/finding.ts";
import type { Verdict } from "./judge-release.ts";
import type { Release } from "./releases/release-index.ts";

/** More operations than these say "everywhere", and their names say nothing. */
const OPERATIONS_NAMED = 4;

/** The verdict as people read it in a terminal: every change with its place, then what to do. */
export function reportVerdict(verdict: Verdict, release: Release, checksums: readonly string[]): string {
  const { changes, demanded, objections } = verdict;
  const summary = changes.length === 0 ? "nothing changed" : `${plural(changes.length)}, ${demanded}`;
  const lines = [`contract-diff: ${release.version} (${release.status}) and the contract of today: ${summary}`];
  // Details of a change that is announced are in the changelog.
  if (objections.length > 0) lines.push(...changes.flatMap(changeLines));
  if (checksums.length > 0) lines.push("", ...checksums.map((problem) => `spec/releases/${problem}`), RESTORE);
  for (const objection of objections) lines.push("", objection);
  return `${lines.join("\n")}\n`;
}

const RESTORE =
  "A snapshot is written by tools/release-gate/src/snapshot.ts alone; restore it: git checkout -- spec/releases";

function changeLines(change: Change): string[] {
  const { bump, place, message, operations, ratings, rule } = change;
  const judges = [...ratings].map(([judge, rating]) => `${judge}: ${rating}`).join(", ");
  const lines = [
    "",
    `${bump}  ${place}`,
    `  ${message}`,
    `  ${judges}${rule ? ` (rule ${rule.name}: ${rule.reason})` : ""}`,
  ];
  if (operations.length > 0) lines.push(`  in ${someOf(operations)}`);
  return lines;
}

function someOf(operations: readonly string[]): string {
  const named = operations.slice(0, OPERATIONS_NAMED).join(", ");
  const more = operations.length - OPERATIONS_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}

function plural(count: number): string {
  return count === 1 ? "1 change" : `${count} changes`;
}
