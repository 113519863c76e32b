import { gzipSync } from "node:zlib";
import type { SandboxFile, SandboxManifest } from "../protocol.ts";
import { bundle } from "./bundle.ts";
import { PREPARED_FILES, preparedFolder, readPrepared } from "./prepared-files.ts";

/** Saves content under a name that tells its hash; resolves to its path from the root of the site. */
export type SaveAsset = (name: string, ending: string, content: string | Uint8Array) => Promise<string>;

/**
 * Writes the files of the sandbox. The large ones are compressed here and unpacked by the worker, because many hosts
 * compress neither WebAssembly nor files of an unknown kind, and no browser unpacks anything better than gzip by itself:
 * so the same bytes are loaded from every host, whatever it knows.
 */
export async function sandboxAssets(save: SaveAsset, target: readonly string[]): Promise<SandboxManifest> {
  const folder = await preparedFolder();
  const prepared = async (name: keyof typeof PREPARED_FILES): Promise<SandboxFile> => {
    const content = await readPrepared(folder, name);
    const [, base = "", ending = ""] = /^(\w+)\.(.+)$/.exec(PREPARED_FILES[name]) ?? [];
    return { url: await save(`sandbox-${base}`, ending, content), bytes: content.length };
  };
  const script = await bundle("worker", target);
  const module = await save("sandbox", "js", await bundle("open-sandbox", target));
  const worker = { url: await save("sandbox-worker", "js", script), bytes: gzipSync(script, { level: 9 }).length };
  const pglite = await prepared("pglite");
  const [data, template] = [await prepared("data"), await prepared("template")];
  return { module, files: { worker, pglite, data, template } };
}
