import type { Artefact } from "./artefact.ts";
import { generatedFolder } from "./artefact.ts";

/** The tree as the check sees it; injected, so that tests need not touch the real one. */
export interface Tree {
  /** Text of a file by its path from the root; null when there is none. */
  read(path: string): Promise<string | null>;
  /** Names of the files of a folder. */
  list(folder: string): Promise<string[]>;
}

/** A checked-in file that is not what the contract generates. */
export interface Drift {
  path: string;
  /** First differing line, from 1; null when the file is missing or nothing generates it. */
  line: number | null;
  want: string;
  got: string;
}

/** Compares the checked-in files with what was generated. Empty when nothing drifted. */
export async function findDrift(artefacts: Artefact[], tree: Tree): Promise<Drift[]> {
  const checked = artefacts.filter((artefact) => artefact.checkedIn);
  const stale = await Promise.all(checked.map(async (artefact) => compare(artefact, await tree.read(artefact.path))));
  return [...stale.filter((drift) => drift !== null), ...(await strays(checked, tree))];
}

/** Files of folders of generated files that nothing generates, as paths from the root. */
export async function strayPaths(artefacts: Artefact[], tree: Tree, folders: readonly string[]): Promise<string[]> {
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
export interface Report {
  text: string;
  exitCode: 0 | 1;
}

/** Compares and says what drifted: per file the first difference and the command that mends it. */
export async function report(artefacts: Artefact[], tree: Tree): Promise<Report> {
  const drifts = await findDrift(artefacts, tree);
  if (drifts.length === 0) return { text: "codegen: nothing drifted\n", exitCode: 0 };
  return { text: drifts.map(describe).join(""), exitCode: 1 };
}

function describe({ path, line, want, got }: Drift): string {
  const place = line === null ? path : `${path}:${line}`;
  return `stale: ${place}\n  want: ${want}\n  got:  ${got}\n  run: pnpm codegen\n`;
}
