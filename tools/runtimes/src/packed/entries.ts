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

/** All subpaths of the manifest, so that a new one is checked without being named anywhere. */
export function entriesOf({ name, manifest }: Pick<PackedPackage, "name" | "manifest">): Entry[] {
  return Object.entries(asRecord(manifest["exports"])).map(([subpath, target]) => {
    const targets = filesOf(target);
    return { specifier: name + subpath.slice(1), subpath, kind: kindOf(targets.at(-1) ?? ""), targets };
  });
}

function filesOf(target: unknown): string[] {
  if (typeof target === "string") return [target.replace(/^\.\//, "")];
  return Object.values(asRecord(target)).flatMap(filesOf);
}

function kindOf(target: string): Entry["kind"] {
  if (/\.[cm]?js$/.test(target)) return "module";
  return target.endsWith(".json") ? "json" : "file";
}
