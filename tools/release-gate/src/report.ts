import type { Change } from "./compare/finding.ts";
import type { Verdict } from "./judge-release.ts";
import type { History } from "./releases/history.ts";
import type { Release } from "./releases/release-index.ts";

/** More operations than these say "everywhere", and their names say nothing. */
const OPERATIONS_NAMED = 4;

/** The verdict as people read it in a terminal: every change with its place, then what to do. */
export function reportVerdict(verdict: Verdict, release: Release): string {
  const { changes, demanded, objections } = verdict;
  const summary = changes.length === 0 ? "nothing changed" : `${plural(changes.length)}, ${demanded}`;
  const lines = [`contract-diff: ${release.version} (${release.status}) and the contract of today: ${summary}`];
  // Details of a change that is announced are in the changelog.
  if (objections.length > 0) lines.push(...changes.flatMap(changeLines));
  for (const objection of objections) lines.push("", objection);
  return `${lines.join("\n")}\n`;
}

/** What the snapshots were compared with. */
export function reportVerified({ commits }: History): string {
  const history = commits === 0 ? "no history of git" : commits === 1 ? "1 commit of git" : `${commits} commits of git`;
  return `snapshots: as SHA256SUMS says; released ones compared with ${history}\n`;
}

/** What is wrong with files of the snapshots, and how they come back. */
export function reportChecksums(problems: readonly string[]): string {
  return [
    "contract-diff: the snapshots are not what was written.",
    "",
    ...problems.map((problem) => `spec/releases/${problem}`),
    "",
    "Only tools/release-gate/src/snapshot.ts writes snapshots. Restore them: git checkout -- spec/releases",
    "",
  ].join("\n");
}

function changeLines(change: Change): string[] {
  const { bump, place, message, operations, rule } = change;
  const lines = [
    "",
    `${bump}  ${place}`,
    `  ${message.replaceAll("\n", "\n  ")}`,
    `  rule ${rule.name}: ${rule.reason}`,
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
