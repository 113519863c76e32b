import { cp, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { ContractFiles } from "./synthetic-contract.ts";

/** Root of the repository. */
export const repository: string = join(import.meta.dirname, "../../../..");

/** Packages that read the contract or are generated from it, with those that they depend on. */
const PACKAGES = [
  "packages/contract",
  "packages/http",
  "packages/client",
  "packages/server",
  "packages/docs",
  "tools/codegen",
  "tools/spec-rules",
];

const FILES = ["package.json", "redocly.yaml", "tsconfig.base.json"];

/** What codegen writes, what a package manager writes, and what no command here reads. */
const NOT_COPIED = new Set(["node_modules", "dist", "built", "generated", "test"]);

/**
 * Makes a copy of the part of this repository that codegen, lint, bundling and type check work on, with
 * another contract in it. The layout is that of the repository, so that every command runs in it as it is.
 * @param name - folder of the workspace; what was there is replaced
 * @param changed - files of the contract that replace the real ones
 * @returns its root
 */
export async function createWorkspace(name: string, changed: ContractFiles): Promise<string> {
  const root = join(repository, "tools/bench/dist/codegen", name);
  await rm(root, { recursive: true, force: true });
  const copied = [...PACKAGES, ...FILES, "spec"];
  await Promise.all(copied.map((path) => copy(path, root)));
  await Promise.all(Object.entries(changed).map(([path, text]) => write(join(root, "spec", path), text)));
  await Promise.all(groupsIn(changed).map((group) => addServerModule(root, group)));
  await symlink(join(repository, "node_modules"), join(root, "node_modules"), "junction");
  await Promise.all(PACKAGES.map((path) => link(path, root)));
  for (const used of ["client", "contract"]) {
    await linkFolder(join(root, "packages", used), join(programFolder(root), "node_modules/@fleet-api", used));
  }
  return root;
}

/** Where programs of the workspace lie that import client and contract by name, as those of a user do. */
export function programFolder(root: string): string {
  return join(root, "programs");
}

/** The hand-written contract of the repository. */
export async function realContract(): Promise<ContractFiles> {
  const folder = join(repository, "spec");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".yaml"))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(async (path) => {
    const name = relative(folder, path).split(sep).join("/");
    return [name, await readFile(path, "utf8")] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/** The folders of the resource groups in these files. */
function groupsIn(files: ContractFiles): string[] {
  return Object.keys(files).flatMap((path) => /^resources\/(\w+)\/group\.yaml$/.exec(path)?.[1] ?? []);
}

/** Codegen ends with an error where the server has no module for a group. That of a group that only exists here is empty. */
async function addServerModule(root: string, group: string): Promise<void> {
  const folder = join(root, "packages/server/src/resources", group);
  if ((await readdir(folder).catch(() => [])).length === 0) await write(join(folder, "index.ts"), "export {};\n");
}

async function copy(path: string, root: string): Promise<void> {
  const isWanted = (source: string): boolean => {
    const parts = relative(repository, source).split(sep);
    return !parts.some((part) => NOT_COPIED.has(part)) && parts.join("/") !== "spec/releases";
  };
  await cp(join(repository, path), join(root, path), { recursive: true, filter: isWanted });
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Gives a package its dependencies: those that were copied from the workspace, all others from the repository. */
async function link(path: string, root: string): Promise<void> {
  const modules = join(repository, path, "node_modules");
  for (const name of await dependencyNames(modules)) {
    const target = await realpath(join(modules, name));
    const own = PACKAGES.find((each) => target === join(repository, each));
    await linkFolder(own === undefined ? target : join(root, own), join(root, path, "node_modules", name));
  }
}

async function linkFolder(target: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  await symlink(target, place, "junction");
}

async function dependencyNames(modules: string): Promise<string[]> {
  const names = await readdir(modules).catch(() => []);
  const scoped = names.map(async (name) => {
    if (!name.startsWith("@")) return name.startsWith(".") ? [] : [name];
    return (await readdir(join(modules, name))).map((each) => `${name}/${each}`);
  });
  return (await Promise.all(scoped)).flat();
}
