import type { Repo } from "./repo.ts";

/** One package of the workspace, as far as the checks need it. */
export interface WorkspacePackage {
  /** Folder from the root, "" for the root package. */
  readonly dir: string;
  readonly name: string;
  /** Published packages lie under packages/, private ones under tools/ and at the root. */
  readonly published: boolean;
  readonly manifest: Readonly<Record<string, unknown>>;
  /** What a user of the package gets: dependencies, peerDependencies, optionalDependencies. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Every package.json of the root, packages/ and tools/. One that is not JSON throws with its path. */
export function workspacePackages(repo: Repo): WorkspacePackage[] {
  return repo.files
    .filter((path) => /^((packages|tools)\/[^/]+\/)?package\.json$/.test(path))
    .map((path) => readPackage(repo, path));
}

function readPackage(repo: Repo, path: string): WorkspacePackage {
  const manifest = readJson(repo, path);
  const dir = path.replace(/\/?package\.json$/, "");
  return {
    dir,
    name: String(manifest.name ?? dir),
    published: dir.startsWith("packages/"),
    manifest,
    dependencies: {
      ...asStrings(manifest.dependencies),
      ...asStrings(manifest.peerDependencies),
      ...asStrings(manifest.optionalDependencies),
    },
    devDependencies: asStrings(manifest.devDependencies),
  };
}

function readJson(repo: Repo, path: string): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(repo.read(path)));
  } catch (error) {
    throw new Error(`${path} is not JSON`, { cause: error });
  }
}

/** The package that a file belongs to: the one with the deepest folder above it. */
export function packageOf(packages: readonly WorkspacePackage[], file: string): WorkspacePackage | undefined {
  return packages.find((pkg) => pkg.dir !== "" && file.startsWith(`${pkg.dir}/`));
}

/** A JSON or YAML object, or an empty one for anything else: a check names what is missing, it does not crash. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** The members of an object whose values are strings. */
export function asStrings(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(asRecord(value));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
