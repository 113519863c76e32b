import { createPackageFromTarballData, type Package } from "@arethetypeswrong/core";
import { readFile } from "node:fs/promises";
import { asRecord } from "../records.ts";

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
export async function readPackedPackage(tarball: string): Promise<PackedPackage> {
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
