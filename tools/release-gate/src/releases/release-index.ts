import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compareVersions, parseVersion } from "../bump.ts";

/** A snapshot of the contract, as `spec/releases/index.json` lists it. */
export interface Release {
  /** `info.version` of the snapshot, and the name of its folder. */
  readonly version: string;
  /** Nobody outside has a candidate, so it may be taken anew. What is released never changes. */
  readonly status: "candidate" | "released";
  /** Version of `@fleet-api/contract` when the snapshot was taken; later bumps are counted from it. */
  readonly package: string;
  /** Day of the release (UTC, `2026-01-31`); missing of a candidate. */
  readonly released_on?: string;
}

/**
 * Reads the list of snapshots, oldest first.
 * @throws Error when it is not in order, or when a candidate is not the newest.
 */
export async function readIndex(folder: string): Promise<Release[]> {
  const releases = releasesOf(await readFile(join(folder, "index.json"), "utf8"));
  for (const [at, { version, status, package: packageVersion }] of releases.entries()) {
    parseVersion(packageVersion);
    const next = releases[at + 1];
    if (status !== "candidate" && status !== "released") {
      throw new Error(`index.json: the status of ${version} is "${String(status)}", not candidate or released.`);
    }
    if (next === undefined) continue;
    if (status === "candidate")
      throw new Error(`index.json: ${version} is a candidate, but ${next.version} follows it.`);
    if (compareVersions(version, next.version) >= 0) {
      throw new Error(`index.json: ${version} stands before ${next.version}; the oldest release comes first.`);
    }
  }
  return releases;
}

/** The snapshots by the text of `index.json`. */
export function releasesOf(text: string): Release[] {
  const { releases }: { releases: Release[] } = JSON.parse(text);
  return releases;
}

/** Writes the list. */
export async function writeIndex(folder: string, releases: readonly Release[]): Promise<void> {
  await writeFile(join(folder, "index.json"), `${JSON.stringify({ releases }, null, 2)}\n`);
}
