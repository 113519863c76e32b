/** Packages that are only compared with: hundreds of megabytes that not everybody who clones the repository should install. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const bench = join(import.meta.dirname, "..");

/** Manifests in `fixtures/peers`. */
export type PeerSet = "docs" | "lighthouse";

/**
 * Installs a set of peers with npm into `dist/peers`, unless it is there in the versions of its manifest.
 * @returns the folder of the installation, with a copy of all files of the set
 */
export async function installPeers(set: PeerSet): Promise<string> {
  const source = join(bench, "fixtures/peers", set);
  const folder = join(bench, "dist/peers", set);
  const done = join(folder, "installed.json");
  const manifest = await readFile(join(source, "package.json"), "utf8");
  if ((await readFile(done, "utf8").catch(() => "")) !== manifest) {
    console.error(`Installing what tools/bench/fixtures/peers/${set}/package.json names; it takes some minutes.`);
    await rm(folder, { recursive: true, force: true });
    await cp(source, folder, { recursive: true });
    await npmInstall(folder);
    await cp(join(source, "package.json"), done);
  }
  await cp(source, folder, { recursive: true });
  return folder;
}

/** Without install scripts, as everywhere in this repository. */
async function npmInstall(folder: string): Promise<void> {
  const command = existsSync(join(folder, "package-lock.json")) ? ["ci"] : ["install", "--no-package-lock"];
  await promisify(execFile)("npm", [...command, "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    shell: process.platform === "win32",
    maxBuffer: 2 ** 26,
  });
}
