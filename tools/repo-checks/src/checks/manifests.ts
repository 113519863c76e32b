import { posix } from "node:path";
import { parse as parseYaml } from "yaml";
import { asRecord, asStrings, type WorkspacePackage, workspacePackages } from "../repo/workspace.ts";
import type { Repo } from "../repo/repo.ts";
import { type Check, found, type Problem } from "./check.ts";

/** What a published package.json must say, and that its entries lead to files. */
export const publishedManifests: Check = {
  name: "published-manifests",
  why: "users get what package.json promises, and nobody tries every entry by hand before a release",
  run(repo) {
    const packages = workspacePackages(repo);
    const license = packages.find((pkg) => pkg.dir === "")?.manifest.license;
    return found(
      packages
        .filter((pkg) => pkg.published)
        .flatMap((pkg) =>
          [...fieldProblems(pkg, license), ...fileProblems(repo, pkg), ...entryProblems(repo, pkg)].map((problem) => ({
            file: `${pkg.dir}/package.json`,
            ...problem,
          })),
        ),
    );
  },
};

function fieldProblems(pkg: WorkspacePackage, license: unknown): { subject: string; message: string }[] {
  const { manifest } = pkg;
  const facts: readonly (readonly [string, boolean, string])[] = [
    ["license", manifest.license === license && license !== undefined, `must equal the root's (${String(license)})`],
    ["description", typeof manifest.description === "string", "is missing"],
    ["type", manifest.type === "module", 'must be "module"'],
    ["private", manifest.private === undefined, "keeps the package from being published; it lies under packages/"],
    ["repository.directory", asRecord(manifest.repository).directory === pkg.dir, `must be "${pkg.dir}"`],
    ["engines.node", typeof asRecord(manifest.engines).node === "string", "is missing"],
    ["files", Array.isArray(manifest.files) && manifest.files.includes("dist"), 'must be a list that has "dist"'],
    ["exports", Object.keys(asRecord(manifest.exports)).length > 0, "is missing"],
  ];
  return facts.filter(([, holds]) => !holds).map(([subject, , what]) => ({ subject, message: `${subject} ${what}` }));
}

/** Every name under `files` exists, except what the build writes. */
function fileProblems(repo: Repo, pkg: WorkspacePackage): { subject: string; message: string }[] {
  const files: readonly unknown[] = Array.isArray(pkg.manifest.files) ? pkg.manifest.files : [];
  return files
    .map(String)
    .filter((name) => name !== "dist" && !name.startsWith("dist/") && !/[*!]/.test(name))
    .filter((name) => !repo.has(`${pkg.dir}/${name}`))
    .map((name) => ({ subject: name, message: `files names ${name}, which does not exist` }));
}

type EntryProblem = { readonly subject: string; readonly message: string };

/**
 * Compares `exports` (sources, for development) with `publishConfig.exports` (dist, for users): the same entries, and
 * each leads to the same source. Outputs of a build cannot be looked up here.
 */
function entryProblems(repo: Repo, pkg: WorkspacePackage): EntryProblem[] {
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

const HOST =
  /\b(?:https?:\/\/)?(?:registry\.[a-z0-9-]+\.[a-z]+|npm\.pkg\.github\.com|[\w.-]*artifactory[\w.-]*\.[a-z]{2,})/i;
const LOCKED_URL = /\b(?:tarball|resolved):?\s+["']?https?:/;
const LATEST = /@latest\b|:\s*"?latest"?\s*[,}]?\s*$/;
const PINNED = /(^|\/)(package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|\.npmrc|.*\.(ya?ml|sh|md)|run)$/;

/** No registry address in any file, and no version that means something else tomorrow. */
export const registryHosts: Check = {
  name: "registry-hosts",
  why: "whoever clones the repository installs from their own registry, and gets the versions that were tested",
  run(repo) {
    const files = repo.files.filter((file) => !/\.(png|ico|woff2?|jpg|gif|pdf|gz|tgz)$/.test(file));
    return found(
      files.flatMap((file) =>
        repo
          .read(file)
          .split("\n")
          .flatMap((text, index) => {
            const host = HOST.exec(text)?.[0] ?? LOCKED_URL.exec(text)?.[0];
            const message =
              host === undefined
                ? latestMessage(file, text)
                : `names the registry address "${host.trim()}"; leave it to the reader's configuration`;
            return message ? [{ file, line: index + 1, message }] : [];
          }),
      ),
    );
  },
};

function latestMessage(file: string, text: string): string | undefined {
  return PINNED.test(file) && LATEST.test(text) ? '"latest" is another version every day; pin one' : undefined;
}

/** Words, with at most one `:part`. */
const WORD = /^[a-z][a-z\d]*(?::[a-z]+)?$/;

/** The commands of the repository: few plain words, all of them in the README. */
export const rootScripts: Check = {
  name: "root-scripts",
  why: "a command that the README does not explain is known to its author only",
  run(repo) {
    const root = workspacePackages(repo).find((pkg) => pkg.dir === "");
    const names = Object.keys(asStrings(root?.manifest.scripts));
    if (names.length === 0) return found([{ file: "package.json", message: "has no scripts" }]);
    if (!repo.has("README.md"))
      return found([{ file: "README.md", message: "does not exist, so no command is explained" }]);
    const lines = repo.read("README.md").split("\n");
    return found(names.flatMap((name) => scriptProblems(name, lines)));
  },
};

function scriptProblems(name: string, readme: readonly string[]): Problem[] {
  const problems: Problem[] = [];
  if (!WORD.test(name))
    problems.push({ file: "package.json", subject: name, message: `"${name}" is not a plain word` });
  // A table row or list item that begins with the command and goes on with words.
  const explained = new RegExp(`^\\s*[|*-]\\s*\`(?:npx -y pnpm@\\d+ |pnpm )?(?:run )?${name}\`.*[a-z]{2,}`);
  if (!readme.some((line) => explained.test(line))) {
    problems.push({
      file: "README.md",
      subject: name,
      message: `the script "${name}" has no line that says what it does`,
    });
  }
  return problems;
}

/** A file that a script runs (`node <file>`) or hands to the compiler (`-p <file>`). */
const TARGET = /(?:\bnode\s+|\s-p\s+)([\w./-]+\.(?:json|[cm]?[jt]s)\b)/g;

/** Scripts of every package.json name files that exist. */
export const scriptTargets: Check = {
  name: "script-targets",
  why: "a script whose file is gone fails for the first person who needs it",
  run(repo) {
    return found(
      workspacePackages(repo).flatMap((pkg) =>
        Object.entries(asStrings(pkg.manifest.scripts)).flatMap(([name, script]) =>
          [...script.matchAll(TARGET)]
            .map((match) => posix.join(pkg.dir, match[1] ?? ""))
            .filter((target) => !repo.has(target))
            .map((target) => ({
              file: posix.join(pkg.dir, "package.json"),
              subject: name,
              message: `the script "${name}" runs ${target}, which does not exist`,
            })),
        ),
      ),
    );
  },
};
