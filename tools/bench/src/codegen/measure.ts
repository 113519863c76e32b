import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ours } from "../size/entries.ts";
import { measureEntry, type Size } from "../size/measure-entry.ts";
import { instantiations } from "../types/instantiations.ts";
import { programs } from "../types/programs.ts";
import { codegen, lint, releaseGate, seconds, takeRelease } from "./commands.ts";
import { baseOperations, syntheticContract } from "./contract/synthetic-contract.ts";
import { type Figures, SIZES } from "./figures.ts";
import { allValidators, loadMs, oneValidator } from "./validators.ts";
import { createWorkspace, programFolder, realContract } from "./workspace.ts";

/** How often a time is taken where the times are what is wanted. */
const ROUNDS = 3;

/**
 * Measures the synthetic contracts, one after the other.
 * @param options.times - whether to measure times well, and those that no count depends on; it takes four times as long
 */
export async function measureSizes({ times }: { readonly times: boolean }): Promise<Figures[]> {
  const real = await realContract();
  const measured: Figures[] = [];
  const roots: string[] = [];
  for (const operations of SIZES) {
    const files = syntheticContract(real, operations);
    const root = await createWorkspace(String(operations), files);
    roots.push(root);
    const codegenSeconds = await seconds(times ? ROUNDS : 1, () => codegen(root));
    await expectOperations(root, operations);
    const counts = { operations, contractLines: contractLines(files, operations), codegenSeconds };
    measured.push({ ...counts, ...(await measureGenerated(root, operations)), ...(await measureTimes(roots, times)) });
  }
  return measured;
}

/** The real operations are named by their paths, and a path can get another method. */
async function expectOperations(root: string, expected: number): Promise<void> {
  const text = await readFile(join(root, "packages/contract/dist/openapi.json"), "utf8");
  const { paths }: { paths: Readonly<Record<string, Readonly<Record<string, object>>>> } = JSON.parse(text);
  const found = Object.values(paths).flatMap((item) => Object.values(item).filter((part) => "operationId" in part));
  if (found.length !== expected) throw new Error(`The contract for ${expected} operations has ${found.length}.`);
}

type Timed = "lintSeconds" | "releaseGateSeconds" | "validatorsLoadMs";

/** Times in the last of the workspaces; the contract of the first one is the release that the others are compared with. */
async function measureTimes(roots: readonly string[], times: boolean): Promise<Pick<Figures, Timed>> {
  const [released, root] = [roots[0], roots.at(-1)];
  if (!times || released === undefined || root === undefined) {
    return { lintSeconds: null, releaseGateSeconds: null, validatorsLoadMs: null };
  }
  if (root === released) await takeRelease(released);
  return {
    lintSeconds: await seconds(ROUNDS, () => lint(root)),
    releaseGateSeconds: root === released ? null : await seconds(ROUNDS, () => releaseGate(root, released)),
    validatorsLoadMs: await loadMs(programFolder(root)),
  };
}

type Generated = Omit<Figures, Timed | "operations" | "contractLines" | "codegenSeconds">;

async function measureGenerated(root: string, operations: number): Promise<Generated> {
  const folder = programFolder(root);
  const client = await bundle("our client, one GET", folder);
  const generatedLines = await checkedInLines(root);
  return {
    generatedLines,
    generatedLinesPerOperation: generatedLines / operations,
    clientMin: client.min,
    clientGzip: client.gzip,
    functionGzip: (await bundle("client/core, one operation", folder)).gzip,
    validatorsGzip: (await allValidators(folder)).gzip,
    validatorGzip: (await oneValidator(folder)).gzip,
    ...(await typeCost(folder)),
  };
}

/** One of the programs whose size is measured for the real contract as well. */
function bundle(name: string, folder: string): Promise<Size> {
  const entry = ours.find((each) => each.name === name);
  if (entry === undefined) throw new Error(`"${name}" is none of the entries in size/entries.ts.`);
  return measureEntry(entry, folder);
}

async function typeCost(folder: string): Promise<Pick<Figures, "firstCall" | "typeCheckSeconds">> {
  const program = programs.find(({ name }) => name === "our client");
  if (program === undefined) throw new Error(`"our client" is none of the programs in types/programs.ts.`);
  const imports = await instantiations("imports", program.setUp, folder);
  let all = 0;
  const typeCheckSeconds = await seconds(1, async () => {
    all = await instantiations("first-call", [program.setUp, program.calls[0]].join("\n"), folder);
  });
  return { firstCall: all - imports, typeCheckSeconds };
}

/** Lines of the generated files that are checked in. What is built lies in `dist` and `src/built`. */
async function checkedInLines(root: string): Promise<number> {
  const packages = await readdir(join(root, "packages"));
  const texts = await Promise.all(packages.map((name) => textsIn(join(root, "packages", name, "src/generated"))));
  return texts.flat().reduce((sum, text) => sum + text.split("\n").length - 1, 0);
}

async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
}

function contractLines(files: Readonly<Record<string, string>>, operations: number): number | null {
  const texts = Object.entries(files).filter(([path]) => /^resources\/\w+\/(paths|schemas)\.yaml$/.test(path));
  if (texts.length === 0) return null;
  const lines = texts.flatMap(([, text]) => text.split("\n")).filter((line) => line.trim() !== "");
  return lines.length / (operations - baseOperations);
}
