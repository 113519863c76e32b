import { asRecord } from "../records.ts";
import type { PackedPackage } from "./packed-package.ts";

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
