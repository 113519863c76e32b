import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codegen, node, takeRelease } from "../codegen/commands.ts";
import { syntheticContract } from "../codegen/contract/synthetic-contract.ts";
import { createWorkspace, realContract } from "../codegen/workspace.ts";
import { combineUsages, measureScript, type Usage } from "./usage.ts";

const ROUNDS = 3;

/** The contracts of which sites are built, by their number of operations. */
const SITES = [11, 151] as const;

/** What the site of one synthetic contract takes to build, and what it is. */
export interface SiteCost {
  readonly operations: number;
  /** Without the file that Redoc renders. */
  readonly site: Usage;
  /** Redoc's one file of the same contract, which the build adds as a download. */
  readonly redoc: Usage;
  readonly pages: number;
  readonly megabytes: number;
}

/** Builds the sites of the synthetic contracts, in turns. */
export async function measureGrowth(): Promise<SiteCost[]> {
  const roots = new Map<number, string>();
  for (const operations of SITES) roots.set(operations, await prepare(operations));
  const rounds: { operations: number; site: Usage; redoc: Usage }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [operations, root] of roots) rounds.push({ operations, ...(await build(root)) });
  }
  return Promise.all(
    [...roots].map(async ([operations, root]) => {
      const own = rounds.filter((one) => one.operations === operations);
      return {
        operations,
        site: combineUsages(own.map(({ site }) => site)),
        redoc: combineUsages(own.map(({ redoc }) => redoc)),
        ...(await countFiles(join(root, "packages/docs/dist/site"))),
      };
    }),
  );
}

async function prepare(operations: number): Promise<string> {
  const root = await createWorkspace(`docs-${operations}`, syntheticContract(await realContract(), operations));
  await codegen(root);
  await takeRelease(root);
  await node(root, ["tools/release-gate/src/changelog.ts"]);
  await unlinkProse(join(root, "packages/docs/guides"));
  await unlinkProse(join(root, "spec/decisions"));
  return root;
}

/** Guides and decisions name operations that a synthetic contract does not have, and the generator refuses such links. */
async function unlinkProse(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".md"));
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), "utf8");
      const plain = text.replaceAll(/\[([^\]]*)\]\((?:operation|schema|problem|permission|group):[^)]*\)/g, "$1");
      await writeFile(join(folder, file), plain);
    }),
  );
}

/** The site is done when Redoc begins; its process waits for that of Redoc and uses next to nothing meanwhile. */
async function build(root: string): Promise<{ site: Usage; redoc: Usage }> {
  const usages = await measureScript(root, ["packages/docs/src/build.ts"]);
  const site = usages.find(({ script }) => script.endsWith("build.ts"));
  const redoc = usages.find(({ script }) => script.includes("redocly"));
  if (site === undefined || redoc === undefined) throw new Error("The build did not report what it used.");
  return { site: { ...site, wallSeconds: site.wallSeconds - redoc.wallSeconds }, redoc };
}

async function countFiles(folder: string): Promise<{ pages: number; megabytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== "reference.html");
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return {
    pages: files.filter(({ name }) => name.endsWith(".html")).length,
    megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1e6,
  };
}
