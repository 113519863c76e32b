/** Makes the large files of the sandbox in dist, unless those that are there are up to date. */
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { prepareFiles } from "./sandbox/files/prepare-files.ts";
import { PREPARED, PREPARED_FILES, preparedFolder } from "./sandbox/files/prepared-files.ts";

const folder = await preparedFolder();
const dist = dirname(folder);
if (!existsSync(folder)) {
  // Renamed into place, because several processes may be at it.
  const temporary = `${folder}.${process.pid}`;
  const files = await prepareFiles();
  await mkdir(temporary, { recursive: true });
  for (const [name, bytes] of Object.entries(files))
    await writeFile(join(temporary, PREPARED_FILES[name as keyof typeof files]), bytes);
  await rename(temporary, folder).catch(async (error: unknown) => {
    await rm(temporary, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
}
const stale = (await readdir(dist)).filter(
  (name) => name.startsWith(PREPARED) && /-[\da-f]{16}$/.test(name) && name !== basename(folder),
);
await Promise.all(stale.map((name) => rm(join(dist, name), { recursive: true, force: true })));
