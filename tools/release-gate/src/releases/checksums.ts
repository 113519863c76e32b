import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Release } from "./release-index.ts";

const SUMS = "SHA256SUMS";

/** SHA-256 of every snapshot file by its path in the folder, as they are on disk. */
export async function hashFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).filter(Boolean).join("/"))
    .toSorted();
  const hash = async (path: string): Promise<string> =>
    createHash("sha256")
      .update(await readFile(join(folder, path)))
      .digest("hex");
  return new Map(await Promise.all(paths.map(async (path) => [path, await hash(path)] as const)));
}

/** Writes `SHA256SUMS`, which `sha256sum --check` reads too. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines = [...(await hashFiles(folder))].map(([path, hash]) => `${hash}  ${path}\n`);
  await writeFile(join(folder, SUMS), lines.join(""));
}

/** What is wrong with the snapshots, one sentence per file. Empty when each is what was written. */
export async function checksumProblems(folder: string, releases: readonly Release[]): Promise<string[]> {
  const found = await hashFiles(folder);
  const wanted = parse(await readFile(join(folder, SUMS), "utf8"));
  const versions = new Set(releases.map(({ version }) => version));
  const problems = releases
    .map(({ version }) => `${version}/openapi.json`)
    .filter((path) => !found.has(path))
    .map((path) => `${path} is missing.`);
  for (const [path, hash] of found) {
    const version = path.slice(0, path.indexOf("/"));
    if (!versions.has(version)) problems.push(`${path}: index.json lists no release ${version}.`);
    else if (!wanted.has(path)) problems.push(`${path} was added: ${SUMS} does not list it.`);
    else if (wanted.get(path) !== hash) problems.push(`${path} was changed: its hash is not the one in ${SUMS}.`);
  }
  for (const path of wanted.keys()) if (!found.has(path)) problems.push(`${path} was removed: ${SUMS} lists it.`);
  return problems;
}

function parse(text: string): Map<string, string> {
  const lines = text.split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [, hash, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
      if (hash === undefined || path === undefined) throw new Error(`${SUMS} has a line that is no checksum: ${line}`);
      return [path, hash];
    }),
  );
}
