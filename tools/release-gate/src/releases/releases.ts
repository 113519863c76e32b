import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generateSamples } from "../samples/generate-samples.ts";
import { parseBundle, type Bundle } from "../workspace.ts";
import { COMPRESSED, readPlain, writeChecksums, writeCompressed } from "./snapshot-files.ts";
import { readIndex, writeIndex, type Release } from "./release-index.ts";

/** What a snapshot is taken of. */
export interface SnapshotSource {
  readonly bundle: Bundle;
  /** Version of `@fleet-api/contract`. */
  readonly packageVersion: string;
  /** Folder with the hand-written samples. */
  readonly samples: string;
}

const BUNDLE = `openapi.json${COMPRESSED}`;
const COMMAND = "node tools/release-gate/src/snapshot.ts";

/** Reads the bundle of a snapshot. */
export async function readSnapshot(folder: string, version: string): Promise<Bundle> {
  return parseBundle((await readPlain(join(folder, version, BUNDLE))).toString("utf8"));
}

/**
 * Takes the snapshot of a new version, as a candidate.
 * @throws Error when the version exists, or when the release before it is still a candidate.
 */
export async function takeSnapshot(folder: string, source: SnapshotSource): Promise<Release> {
  const releases = await readIndex(folder);
  const { version } = source.bundle;
  const existing = releases.find((release) => release.version === version);
  if (existing?.status === "released") {
    throw new Error(`${version} is released and never changes. Raise info.version in spec/openapi.yaml first.`);
  }
  if (existing) throw new Error(`${version} exists as a candidate. Take it anew with: ${COMMAND} --refresh`);
  const open = releases.find(({ status }) => status === "candidate");
  if (open) throw new Error(`${open.version} is still a candidate. Release it first with: ${COMMAND} --release`);
  return write(folder, [...releases, { version, status: "candidate", package: source.packageVersion }], source);
}

/**
 * Takes the newest snapshot anew.
 * @throws Error when it is released, or when `info.version` is another.
 */
export async function refreshSnapshot(folder: string, source: SnapshotSource): Promise<Release> {
  const { releases, newest } = await candidateOf(folder);
  if (newest.version !== source.bundle.version) {
    throw new Error(`The candidate is ${newest.version}, but info.version is ${source.bundle.version}.`);
  }
  return write(folder, [...releases.slice(0, -1), { ...newest, package: source.packageVersion }], source);
}

/**
 * Marks the candidate as released. From then on nothing rewrites it.
 * @param today - the day of the release, `2026-01-31`
 * @throws Error when there is no candidate, or when it is not what `spec/` says now.
 */
export async function releaseSnapshot(folder: string, source: SnapshotSource, today: string): Promise<Release> {
  const { releases, newest } = await candidateOf(folder);
  const snapshot = await readSnapshot(folder, newest.version);
  if (snapshot.text !== source.bundle.text) {
    throw new Error(
      `The candidate ${newest.version} is not the contract of today. Take it anew with: ${COMMAND} --refresh`,
    );
  }
  const released: Release = { ...newest, status: "released", package: source.packageVersion, released_on: today };
  await writeIndex(folder, [...releases.slice(0, -1), released]);
  return released;
}

async function candidateOf(folder: string): Promise<{ releases: Release[]; newest: Release }> {
  const releases = await readIndex(folder);
  const newest = releases.at(-1);
  if (newest === undefined) throw new Error(`There is no snapshot yet. Take the first with: ${COMMAND}`);
  if (newest.status === "released") {
    throw new Error(`${newest.version} is released and never changes. Raise info.version in spec/openapi.yaml first.`);
  }
  return { releases, newest };
}

async function write(folder: string, releases: readonly Release[], source: SnapshotSource): Promise<Release> {
  const newest = releases.at(-1);
  if (newest === undefined) throw new Error("A snapshot needs a release to belong to.");
  const target = join(folder, newest.version);
  const texts = new Map([[BUNDLE, source.bundle.text]]);
  for (const [name, text] of generateSamples(source.bundle.document)) {
    texts.set(`samples/generated/${name}${COMPRESSED}`, text);
  }
  await removeOthers(target, texts);
  await cp(source.samples, join(target, "samples"), { recursive: true });
  for (const [path, text] of texts) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeCompressed(join(target, path), text);
  }
  await writeIndex(folder, releases);
  await writeChecksums(folder, newest.version);
  return newest;
}

/** Removes what an earlier snapshot of the candidate left, but for files that may keep their bytes. */
async function removeOthers(target: string, kept: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(target.length + 1).replaceAll("\\", "/");
    if (entry.isFile() && !kept.has(name)) await rm(path);
  }
}
