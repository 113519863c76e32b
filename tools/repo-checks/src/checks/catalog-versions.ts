import { parse as parseYaml } from "yaml";
import { asRecord, asStrings } from "../repo/records.ts";
import type { Repo } from "../repo/repo.ts";
import { workspacePackages, type WorkspacePackage } from "../repo/workspace.ts";
import { found, type Check, type Problem } from "./check.ts";

const CATALOG_FILE = "pnpm-workspace.yaml";
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Third-party versions stand in the catalog, once, exact, and each is used. */
export const catalogVersions: Check = {
  name: "catalog-versions",
  why: "one version of everything, raised in one place; what ran yesterday runs today",
  run(repo) {
    if (!repo.has(CATALOG_FILE)) return found([{ file: CATALOG_FILE, message: "does not exist" }]);
    const packages = workspacePackages(repo);
    return found([...packages.flatMap((pkg) => versionProblems(pkg, packages)), ...catalogProblems(repo, packages)]);
  },
};

function versionProblems(pkg: WorkspacePackage, packages: readonly WorkspacePackage[]): Problem[] {
  const file = pkg.dir === "" ? "package.json" : `${pkg.dir}/package.json`;
  const workspace = new Set(packages.map((other) => other.name));
  return Object.entries({ ...pkg.devDependencies, ...pkg.dependencies }).flatMap(([name, version]) => {
    const wanted = workspace.has(name) ? "workspace:" : "catalog:";
    if (version.startsWith(wanted)) return [];
    return [
      {
        file,
        subject: name,
        message: `${name} is "${version}"; write "${wanted}${wanted === "workspace:" ? "*" : ""}"`,
      },
    ];
  });
}

function catalogProblems(repo: Repo, packages: readonly WorkspacePackage[]): Problem[] {
  const catalog = asStrings(asRecord(parseYaml(repo.read(CATALOG_FILE))).catalog);
  const used = new Set(packages.flatMap((pkg) => Object.keys({ ...pkg.dependencies, ...pkg.devDependencies })));
  return Object.entries(catalog).flatMap(([name, version]) => {
    if (!EXACT.test(version))
      return [{ file: CATALOG_FILE, subject: name, message: `${name}: ${version} is not an exact version` }];
    if (!used.has(name))
      return [{ file: CATALOG_FILE, subject: name, message: `${name} is used by no package; remove it` }];
    return [];
  });
}
