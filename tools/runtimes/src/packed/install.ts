import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HERE, lastWords, runProgram } from "../program.ts";
import { asRecord, asTexts, type PackedPackage } from "./packed-package.ts";

/** Folders of a user who installed the tarballs. */
export interface Consumer {
  /** With the optional peers that the packages are developed with. */
  readonly full: string;
  /** Without any optional peer, as after `npm install` of the packages alone. */
  readonly lean: string;
  /** As `lean`, laid out as pnpm does: what packages depend on is found by them alone. */
  readonly isolated: string;
}

/**
 * Installs tarballs with npm, in an empty folder that knows nothing of the workspace. What they depend on comes from
 * npm's cache or the registry; install scripts do not run.
 * @param packages - their dependencies on each other are met by the tarballs, too
 * @param folder - an empty folder
 * @throws Error with the words of npm when it failed.
 */
export async function installPackages(packages: readonly PackedPackage[], folder: string): Promise<Consumer> {
  const [full, lean, isolated] = [join(folder, "full"), join(folder, "lean"), join(folder, "isolated")];
  await mkdir(full, { recursive: true });
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const peers = Object.assign({}, ...packages.map(({ manifest }) => pinnedPeers(manifest)));
  await writeManifest(full, {
    dependencies: { ...tarballs, ...peers, "@types/node": await versionOfNodeTypes() },
    overrides: Object.fromEntries(Object.keys(tarballs).map((name) => [name, `$${name}`])),
  });
  const args = ["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // npx tells its own folder to those that it starts; npm would install there.
  const end = await runProgram("npm", args, { cwd: full, env: { npm_config_local_prefix: undefined } });
  if (end.code !== 0) throw new Error(`npm install of the tarballs failed:\n${lastWords(end)}`);

  await cp(full, lean, { recursive: true });
  await Promise.all(Object.keys(peers).map((peer) => rm(join(lean, "node_modules", peer), { recursive: true })));
  await cp(lean, isolated, { recursive: true });
  await isolate(packages, join(isolated, "node_modules"));
  return { full, lean, isolated };
}

/** Moves packages that others depend on into the folders of those. */
async function isolate(packages: readonly PackedPackage[], modules: string): Promise<void> {
  const dependenciesOf = ({ manifest }: PackedPackage): string[] =>
    Object.keys(asRecord(manifest["dependencies"])).filter((name) => packages.some((each) => each.name === name));
  const inner = new Set(packages.flatMap(dependenciesOf));
  // Those that stay outside take all of them: what only an inner one needs is found there, too.
  for (const { name } of packages)
    if (!inner.has(name))
      for (const each of inner)
        await cp(join(modules, each), join(modules, name, "node_modules", each), { recursive: true });
  for (const each of inner) await rm(join(modules, each), { recursive: true });
}

function writeManifest(folder: string, manifest: Readonly<Record<string, unknown>>): Promise<void> {
  const text = JSON.stringify({ name: "consumer", private: true, type: "module", ...manifest }, null, 2);
  return writeFile(join(folder, "package.json"), text);
}

/** Optional peers in the version that the package is tested with. One that it is not tested with is left out. */
export function pinnedPeers(manifest: Readonly<Record<string, unknown>>): Record<string, string> {
  const tested = asTexts(manifest["devDependencies"]);
  const optional = Object.keys(asRecord(manifest["peerDependenciesMeta"]));
  return Object.fromEntries(optional.flatMap((name) => (tested[name] === undefined ? [] : [[name, tested[name]]])));
}

async function versionOfNodeTypes(): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(join(HERE, "node_modules/@types/node/package.json"), "utf8"),
  );
  return manifest.version;
}
