import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createPackageFromTarballData, type Package } from "@arethetypeswrong/core";
import { lastWords, ROOT, runPnpm } from "../program.ts";

/** One tarball, as npm would get it. */
export interface PackedPackage {
  readonly name: string;
  /** Path of the tarball. */
  readonly tarball: string;
  /** The bytes of the tarball. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Its package.json. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** Paths of its files, without a leading `./`. */
  readonly files: readonly string[];
  /** Text of one of its files; undefined when there is none of that path. */
  read(path: string): string | undefined;
  /** The tarball as @arethetypeswrong/core reads it. */
  readonly content: Package;
}

/** Reads a tarball. @throws Error when it holds no package. */
async function readPackedPackage(tarball: string): Promise<PackedPackage> {
  const bytes = new Uint8Array(await readFile(tarball));
  const content = createPackageFromTarballData(bytes);
  const prefix = `/node_modules/${content.packageName}/`;
  const read = (path: string): string | undefined => content.tryReadFile(prefix + path);
  return {
    name: content.packageName,
    tarball,
    bytes,
    manifest: asRecord(JSON.parse(read("package.json") ?? "{}")),
    files: content.listFiles(prefix.slice(0, -1)).map((path) => path.slice(prefix.length)),
    read,
    content,
  };
}

/** A subpath that a package exports. */
export interface Entry {
  /** What users write: `@fleet-api/auth/stores/file`. */
  readonly specifier: string;
  /** The subpath as the manifest has it: `./stores/file`. */
  readonly subpath: string;
  readonly kind: "module" | "json" | "file";
  /** Files that its conditions lead to, from the root of the package. */
  readonly targets: readonly string[];
}

/**
 * All subpaths of the manifest, so that a new one is checked without being named anywhere. Of a pattern it is one: what
 * it leads to is generated, and one file is like the other.
 */
export function entriesOf({ name, manifest, files }: Pick<PackedPackage, "name" | "manifest" | "files">): Entry[] {
  return Object.entries(asRecord(manifest["exports"])).map(([key, target]) => {
    const patterns = filesOf(target);
    const star = starOf(patterns.at(-1) ?? "", files);
    const [subpath = key, ...targets] = [key, ...patterns].map((each) => each.replace("*", () => star));
    return { specifier: name + subpath.slice(1), subpath, kind: kindOf(targets.at(-1) ?? ""), targets };
  });
}

/** What the `*` of a pattern stands for in the first file that it leads to; a `*` if it leads to none. */
function starOf(pattern: string, files: readonly string[]): string {
  const [start = "", end = ""] = pattern.split("*");
  const file = files.toSorted().find((each) => each.startsWith(start) && each.endsWith(end));
  return file === undefined ? "*" : file.slice(start.length, file.length - end.length);
}

function filesOf(target: unknown): string[] {
  if (typeof target === "string") return [target.replace(/^\.\//, "")];
  return Object.values(asRecord(target)).flatMap(filesOf);
}

function kindOf(target: string): Entry["kind"] {
  if (/\.[cm]?js$/.test(target)) return "module";
  return target.endsWith(".json") ? "json" : "file";
}

/**
 * Packs packages of the workspace as they are published: `pnpm pack` applies `publishConfig`, writes versions for
 * `workspace:` and `catalog:`, and adds the licence of the root. What is packed is what was built before.
 * @param names - names of the packages
 * @param folder - where the tarballs go
 * @throws Error with the words of pnpm when it failed.
 */
export async function packPackages(names: readonly string[], folder: string): Promise<PackedPackage[]> {
  const filters = names.flatMap((name) => ["--filter", name]);
  const args = [...filters, "pack", "--json", "--pack-destination", folder];
  const end = await runPnpm(args, { cwd: ROOT });
  if (end.code !== 0) throw new Error(`pnpm pack failed:\n${lastWords(end)}`);
  const packed: readonly { readonly name: string; readonly filename: string }[] = JSON.parse(end.stdout);
  const missing = names.filter((name) => !packed.some((each) => each.name === name));
  if (missing.length > 0) throw new Error(`pnpm packed no ${missing.join(", ")}`);
  return Promise.all(packed.map(({ filename }) => readPackedPackage(join(folder, filename.replace(/^.*[\\/]/, "")))));
}

/** The value as an object with members; empty for anything else. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Members of the value that are texts. */
export function asTexts(value: unknown): Record<string, string> {
  const texts = Object.entries(asRecord(value)).flatMap(([key, text]): [string, string][] =>
    typeof text === "string" ? [[key, text]] : [],
  );
  return Object.fromEntries(texts);
}
