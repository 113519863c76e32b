/** Writes what TypeDoc says about the packages into dist, unless the file that is there is up to date. */
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readPackages } from "./packages/entries.ts";
import { PREFIX, typedocFile } from "./packages/prepared-packages.ts";
import { runTypedoc } from "./packages/run-typedoc.ts";

const packages = await readPackages();
const file = await typedocFile(packages);
const dist = dirname(file);
if (!existsSync(file)) {
  await mkdir(dist, { recursive: true });
  // Renamed into place, because several processes may be at it.
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, JSON.stringify(await runTypedoc(packages)));
  await rename(temporary, file);
}
const stale = (await readdir(dist)).filter(
  (name) => name.startsWith(PREFIX) && name.endsWith(".json") && name !== basename(file),
);
await Promise.all(stale.map((name) => rm(join(dist, name), { force: true })));
