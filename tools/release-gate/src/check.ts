/** `node src/check.ts`: the gate `contract-diff`. Reads what `pnpm codegen` wrote; exits with 1 when it objects. */
import { join } from "node:path";
import { readChangesets } from "./bump.ts";
import { compareContracts } from "./compare/compare-contracts.ts";
import { judgeRelease, reportChecksums, reportVerdict, reportVerified, type Verdict } from "./judge-release.ts";
import { readIndex } from "./releases/release-index.ts";
import { readSnapshot } from "./releases/releases.ts";
import { checksumProblems, readHistory } from "./releases/snapshot-files.ts";
import { compileSamples, workspaceEntries, type PackageEntries } from "./samples/compile-samples.ts";
import { contractPackageVersion, releasesFolder, rootFolder, writtenBundle, type Bundle } from "./workspace.ts";

/** Where the gate looks. Every default is the repository itself. */
export interface CheckOptions {
  /** The contract of today. */
  readonly bundle?: Bundle;
  /** The snapshots. */
  readonly releases?: string;
  /** The pending changesets. */
  readonly changesets?: string;
  /** What samples are compiled against. */
  readonly entries?: PackageEntries;
  readonly packageVersion?: string;
}

/** The outcome of the gate. */
export interface CheckResult {
  readonly passed: boolean;
  readonly text: string;
  /** Missing when the snapshots are not what was written: a comparison with them would say nothing. */
  readonly verdict?: Verdict;
}

/**
 * The gate: compares the contract with its newest snapshot and asks whether the changesets announce what changed.
 * @throws Error when there is no snapshot, or when the compiler fails.
 */
export async function checkRelease(options: CheckOptions = {}): Promise<CheckResult> {
  const folder = options.releases ?? releasesFolder;
  const releases = await readIndex(folder);
  const release = releases.at(-1);
  if (release === undefined) throw new Error("There is no snapshot: node tools/release-gate/src/snapshot.ts takes it.");
  const [checksums, history] = await Promise.all([checksumProblems(folder, releases), readHistory(folder, releases)]);
  const problems = [...checksums, ...history.problems];
  if (problems.length > 0) return { passed: false, text: reportChecksums(problems) };
  const bundle = options.bundle ?? (await writtenBundle());
  const snapshot = await readSnapshot(folder, release.version);
  const [sampleErrors, changesets] = await Promise.all([
    compileSamples(join(folder, release.version, "samples"), options.entries ?? workspaceEntries),
    readChangesets(options.changesets ?? join(rootFolder, ".changeset")),
  ]);
  const verdict = judgeRelease({
    release,
    changes: compareContracts({ base: snapshot.document, revision: bundle.document }),
    sampleErrors,
    changesets,
    contractVersion: bundle.version,
    packageVersion: options.packageVersion ?? (await contractPackageVersion()),
  });
  return {
    passed: verdict.objections.length === 0,
    verdict,
    text: `${reportVerdict(verdict, release)}compared: ${countOperations(bundle)} operations\n${reportVerified(history)}`,
  };
}

function countOperations({ document }: Bundle): number {
  const members = Object.values(Object(document["paths"])).flatMap((item) => Object.values(Object(item)));
  return members.filter((member) => Object(member).operationId !== undefined).length;
}

if (import.meta.main) {
  const { passed, text } = await checkRelease();
  process.stdout.write(text);
  process.exitCode = passed ? 0 : 1;
}
