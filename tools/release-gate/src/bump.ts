import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

/** What a change asks of a version number (semver.org): `none` is a change that nobody can notice. */
export type Bump = "none" | "patch" | "minor" | "major";

const ORDER: readonly Bump[] = ["none", "patch", "minor", "major"];

/** True when `bump` is as high as `wanted`, or higher. */
export function reaches(bump: Bump, wanted: Bump): boolean {
  return ORDER.indexOf(bump) >= ORDER.indexOf(wanted);
}

/** The highest of them; `none` of nothing. */
export function highest(bumps: Iterable<Bump>): Bump {
  let top: Bump = "none";
  for (const bump of bumps) if (reaches(bump, top)) top = bump;
  return top;
}

/** Narrows text from a file to a bump. */
export function isBump(text: unknown): text is Bump {
  return ORDER.some((bump) => bump === text);
}

type Version = readonly [major: number, minor: number, patch: number];

/**
 * Reads `1.2.3`. Releases of this contract carry no pre-release part.
 * @throws Error that names the text.
 */
export function parseVersion(text: string): Version {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  if (patch === undefined) throw new Error(`"${text}" is not a version of the form 1.2.3.`);
  return [Number(major), Number(minor), Number(patch)];
}

/** Negative when `a` is older than `b`, 0 when they are the same, positive when it is newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/** The bump that leads from one version to the other; `none` when the second is not newer. */
export function bumpBetween(from: string, to: string): Bump {
  if (compareVersions(to, from) <= 0) return "none";
  const [old, young] = [parseVersion(from), parseVersion(to)];
  if (young[0] > old[0]) return "major";
  return young[1] > old[1] ? "minor" : "patch";
}

/** The version that a bump leads to. */
export function raise(version: string, bump: Bump): string {
  const [major, minor, patch] = parseVersion(version);
  if (bump === "major") return `${major + 1}.0.0`;
  if (bump === "minor") return `${major}.${minor + 1}.0`;
  return bump === "patch" ? `${major}.${minor}.${patch + 1}` : version;
}

/** What one pending changeset says: the bump of each package that it names. */
export interface Changeset {
  /** Name of its file in `.changeset/`. */
  readonly file: string;
  readonly bumps: ReadonlyMap<string, Bump>;
}

/**
 * Reads the front matter of one changeset.
 * @throws Error when it has none, or names a bump that does not exist.
 */
export function parseChangeset(file: string, text: string): Changeset {
  const matter = /^---\r?\n([\s\S]*?)\r?\n?---/.exec(text)?.[1];
  if (matter === undefined)
    throw new Error(`.changeset/${file} does not begin with ---; write it with: pnpm changeset`);
  const entries = Object.entries((parse(matter) as object | null) ?? {});
  const bumps = new Map<string, Bump>();
  for (const [name, bump] of entries) {
    if (!isBump(bump))
      throw new Error(`.changeset/${file} asks for "${String(bump)}"; a bump is major, minor or patch.`);
    bumps.set(name, bump);
  }
  return { file, bumps };
}

/** The pending changesets of a `.changeset` folder, in the order of their names. */
export async function readChangesets(folder: string): Promise<Changeset[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".md") && name !== "README.md").toSorted();
  return Promise.all(files.map(async (file) => parseChangeset(file, await readFile(join(folder, file), "utf8"))));
}

/** The highest bump that changesets ask for one package. */
export function pendingBump(changesets: readonly Changeset[], name: string): Bump {
  return highest(changesets.map(({ bumps }) => bumps.get(name) ?? "none"));
}
