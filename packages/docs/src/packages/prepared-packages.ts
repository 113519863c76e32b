/** What TypeDoc says about the packages, kept in dist, because it takes seconds to find out. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type PublishedPackage, readPackages } from "./entries.ts";
import type { TypedocFile } from "./run-typedoc.ts";

/** Begins the name of the file. */
export const PREFIX = "packages-";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));

/** The path of the file, which need not be there. Its name changes with everything that it is made from. */
export async function typedocFile(packages: readonly PublishedPackage[]): Promise<string> {
  const hash = createHash("sha256");
  const add = async (file: string): Promise<void> => void hash.update(`${await readFile(file, "utf8")}\0`);
  const require = createRequire(import.meta.url);
  // The package of TypeDoc does not export its manifest.
  await add(join(require.resolve("typedoc"), "../../package.json"));
  await add(require.resolve("typescript/package.json"));
  for (const name of ["entries.ts", "run-typedoc.ts"]) await add(fileURLToPath(new URL(name, import.meta.url)));
  const folders = [...packages.map(({ folder }) => folder), new URL("../../../http/", import.meta.url)];
  for (const folder of folders) {
    const source = fileURLToPath(folder);
    const files = (await readdir(join(source, "src"), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => join(entry.parentPath, entry.name));
    const declarations = (await readdir(source)).filter((name) => name.endsWith(".d.ts"));
    for (const file of [...files, ...declarations.map((name) => join(source, name))].toSorted()) await add(file);
    await add(join(source, "package.json"));
  }
  return join(dist, `${PREFIX}${hash.digest("hex").slice(0, 16)}.json`);
}

/** Reads it. When it is not there, it is made first, in a process of its own. */
export async function readTypedoc(): Promise<{ packages: PublishedPackage[]; typedoc: TypedocFile }> {
  const packages = await readPackages();
  const file = await typedocFile(packages);
  if (!existsSync(file)) {
    const script = fileURLToPath(new URL("../write-packages.ts", import.meta.url));
    await promisify(execFile)(process.execPath, [script]);
  }
  return { packages, typedoc: JSON.parse(await readFile(file, "utf8")) };
}
