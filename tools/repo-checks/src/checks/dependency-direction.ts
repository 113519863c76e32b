import { RUNTIME_DEPENDENCIES, WORKSPACE_ARROWS } from "../config/arrows.ts";
import { workspacePackages, type WorkspacePackage } from "../repo/workspace.ts";
import { found, type Check, type Problem } from "./check.ts";

/** The arrows between packages, as package.json files declare them. */
export const dependencyDirection: Check = {
  name: "dependency-direction",
  why: "arrows between packages never turn, so that each can be read, published and replaced alone",
  run(repo) {
    const packages = workspacePackages(repo);
    return found(packages.flatMap((pkg) => [...workspaceProblems(pkg, packages), ...runtimeProblems(pkg, packages)]));
  },
};

function workspaceProblems(pkg: WorkspacePackage, packages: readonly WorkspacePackage[]): Problem[] {
  const allowed = WORKSPACE_ARROWS[pkg.dir] ?? [];
  const names = Object.keys({ ...pkg.dependencies, ...pkg.devDependencies });
  return packages
    .filter((other) => names.includes(other.name) && !allowed.includes(other.dir))
    .map((other) => ({
      file: manifestOf(pkg),
      subject: other.name,
      message: `${pkg.dir || "the root"} may not depend on ${other.dir}; allowed: ${allowed.join(", ") || "no workspace package"}`,
    }));
}

function runtimeProblems(pkg: WorkspacePackage, packages: readonly WorkspacePackage[]): Problem[] {
  const allowed = RUNTIME_DEPENDENCIES[pkg.dir];
  if (!allowed) return [];
  const workspace = new Set(packages.map((other) => other.name));
  return Object.keys(pkg.dependencies)
    .filter((name) => !workspace.has(name) && !allowed.includes(name))
    .map((name) => ({
      file: manifestOf(pkg),
      subject: name,
      message: `${pkg.dir} may not have the runtime dependency ${name}; allowed: ${allowed.join(", ") || "none"}`,
    }));
}

function manifestOf(pkg: WorkspacePackage): string {
  return pkg.dir === "" ? "package.json" : `${pkg.dir}/package.json`;
}
