import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { keptErrors, validators } from "@fleet-api/contract/validators";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import type { SandboxFile, SandboxManifest } from "../protocol.ts";
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

/**
 * One side of the sandbox as a module without imports.
 * @param target - the browsers that it is made for
 */
async function bundle(side: "worker" | "open-sandbox", target: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../${side}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: [...target],
    // PGlite imports it where it finds itself in Node.
    external: ["node:module"],
    plugins: [requestValidators],
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * Replaces the validators of the contract by those of requests: nothing checks the responses of the sandbox. What is left of
 * these is whether a status has a body.
 */
const requestValidators: Plugin = {
  name: "request-validators",
  setup(builder) {
    builder.onResolve({ filter: /^@fleet-api\/contract\/validators$/ }, () => ({
      path: "validators",
      namespace: "request-validators",
    }));
    builder.onLoad({ filter: /.*/, namespace: "request-validators" }, () => ({
      contents: requestModule(),
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    }));
  },
};

function requestModule(): string {
  const entries = Object.entries(validators);
  const imports = entries.map(
    ([id], index) => `import * as o${index} from "@fleet-api/contract/validators/request/${id}";`,
  );
  const members = entries.map(([id, { responses }], index) => {
    const bodies = Object.entries(responses).map(([status, validate]) => [status, validate === null ? null : true]);
    return `${id}: { ...o${index}, responses: ${JSON.stringify(Object.fromEntries(bodies))} },`;
  });
  return `${imports.join("\n")}
export const keptErrors = ${keptErrors};
export const validators = { ${members.join("\n")} };`;
}
