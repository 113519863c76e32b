import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { pgliteFile } from "./pglite-files.ts";

/** Begins the names of folders in dist with prepared files. */
export const PREPARED = "sandbox-";

/** What takes too long to be made on each build: compressed files, by their names in the site. */
export const PREPARED_FILES = {
  pglite: "pglite.wasm.gz",
  data: "pglite.data.gz",
  template: "template.tar.gz",
} as const;

const dist = fileURLToPath(new URL("../../../dist", import.meta.url));

/** The folder with the prepared files, which need not be there. Its name changes with everything that they are made from. */
export async function preparedFolder(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("prepare-files.ts", import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    platform: "node",
    format: "esm",
  });
  const hash = createHash("sha256");
  for (const { contents } of outputFiles) hash.update(contents);
  for (const name of ["pglite.wasm", "pglite.data", "initdb.wasm"]) hash.update(await readFile(pgliteFile(name)));
  return join(dist, `${PREPARED}${hash.digest("hex").slice(0, 16)}`);
}

/** Reads a prepared file. When there are none, they are made first, in a process of their own: some seconds. */
export async function readPrepared(folder: string, name: keyof typeof PREPARED_FILES): Promise<Buffer> {
  if (!existsSync(folder)) {
    const script = fileURLToPath(new URL("../../write-sandbox.ts", import.meta.url));
    await promisify(execFile)(process.execPath, [script]);
  }
  return readFile(join(folder, PREPARED_FILES[name]));
}
