import { posix } from "node:path";
import { asRecord } from "../repo/records.ts";
import type { Repo } from "../repo/repo.ts";
import type { WorkspacePackage } from "../repo/workspace.ts";

type EntryProblem = { readonly subject: string; readonly message: string };

/**
 * Compares `exports` (sources, for development) with `publishConfig.exports` (dist, for users): the same entries, and
 * each leads to the same source. Outputs of a build cannot be looked up here.
 */
export function entryProblems(repo: Repo, pkg: WorkspacePackage): EntryProblem[] {
  const source = asRecord(pkg.manifest.exports);
  const published = asRecord(asRecord(pkg.manifest.publishConfig).exports);
  const names = [...new Set([...Object.keys(source), ...Object.keys(published)])];
  return [
    ...names.flatMap((name) => pairProblems(repo, pkg, name, source[name], published[name])),
    ...binProblems(repo, pkg),
  ];
}

function pairProblems(
  repo: Repo,
  pkg: WorkspacePackage,
  name: string,
  source: unknown,
  published: unknown,
): EntryProblem[] {
  if (source === undefined || published === undefined) {
    const where = source === undefined ? "exports" : "publishConfig.exports";
    return [{ subject: name, message: `${where} has no entry "${name}"` }];
  }
  const sources = new Set(targetsOf(source).map((target) => sourceOf(repo, pkg, target)));
  const missing = targetsOf(source).filter((target) => !isBuilt(target) && !hasFile(repo, pkg, target));
  const others = targetsOf(published).filter((target) => !sources.has(sourceOf(repo, pkg, target)));
  return [
    ...missing.map((target) => ({
      subject: name,
      message: `exports "${name}" leads to ${target}, which does not exist`,
    })),
    ...others.map((target) => ({
      subject: name,
      message: `publishConfig.exports "${name}" leads to ${target}, but exports leads elsewhere: ${targetsOf(source).join(", ")}`,
    })),
  ];
}

/** A command must come from a source, or the published file is empty air. */
function binProblems(repo: Repo, pkg: WorkspacePackage): EntryProblem[] {
  const { bin } = pkg.manifest;
  const targets = typeof bin === "string" ? [bin] : Object.values(asRecord(bin)).map(String);
  return targets
    .filter((target) => !hasFile(repo, pkg, sourceOf(repo, pkg, target)))
    .map((target) => ({ subject: "bin", message: `bin names ${target}, which has no source` }));
}

/** The strings of an entry, whatever conditions they stand under. */
export function targetsOf(entry: unknown): string[] {
  if (typeof entry === "string") return [entry];
  return Object.values(asRecord(entry)).flatMap(targetsOf);
}

/** Outputs of a build, which git ignores: those of the compiler, and the sources that codegen writes for it. */
function isBuilt(target: string): boolean {
  return target.startsWith("./dist/") || target.startsWith("./src/built/");
}

/** `./dist/a.js` and `./dist/a.d.ts` are built from `./src/a.ts` if there is one; anything else is its own source. */
function sourceOf(repo: Repo, pkg: WorkspacePackage, target: string): string {
  if (!target.startsWith("./dist/")) return target;
  const source = target.replace(/^\.\/dist\//, "./src/").replace(/(\.d\.ts|\.js)$/, ".ts");
  return isBuilt(source) || hasFile(repo, pkg, source) ? source : target;
}

/** Whether the package has the file, or one that the pattern of a target with `*` fits. */
function hasFile(repo: Repo, { dir }: WorkspacePackage, target: string): boolean {
  const path = posix.join(dir, target);
  const [start = "", end] = path.split("*");
  return end === undefined ? repo.has(path) : repo.files.some((file) => file.startsWith(start) && file.endsWith(end));
}
