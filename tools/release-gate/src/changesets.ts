import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { type Bump, highest, isBump } from "./bump.ts";

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
