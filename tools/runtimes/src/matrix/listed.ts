import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HERE, ROOT } from "../program.ts";
import { asRecord, asTexts } from "../records.ts";

/** A package that is installed as it is pinned, or should be. */
export interface Listed {
  /** The exact version. */
  readonly version: string;
  /** Folder of the package. It does not exist before the install. */
  readonly folder: string;
}

/** Folder of the nested project, which is no member of the workspace. */
export const MATRIX: string = join(HERE, "matrix");

const MACHINE = `${process.platform}-${process.arch}`;
const { dependencies, optionalDependencies } = readManifest(MATRIX);

/** What this machine gets of the matrix, by the name without the machine: `bun` for `bun-linux-x64`. */
export const LISTED: Readonly<Record<string, Listed>> = listedFor(
  MACHINE,
  asTexts(dependencies),
  asTexts(optionalDependencies),
);

/**
 * Packages of a machine.
 * @param machine - as Node names it: `linux-x64`
 * @param everywhere - pinned packages of every machine, by alias
 * @param somewhere - pinned packages of one machine each; the alias ends in it
 */
export function listedFor(
  machine: string,
  everywhere: Readonly<Record<string, string>>,
  somewhere: Readonly<Record<string, string>>,
): Record<string, Listed> {
  const suffix = `-${machine}`;
  const here = Object.entries(somewhere).filter(([alias]) => alias.endsWith(suffix));
  return Object.fromEntries([
    ...Object.entries(everywhere).map(([alias, pin]) => [alias, listed(alias, pin)]),
    ...here.map(([alias, pin]) => [alias.slice(0, -suffix.length), listed(alias, pin)]),
  ]);
}

/** What the repository itself is worked on with: it is not listed twice. */
export const OWN: { readonly node: Listed; readonly typescript: Listed } = {
  node: own(join(ROOT, "node_modules/node")),
  typescript: own(join(HERE, "node_modules/typescript")),
};

/** Names of what this machine should have of the matrix, and has not, or in another version. */
export function missing(): string[] {
  return Object.entries(LISTED).flatMap(([name, { version, folder }]) =>
    installedVersion(folder) === version ? [] : [name],
  );
}

/** What to say of something that is missing; undefined when it is there, or not of the matrix. */
export function absence(name: string, reason = "it is not installed"): string | undefined {
  return missing().includes(name) ? `${name}: ${reason}` : undefined;
}

function installedVersion(folder: string): string | undefined {
  try {
    // The packages of Node 20 say "v20.19.0".
    return String(readManifest(folder)["version"]).replace(/^v/, "");
  } catch {
    return undefined;
  }
}

function own(folder: string): Listed {
  return { version: installedVersion(folder) ?? "", folder };
}

function listed(alias: string, pin: string): Listed {
  return { version: pin.replace(/^npm:.+@/, ""), folder: join(MATRIX, "node_modules", alias) };
}

function readManifest(folder: string): Record<string, unknown> {
  return asRecord(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}
