import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { linesOf, SUMS } from "./snapshot-files.ts";
import { type Release, releasesOf } from "./release-index.ts";

/** What the history of git says of the snapshots. */
export interface History {
  /** One sentence for each released snapshot that is not what it was on the day of its release. */
  readonly problems: readonly string[];
  /** How many commits were read: none without git, one in a shallow clone. */
  readonly commits: number;
}

/**
 * Compares the hashes of released snapshots with those of the oldest commit that has them as released. One commit can
 * rewrite a snapshot together with its hash, and it cannot rewrite the commits before it.
 */
export async function readHistory(folder: string, releases: readonly Release[]): Promise<History> {
  const commits = await git(folder, ["log", "--format=%h", "--reverse", "--", "index.json"]);
  const hashes = commits.split("\n").filter(Boolean);
  const now = new Map(releases.map((release) => [release.version, release]));
  const sums = await linesOf(folder);
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const commit of hashes) {
    const index = await git(folder, ["show", `${commit}:./index.json`]);
    const released = index === "" ? [] : releasesOf(index).filter(({ status }) => status === "released");
    const unseen = released.filter(({ version }) => !seen.has(version));
    if (unseen.length === 0) continue;
    const before = (await git(folder, ["show", `${commit}:./${SUMS}`])).split("\n");
    for (const { version } of unseen) {
      seen.add(version);
      const of = (lines: readonly string[]): string =>
        lines.filter((line) => line.includes(`  ${version}/`)).join("\n");
      if (now.get(version)?.status !== "released")
        problems.push(`${version} was released by ${commit}: index.json must say so.`);
      else if (of(before) !== of(sums))
        problems.push(`${version} was released by ${commit} with other hashes in ${SUMS}.`);
    }
  }
  return { problems, commits: hashes.length };
}

/** What git prints; nothing where there is no git, no repository or no such file. */
async function git(folder: string, args: readonly string[]): Promise<string> {
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)("git", args, options).then(
    ({ stdout }) => stdout,
    () => "",
  );
}
