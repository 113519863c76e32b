import {
  type Bump,
  bumpBetween,
  type Changeset,
  compareVersions,
  highest,
  pendingBump,
  raise,
  reaches,
} from "./bump.ts";
import type { Change, Reason } from "./compare/finding.ts";
import type { Release } from "./releases/release-index.ts";
import type { History } from "./releases/snapshot-files.ts";
import type { SampleError } from "./samples/compile-samples.ts";
import { contractPackage } from "./workspace.ts";

/** Everything that the verdict depends on. */
export interface Evidence {
  /** The newest snapshot. */
  readonly release: Release;
  /** Changes since then, of the contract alone. */
  readonly changes: readonly Change[];
  /** What the samples of the snapshot do not compile with. */
  readonly sampleErrors: readonly SampleError[];
  /** `info.version` now. */
  readonly contractVersion: string;
  /** Version of the contract package now. */
  readonly packageVersion: string;
  readonly changesets: readonly Changeset[];
}

/** What the gate says. */
export interface Verdict {
  /** Changes of the contract and of what compiles with it. */
  readonly changes: readonly Change[];
  readonly demanded: Bump;
  /** What changesets, and package versions since the snapshot, carry. */
  readonly carried: Bump;
  /** Empty when the gate passes. */
  readonly objections: readonly string[];
}

/** What the compiler sees of a break, whatever its cause. */
const SAMPLES: Reason = { name: "samples", reason: "programs of the release have call sites like this one" };

/** One changed type of a common schema breaks a line in the samples of every operation. */
const SAMPLES_TOLD = 20;

/** Compares what changed with what the changesets and versions announce. */
export function judgeRelease(evidence: Evidence): Verdict {
  const { release, packageVersion, changesets } = evidence;
  const changes = [...evidence.changes, ...brokenSamples(evidence)];
  const demanded = highest(changes.map(({ bump }) => bump));
  const carried = highest([bumpBetween(release.package, packageVersion), pendingBump(changesets, contractPackage)]);
  const objections: string[] = [];
  if (!reaches(carried, demanded)) objections.push(bumpObjection(evidence, demanded, carried));
  const version = versionObjection(evidence, highest(evidence.changes.map(({ bump }) => bump)));
  if (version !== undefined) objections.push(version);
  return { changes, demanded, carried, objections };
}

/**
 * A call site of the last release that does not compile is a break, whatever the rules say of the contract. A major
 * bump of the contract announces such breaks already.
 */
function brokenSamples({ sampleErrors, changes, release }: Evidence): Change[] {
  if (changes.some(({ bump }) => bump === "major")) return [];
  const folder = `spec/releases/${release.version}/samples`;
  const broken = (place: string, message: string): Change => ({
    place,
    bump: "major",
    message,
    rule: SAMPLES,
    operations: [],
  });
  const more = sampleErrors.length - SAMPLES_TOLD;
  return [
    ...sampleErrors
      .slice(0, SAMPLES_TOLD)
      .map(({ place, message }) =>
        broken(`${folder}/${place}`, `A call site of ${release.version} no longer compiles: ${message}`),
      ),
    ...(more > 0 ? [broken(folder, `${more} more call sites of ${release.version} no longer compile.`)] : []),
  ];
}

function bumpObjection({ release, changesets }: Evidence, demanded: Bump, carried: Bump): string {
  const named = changesets.filter(({ bumps }) => bumps.has(contractPackage));
  const have =
    carried === "none"
      ? `no changeset names ${contractPackage}`
      : `"${carried}" is the highest (${named.map(({ file }) => `.changeset/${file}`).join(", ") || "package versions"})`;
  const lines = [
    `The changes need a changeset with "${demanded}" for ${contractPackage}; ${have}.`,
    `  pnpm changeset        choose ${demanded} for ${contractPackage}; the other published packages move with it`,
  ];
  if (release.status === "candidate") {
    lines.push(
      `Or, as ${release.version} is a candidate that nobody outside has yet, let the changes become a part of it:`,
      "  node tools/release-gate/src/snapshot.ts --refresh",
    );
  }
  return lines.join("\n");
}

/** A candidate is still being written under its version; what is released keeps its version for itself. */
function versionObjection({ release, contractVersion }: Evidence, demanded: Bump): string | undefined {
  const needed = release.status === "released" ? raise(release.version, demanded) : release.version;
  if (compareVersions(contractVersion, needed) >= 0) return undefined;
  const why = release.status === "released" ? `${release.version} is released` : `${release.version} is the candidate`;
  return `info.version in spec/openapi.yaml is ${contractVersion}; ${why}, so it must be ${needed} or newer.`;
}

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
