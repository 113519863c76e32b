import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Artefact, builtFolders, generatedFolder, rootUrl, validatorsFolder } from "./artefact.ts";

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

/** The tree as the check sees it; injected, so that tests need not touch the real one. */
export interface Tree {
  /** Text of a file by its path from the root; null when there is none. */
  read(path: string): Promise<string | null>;
  /** Names of the files of a folder. */
  list(folder: string): Promise<string[]>;
}

/** A checked-in file that is not what the contract generates. */
interface Drift {
  path: string;
  /** First differing line, from 1; null when the file is missing or nothing generates it. */
  line: number | null;
  want: string;
  got: string;
}

/** Compares the checked-in files with what was generated. Empty when nothing drifted. */
async function findDrift(artefacts: Artefact[], tree: Tree): Promise<Drift[]> {
  const checked = artefacts.filter((artefact) => artefact.checkedIn);
  const stale = await Promise.all(checked.map(async (artefact) => compare(artefact, await tree.read(artefact.path))));
  return [...stale.filter((drift) => drift !== null), ...(await strays(checked, tree))];
}

/** Files of folders of generated files that nothing generates, as paths from the root. */
async function strayPaths(artefacts: Artefact[], tree: Tree, folders: readonly string[]): Promise<string[]> {
  const known = new Set(artefacts.map((artefact) => artefact.path));
  const paths = folders.map(async (folder) => (await tree.list(folder)).map((name) => `${folder}/${name}`));
  return (await Promise.all(paths))
    .flat()
    .filter((path) => !known.has(path))
    .toSorted();
}

async function strays(artefacts: Artefact[], tree: Tree): Promise<Drift[]> {
  const paths = await strayPaths(artefacts, tree, [generatedFolder]);
  return paths.map((path) => ({ path, line: null, want: "no such file: nothing generates it", got: "a file" }));
}

function compare(artefact: Artefact, found: string | null): Drift | null {
  if (found === artefact.text) return null;
  if (found === null) return { path: artefact.path, line: null, want: "a generated file", got: "no file" };
  const want = artefact.text.split("\n");
  const got = found.split("\n");
  const index = want.findIndex((line, at) => line !== got[at]);
  const at = index === -1 ? want.length : index;
  return { path: artefact.path, line: at + 1, want: want[at] ?? "end of file", got: got[at] ?? "end of file" };
}

/** Outcome of a check: what to print, and the exit status. */
interface Report {
  text: string;
  exitCode: 0 | 1;
}

/** Compares and says what drifted: per file the first difference and the command that mends it. */
export async function report(artefacts: Artefact[], tree: Tree): Promise<Report> {
  const drifts = await findDrift(artefacts, tree);
  if (drifts.length === 0) return { text: `codegen: ${artefacts.length} files, nothing drifted\n`, exitCode: 0 };
  return { text: drifts.map(describe).join(""), exitCode: 1 };
}

function describe({ path, line, want, got }: Drift): string {
  const place = line === null ? path : `${path}:${line}`;
  return `stale: ${place}\n  want: ${want}\n  got:  ${got}\n  run: pnpm codegen\n`;
}

/**
 * The text of a file.
 * @param path from the root of the repository, for messages
 * @throws Error that says what to do where there is a folder in its place
 */
export async function readText(url: URL, path: string): Promise<string> {
  return readFile(url, "utf8").catch((error: unknown) => {
    throw isFolderError(error) ? folderError(path) : error;
  });
}

/** An error for a folder where there must be a file. */
function folderError(path: string): Error {
  return new Error(`${path} is a folder, where there must be a file. Rename or remove it.`);
}

function isFolderError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).endsWith("EISDIR");
}
