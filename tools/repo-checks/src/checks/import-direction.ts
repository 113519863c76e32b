import { isBuiltin } from "node:module";
import { WORKSPACE_ARROWS } from "../config/arrows.ts";
import { asRecord } from "../repo/records.ts";
import { packageOf, workspacePackages, type WorkspacePackage } from "../repo/workspace.ts";
import { importsOf, packageName, relativeTarget, type ImportUse } from "../source/imports.ts";
import { parse } from "../source/parse.ts";
import { codeFiles, isTest } from "../source/source-files.ts";
import { found, type Check } from "./check.ts";

/** The arrows between packages, as the imports in the code draw them. */
export const importDirection: Check = {
  name: "import-direction",
  why: "an import is a dependency whether package.json knows it or not, and another package's src is not its door",
  run(repo) {
    const packages = workspacePackages(repo);
    return found(
      codeFiles(repo).flatMap((file) => {
        const pkg = packageOf(packages, file);
        if (!pkg) return [];
        return importsOf(parse(repo, file)).flatMap((use) => {
          const message = objection(file, use, pkg, packages);
          return message ? [{ file, line: use.line, subject: use.specifier, message }] : [];
        });
      }),
    );
  },
};

function objection(
  file: string,
  { specifier }: ImportUse,
  pkg: WorkspacePackage,
  packages: readonly WorkspacePackage[],
): string | undefined {
  const target = relativeTarget(file, specifier);
  if (target !== undefined) {
    return target.startsWith(`${pkg.dir}/`)
      ? undefined
      : `"${specifier}" leaves ${pkg.dir}; import the package by name`;
  }
  if (isBuiltin(specifier)) return undefined;
  const name = packageName(specifier);
  const other = packages.find((candidate) => candidate.name === name);
  return (other && workspaceObjection(specifier, pkg, other)) ?? declarationObjection(name, isTest(file), pkg);
}

function workspaceObjection(specifier: string, pkg: WorkspacePackage, other: WorkspacePackage): string | undefined {
  if (other.dir !== pkg.dir && !WORKSPACE_ARROWS[pkg.dir]?.includes(other.dir)) {
    return `${pkg.dir} may not import ${other.dir}: the arrow does not exist`;
  }
  const entry = `.${specifier.slice(other.name.length)}`;
  if (Object.keys(asRecord(other.manifest.exports)).some((name) => isEntry(name, entry))) return undefined;
  return `"${specifier}" is not among the exports of ${other.name}; import one of its entries`;
}

/** Whether a name under `exports` is this entry, or a pattern that it fits. */
function isEntry(name: string, entry: string): boolean {
  const [start = "", end] = name.split("*");
  if (end === undefined) return name === entry;
  return entry.length > start.length + end.length && entry.startsWith(start) && entry.endsWith(end);
}

/** Published code may only import what its users get; tests and tools may import dev dependencies. */
function declarationObjection(name: string, test: boolean, pkg: WorkspacePackage): string | undefined {
  if (name in pkg.dependencies || name === pkg.name) return undefined;
  if (name in pkg.devDependencies) {
    return test || !pkg.published ? undefined : `${name} is a dev dependency, but published code imports it`;
  }
  return `${name} is not declared in ${pkg.dir}/package.json`;
}
