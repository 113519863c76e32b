import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Release, releasesOf } from "./release-index.ts";

/** How the name of a compressed file ends; without it, it is the name of what is inside. */
export const COMPRESSED = ".gz";

/** The largest text that is unpacked, in bytes: a file that grows beyond it is no snapshot. */
const LARGEST = 256 * 1024 * 1024;

/** Place of the operating system in the header of a gzip file, and the value for "unknown" (RFC 1952, section 2.3.1). */
const SYSTEM = { at: 9, unknown: 255 } as const;

/**
 * A text as gzip, which every machine can print (`zcat`). Its header has no time, name or system. The bytes behind the
 * header may still differ between two builds of zlib, so hashes are of the text and never of the file.
 */
export function compressed(text: string): Buffer {
  const bytes = gzipSync(text, { level: 9 });
  bytes[SYSTEM.at] = SYSTEM.unknown;
  return bytes;
}

/**
 * Reads a file as what it holds: a compressed one is unpacked.
 * @throws Error that names the file when it is no gzip file, or is cut off.
 */
export async function readPlain(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  if (!path.endsWith(COMPRESSED)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} cannot be unpacked (${reason}).`, { cause: error });
  }
}

/** Writes a compressed file, unless it holds this text already: then its bytes stay, whoever packed them. */
export async function writeCompressed(path: string, text: string): Promise<void> {
  const existing = await readPlain(path).catch(() => undefined);
  if (existing?.toString("utf8") !== text) await writeFile(path, compressed(text));
}

/**
 * A file of a snapshot as people read it: JSON is laid out.
 * @param path - with or without the ending of compressed files
 */
export async function printable(path: string): Promise<string> {
  const text = (await readPlain(path).catch(() => readPlain(`${path}${COMPRESSED}`))).toString("utf8");
  return /\.json(\.gz)?$/.test(path) ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text;
}

export const SUMS = "SHA256SUMS";

/** The bundle of a snapshot, by its name without the compression. */
const BUNDLE = "openapi.json";

/** A file of a snapshot. */
interface SnapshotFile {
  /** Where it is, below the folder of the releases. */
  readonly path: string;
  /** The path without the ending of compressed files: what {@link SUMS} calls it. */
  readonly name: string;
  /** SHA-256 of what it holds; the error of a file that cannot be unpacked. */
  readonly hash: string | Error;
}

/**
 * Writes the lines of one version into `SHA256SUMS`, which `sha256sum --check` reads once the files are unpacked. Those
 * of other versions stay: a released snapshot that was changed must not get a hash by the way.
 */
export async function writeChecksums(folder: string, version: string): Promise<void> {
  const others = (await linesOf(folder)).filter((line) => !line.includes(`  ${version}/`));
  const own = (await hashFiles(folder)).flatMap(({ name, hash }) => {
    if (!name.startsWith(`${version}/`)) return [];
    if (hash instanceof Error) throw hash;
    return [`${hash}  ${name}`];
  });
  const lines = [...others, ...own].toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
  await writeFile(join(folder, SUMS), lines.map((line) => `${line}\n`).join(""));
}

/** The lines of `SHA256SUMS`; none before the first snapshot. */
export async function linesOf(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, SUMS), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").filter(Boolean);
}

/** What is wrong with the snapshots, one sentence per file. Empty when each is what was written. */
export async function checksumProblems(folder: string, releases: readonly Release[]): Promise<string[]> {
  const files = await hashFiles(folder);
  const found = new Set(files.map(({ name }) => name));
  const wanted = parse(await linesOf(folder));
  const versions = new Set(releases.map(({ version }) => version));
  const missing = releases
    .map(({ version }) => `${version}/${BUNDLE}`)
    .filter((name) => !found.has(name))
    .map((name) => `${name}${COMPRESSED} is missing.`);
  const seen = new Set<string>();
  const changed = files.flatMap((file) => {
    const problem = seen.has(file.name) ? "is there twice, compressed and plain." : problemOf(file, versions, wanted);
    seen.add(file.name);
    return problem === undefined ? [] : [`${file.path} ${problem}`];
  });
  const removed = [...wanted.keys()].filter((name) => !found.has(name));
  return [...missing, ...changed, ...removed.map((name) => `${name} was removed: ${SUMS} lists it.`)];
}

function problemOf(
  { path, name, hash }: SnapshotFile,
  versions: ReadonlySet<string>,
  wanted: ReadonlyMap<string, string>,
): string | undefined {
  const version = path.slice(0, path.indexOf("/"));
  if (!versions.has(version)) return `belongs to ${version}, which index.json does not list.`;
  if (hash instanceof Error) return "was changed: it cannot be unpacked.";
  if (!wanted.has(name)) return `was added: ${SUMS} does not list it.`;
  return wanted.get(name) === hash ? undefined : `was changed: its content is not what ${SUMS} has the hash of.`;
}

/** Every file of every snapshot, in the order of their paths. */
async function hashFiles(folder: string): Promise<SnapshotFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).filter(Boolean).join("/"))
    .toSorted();
  return Promise.all(
    paths.map(async (path) => ({
      path,
      name: path.endsWith(COMPRESSED) ? path.slice(0, -COMPRESSED.length) : path,
      hash: await readPlain(join(folder, path)).then(hashOf, (error: Error) => error),
    })),
  );
}

function hashOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

function parse(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.map((line) => {
      const [, hash, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
      if (hash === undefined || path === undefined) throw new Error(`${SUMS} has a line that is no checksum: ${line}`);
      return [path, hash];
    }),
  );
}

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
