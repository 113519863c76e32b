import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asRecord, asTexts } from "./packed/packed-package.ts";
import { HERE, lastWords, type ProgramEnd, ROOT, runPnpm } from "./program.ts";

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

/** About 250 MB come down. In milliseconds. */
const LIMIT_MS = 600_000;

/** How pnpm says that it reached nobody. A registry that answers with an error is another matter. */
const UNREACHED =
  /dns error|tcp connect error|operation timed out|\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT)\b/;

/**
 * Installs the matrix as its lockfile says, when anything is missing or of another version.
 * @returns why what is missing cannot be had: there is no network. Undefined when all is there.
 * @throws Error with the words of pnpm when it failed for another reason.
 */
export async function installMatrix(): Promise<string | undefined> {
  if (missing().length === 0) return undefined;
  console.log("runtimes: installing the matrix; this is done once");
  const args = ["install", "--frozen-lockfile", "--reporter=append-only"];
  const end = await runPnpm(args, { cwd: MATRIX, timeoutMs: LIMIT_MS });
  return judgeInstall(end, missing());
}

/**
 * What an install came to. pnpm ends well without an optional package that it could not fetch, so that its exit code
 * alone says little.
 * @param left - names of what is still missing
 */
export function judgeInstall(end: ProgramEnd, left: readonly string[]): string | undefined {
  if (end.code === 0 && left.length === 0) return undefined;
  const words = lastWords(end);
  // A single try that failed is no verdict: the next one may have got an answer.
  const verdict = words.replaceAll(/^\[WARN\] GET .*$/gm, "");
  if (UNREACHED.test(verdict)) return "it is not installed, and the registry cannot be reached";
  throw new Error(`the matrix lacks ${left.join(", ") || "nothing, but its install failed"}:\n${words}`);
}
