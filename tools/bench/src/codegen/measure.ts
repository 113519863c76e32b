import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { median } from "../race.ts";
import { ours } from "../size/entries.ts";
import { measureEntry, type Size } from "../size/measure-entry.ts";
import { instantiations } from "../types/instantiations.ts";
import { programs } from "../types/programs.ts";
import type { Figures, Measured } from "./budgets.ts";
import { codegen, lint, node, seconds } from "./commands.ts";
import { operationIds, syntheticContract } from "./synthetic-contract.ts";
import { createWorkspace, programFolder, realContract, repository } from "./workspace.ts";

/** How often a time is taken where the times are what is wanted. */
const ROUNDS = 3;

/**
 * Measures the real contract as it is generated, and the synthetic one.
 * @param options.times - whether to measure times well, and those that no count depends on; it takes four times as long
 */
export async function measureContracts({ times }: { readonly times: boolean }): Promise<Measured> {
  const real = await realContract();
  const added = syntheticContract(real);
  const root = await createWorkspace("synthetic", added);
  const codegenSeconds = await seconds(times ? ROUNDS : 1, () => codegen(root));
  const folder = programFolder(root);
  const synthetic: Figures = {
    ...(await measureGenerated(root, folder, operationIds({ ...real, ...added }).length)),
    codegenSeconds,
    lintSeconds: times ? await seconds(ROUNDS, () => lint(root)) : null,
    validatorsLoadMs: times ? await loadMs(folder) : null,
  };
  const here = join(repository, "tools/bench");
  const generated = await measureGenerated(repository, here, operationIds(real).length, join(here, "dist/types"));
  return { real: { ...generated, codegenSeconds: null, lintSeconds: null, validatorsLoadMs: null }, synthetic };
}

type Generated = Omit<Figures, "codegenSeconds" | "lintSeconds" | "validatorsLoadMs">;

const VALIDATORS = "@fleet-api/contract/validators";

/**
 * @param root - the repository, or a workspace with the layout of it
 * @param folder - where programs are bundled, and find client and contract by their names
 * @param programsIn - where programs are compiled. Default: the same folder
 */
async function measureGenerated(
  root: string,
  folder: string,
  operations: number,
  programsIn: string = folder,
): Promise<Generated> {
  const client = await bundle("our client, one GET", folder);
  const generatedLines = await checkedInLines(root);
  return {
    operations,
    generatedLines,
    generatedLinesPerOperation: generatedLines / operations,
    clientMin: client.min,
    clientGzip: client.gzip,
    functionGzip: (await bundle("client/core, one operation", folder)).gzip,
    validatorsGzip: (await allValidators(folder)).gzip,
    validatorGzip: (await bundle("contract/validators, one operation", folder)).gzip,
    ...(await typeCost(programsIn)),
  };
}

/** One of the programs whose size is measured by the section `size` as well. */
function bundle(name: string, folder: string): Promise<Size> {
  const entry = ours.find((each) => each.name === name);
  if (entry === undefined) throw new Error(`"${name}" is none of the entries in size/entries.ts.`);
  return measureEntry(entry, folder);
}

function allValidators(folder: string): Promise<Size> {
  return measureEntry({ name: "all", code: `import * as all from "${VALIDATORS}"; console.log(all);` }, folder);
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

/** Milliseconds until the validators of all operations are loaded, as a server does at its start. */
async function loadMs(folder: string): Promise<number> {
  const script = `const started = performance.now(); await import("${VALIDATORS}"); console.log(performance.now() - started);`;
  const times: number[] = [];
  for (let round = 0; round < 5; round++) times.push(Number(await node(folder, ["--input-type=module", "-e", script])));
  return median(times);
}
