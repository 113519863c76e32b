import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Artefact } from "./artefact.ts";
import { builtFolders, generatedFolder, rootUrl, validatorsFolder } from "./artefact.ts";
import type { Tree } from "./drift.ts";
import { strayPaths } from "./drift.ts";
import { folderError, isFolderError, readText } from "./read-text.ts";

/** A tree on disk. */
export function diskTree(root: URL = rootUrl): Tree {
  return {
    read: (path) => orMissing(readText(new URL(path, root), path), null),
    list: (folder) => orMissing(readdir(new URL(`${folder}/`, root)), []),
  };
}

/** Writes what differs, so that watchers see only real changes, and removes generated files of the past. */
export async function writeArtefacts(artefacts: Artefact[], root: URL = rootUrl): Promise<string[]> {
  const tree = diskTree(root);
  const changed: string[] = [];
  for (const { path, text } of artefacts) {
    if ((await tree.read(path)) === text) continue;
    const url = new URL(path, root);
    await mkdir(new URL(".", url), { recursive: true });
    await writeFile(url, text);
    changed.push(path);
  }
  const folders = [generatedFolder, ...Object.values(builtFolders)];
  const stray = await strayPaths(artefacts, tree, folders);
  for (const path of [...stray, ...(await strayValidators(artefacts, root))]) {
    await rm(new URL(path, root)).catch((error: unknown) => {
      throw isFolderError(error) ? folderError(path) : error;
    });
    changed.push(path);
  }
  return changed;
}

/** Built modules that nothing generates any more, as paths from the root; they would be published. */
async function strayValidators(artefacts: Artefact[], root: URL): Promise<string[]> {
  const known = new Set(artefacts.map((artefact) => artefact.path));
  const folder = new URL(`${validatorsFolder}/`, root);
  const found = await orMissing(readdir(folder, { recursive: true, withFileTypes: true }), []);
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files
    .map((file) => `${validatorsFolder}/${relative(fileURLToPath(folder), file).split(sep).join("/")}`)
    .filter((path) => !known.has(path))
    .toSorted();
}

/** What `work` resolves with, or `missing` when there is no such file or folder. */
export async function orMissing<Value, Missing>(work: Promise<Value>, missing: Missing): Promise<Value | Missing> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return missing;
    throw error;
  }
}
