import { isBuiltin } from "node:module";
import { matchesGlob } from "node:path";
import {
  ACYCLIC_FOLDERS,
  AUTH_FLOORS,
  AUTH_STACKS,
  CLOCK_SOURCES,
  ENVIRONMENT_READERS,
  EXPOSED,
  IN_PAGES,
  NOT_IN_PAGES,
  PORTABLE_FOLDERS,
  RUNTIME_DEPENDENCIES,
  SERVER_PARTS,
  SPEC_READERS,
  WORKSPACE_ARROWS,
} from "../config/arrows.ts";
import type { Repo } from "../repo/repo.ts";
import { asRecord, packageOf, type WorkspacePackage, workspacePackages } from "../repo/workspace.ts";
import {
  importCycles,
  importGraph,
  importsOf,
  type ImportUse,
  packageName,
  relativeTarget,
} from "../source/imports.ts";
import { parse } from "../source/parse.ts";
import { codeFiles, isTest, sourceFiles } from "../source/source-files.ts";
import { type Check, found, type Problem } from "./check.ts";

/** The arrows between packages, as package.json files declare them. */
export const dependencyDirection: Check = {
  name: "dependency-direction",
  why: "arrows between packages never turn, so that each can be read, published and replaced alone",
  run(repo) {
    const packages = workspacePackages(repo);
    return found(
      packages.flatMap((pkg) => [
        ...workspaceProblems(pkg, packages),
        ...runtimeProblems(pkg, packages),
        ...unusedProblems(repo, pkg, packages),
        ...undrawnProblems(pkg, packages),
      ]),
    );
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

/** Workspace packages that no file of the package names: their arrow is not needed. */
function unusedProblems(repo: Repo, pkg: WorkspacePackage, packages: readonly WorkspacePackage[]): Problem[] {
  const files = repo.files.filter(
    (file) =>
      (USERS.test(file) && file.startsWith(`${pkg.dir}/`)) || (pkg.dir === COMPILES_SNIPPETS && file.endsWith(".md")),
  );
  return packages
    .filter((other) => other.name in pkg.dependencies || other.name in pkg.devDependencies)
    .filter((other) => !files.some((file) => mentions(repo.read(file), other.name)))
    .map((other) => ({
      file: manifestOf(pkg),
      subject: other.name,
      message: `no file of ${pkg.dir || "the root"} uses ${other.name}; remove the dependency`,
    }));
}

/** The package that compiles the snippets of all pages, and so has what they import. */
const COMPILES_SNIPPETS = "tools/repo-checks";

/** Whether a text has the name of a package, alone or with an entry. */
function mentions(text: string, name: string): boolean {
  return ['"', "'", "/"].some((end) => text.includes(`${name}${end}`));
}

/** Files that can use a package: code, and the configuration of tools. */
const USERS = /\.([cm]?[jt]sx?|ya?ml)$/;

/** Arrows, and runtime dependencies, that the rules allow and no manifest has. */
function undrawnProblems(pkg: WorkspacePackage, packages: readonly WorkspacePackage[]): Problem[] {
  const drawn = { ...pkg.dependencies, ...pkg.devDependencies };
  const arrows = (WORKSPACE_ARROWS[pkg.dir] ?? []).filter((dir) => {
    const other = packages.find((each) => each.dir === dir);
    return other !== undefined && !(other.name in drawn);
  });
  const libraries = (RUNTIME_DEPENDENCIES[pkg.dir] ?? []).filter((name) => !(name in pkg.dependencies));
  const undrawn = (rule: string, name: string): Problem => ({
    file: ARROWS,
    subject: `${pkg.dir} -> ${name}`,
    message: `${rule} lets ${pkg.dir} depend on ${name}, which its package.json does not have; remove it`,
  });
  return [
    ...arrows.map((dir) => undrawn("WORKSPACE_ARROWS", dir)),
    ...libraries.map((name) => undrawn("RUNTIME_DEPENDENCIES", name)),
  ];
}

/** Where the rules about directions are. */
const ARROWS = "tools/repo-checks/src/config/arrows.ts";

function manifestOf(pkg: WorkspacePackage): string {
  return pkg.dir === "" ? "package.json" : `${pkg.dir}/package.json`;
}

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

/** No file leads back to itself, by imports of types neither. */
export const importCyclesCheck: Check = {
  name: "import-cycles",
  why: "files that import each other can only be read, tested and changed together",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => ACYCLIC_FOLDERS.some((folder) => file.startsWith(folder)));
    return found(
      importCycles(importGraph(repo, files)).map(({ file, edges }) => ({
        file,
        line: edges[0].line,
        message: `leads back to itself: ${[file, ...edges.map(({ target }) => target)].join(" -> ")}; move what both need below them`,
      })),
    );
  },
};

const ROOT = "packages/auth/src/";

/** The floors of packages/auth, as its imports build them. */
export const authFloors: Check = {
  name: "auth-floors",
  why: "imports lead downwards only, type-only ones too, so that each floor is understood without those above it",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => file.startsWith(ROOT));
    const graph = importGraph(repo, files);
    return found(
      [...graph].flatMap(([file, edges]): Problem[] => {
        const from = floorOf(file);
        if (from === undefined) return [{ file, message: "belongs to no floor: name one in src/config/arrows.ts" }];
        return edges.flatMap(({ target, line }) => {
          const to = floorOf(target);
          if (to === undefined || isBelow(from, to)) return [];
          return [{ file, line, subject: target, message: `imports ${target}: ${from} may not import ${to}` }];
        });
      }),
    );
  },
};

function floorOf(file: string): string | undefined {
  return AUTH_FLOORS.find(({ paths }) => paths.some((path) => fits(file, `${ROOT}${path}`)))?.name;
}

/** Whether a floor is the same as another one, or above it. */
function isBelow(from: string, to: string): boolean {
  return AUTH_STACKS.some((stack) => stack.includes(from) && stack.indexOf(from) <= stack.indexOf(to));
}

const SERVER = "packages/server/src/";
const GROUP = /^packages\/server\/src\/resources\/([^/]+)\//;

/** The parts of the server, and the doors between resource groups. */
export const serverBoundaries: Check = {
  name: "server-boundaries",
  why: "each part of the server knows only what it is built on, and a resource group has one door (its index.ts)",
  run(repo) {
    const files = sourceFiles(repo).filter((file) => file.startsWith(SERVER));
    return found(
      files.flatMap((file): Problem[] => {
        const part = partOf(file);
        if (part === undefined) {
          return [{ file, message: "belongs to no part of the server: name one in src/config/arrows.ts" }];
        }
        return importsOf(parse(repo, file)).flatMap((use) => {
          const target = relativeTarget(file, use.specifier);
          const reason = target && (partObjection(part, target) ?? doorObjection(file, target));
          if (!reason) return [];
          return [{ file, line: use.line, subject: target, message: `imports ${target}: ${reason}` }];
        });
      }),
    );
  },
};

function partOf(file: string): string | undefined {
  return Object.keys(SERVER_PARTS).find((part) => fits(file, `${SERVER}${part}`));
}

function partObjection(part: string, target: string): string | undefined {
  const allowed = SERVER_PARTS[part] ?? [];
  if (partOf(target) === part || allowed.some((path) => fits(target, `${SERVER}${path}`))) return undefined;
  return `${part} may import ${allowed.join(", ") || "nothing else"}`;
}

function doorObjection(file: string, target: string): string | undefined {
  const group = GROUP.exec(target)?.[1];
  if (group === undefined || GROUP.exec(file)?.[1] === group) return undefined;
  return target.endsWith(`/${group}/index.ts`)
    ? undefined
    : `only the index.ts of ${group} may be imported from outside`;
}

/** Whether a path begins with another one, in which `*` is any name or a part of it. */
function fits(file: string, path: string): boolean {
  const pattern = path.replaceAll(/[.+^$(){}|[\]\\]/g, String.raw`\$&`).replaceAll("*", "[^/]+");
  return new RegExp(`^${pattern}`).test(file);
}

const ofServer = [...Object.keys(SERVER_PARTS), ...Object.values(SERVER_PARTS).flat()];

/** The paths that rules are about. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  ACYCLIC_FOLDERS,
  AUTH_FLOORS: AUTH_FLOORS.flatMap(({ paths }) => paths.map((path) => `${ROOT}${path}`)),
  CLOCK_SOURCES,
  ENVIRONMENT_READERS,
  EXPOSED,
  IN_PAGES,
  NOT_IN_PAGES,
  PORTABLE_FOLDERS,
  RUNTIME_DEPENDENCIES: Object.keys(RUNTIME_DEPENDENCIES).map((folder) => `${folder}/`),
  // What is built is not in git.
  SERVER_PARTS: ofServer.filter((path) => !path.startsWith("built/")).map((path) => `${SERVER}${path}`),
  SPEC_READERS,
  WORKSPACE_ARROWS: Object.entries(WORKSPACE_ARROWS)
    .flatMap(([folder, others]) => [folder, ...others])
    .map((folder) => `${folder}/`),
};

/** Every path of a rule is there. */
export const rulePaths: Check = {
  name: "rule-paths",
  why: "a rule about a folder that is not there binds nothing, and nobody notices",
  run(repo) {
    const ofArrows = Object.entries(RULES).flatMap(([rule, paths]) =>
      [...new Set(paths)]
        .filter((path) => !repo.files.some((file) => fits(file, path)))
        .map((path) => absent(ARROWS, path, `${rule} names ${path}`)),
    );
    const ofLint = lintOverrides(repo)
      .filter((glob) => !repo.files.some((file) => matchesGlob(file, glob)))
      .map((glob) => absent(LINT, glob, `overrides name ${glob}`));
    return found([...ofArrows, ...ofLint]);
  },
};

function absent(file: string, path: string, rule: string): Problem {
  return { file, subject: path, message: `${rule}, where there is no file; remove or rename it` };
}

const LINT = ".oxlintrc.json";

/** The globs that the overrides of the lint are about. */
function lintOverrides(repo: Repo): string[] {
  const { overrides } = asRecord(repo.has(LINT) ? JSON.parse(repo.read(LINT)) : undefined);
  const lists = (Array.isArray(overrides) ? overrides : []).map((override) => asRecord(override).files);
  return lists.flatMap((files) => (Array.isArray(files) ? files.map(String) : []));
}
