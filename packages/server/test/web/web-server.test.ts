import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { BuildOptions } from "esbuild";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { cachedTemplate } from "../../src/db/node.ts";
import { templateDirectory } from "../support/db.ts";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";
import type { Assets, Report } from "./support/program.ts";

const directory = useTemporaryDirectories();
const common = { bundle: true, format: "esm", target: "es2023", logLevel: "silent" } as const satisfies BuildOptions;

describe("the web entry", () => {
  it("bundles for any platform, without a module of Node or of the embedded database", async () => {
    const { metafile } = await build({
      ...common,
      entryPoints: [join(import.meta.dirname, "../../src/web/index.ts")],
      platform: "neutral",
      mainFields: ["module", "main"],
      write: false,
      metafile: true,
    });
    const inputs = Object.entries(metafile.inputs);
    expect(inputs.flatMap(([, { imports }]) => imports.filter(({ external }) => external))).toEqual([]);
    expect(
      inputs.map(([path]) => path).filter((path) => /pglite\/dist|\/(http|directory|postgres)\//.test(path)),
    ).toEqual([]);
  });

  it("logs in, lists and rotates in a thread that has nothing of Node", async () => {
    const report = await runBare();
    expect(report).toEqual({
      hasBuffer: false,
      nodeGlobals: [],
      login: 200,
      pages: [
        [200, 50],
        [200, 50],
        [200, 26],
      ],
      tokens: 4,
      refused: expect.objectContaining({ status: 401, code: "unauthenticated" }),
      wrongPassword: 401,
      streamed: ["positions", "end"],
      afterClose: 503,
    } satisfies Report);
  });
});

async function runBare(): Promise<Report> {
  const outfile = join(directory(), "program.mjs");
  await build({
    ...common,
    entryPoints: [join(import.meta.dirname, "support/program.ts")],
    platform: "browser",
    // PGlite names it where it finds itself in Node.
    external: ["node:module"],
    banner: { js: "const Buffer = undefined;" },
    outfile,
  });
  const workerData = { program: pathToFileURL(outfile).href, assets: await readAssets() };
  const worker = new Worker(join(import.meta.dirname, "support/bare-thread.mjs"), { workerData });
  try {
    return await new Promise<Report>((resolve, reject) => worker.on("message", resolve).on("error", reject));
  } finally {
    await worker.terminate();
  }
}

async function readAssets(): Promise<Assets> {
  const dist = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
  const read = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(dist, name)));
  return {
    pglite: await WebAssembly.compile(read("pglite.wasm")),
    initdb: await WebAssembly.compile(read("initdb.wasm")),
    files: read("pglite.data"),
    template: new Uint8Array(readFileSync(await cachedTemplate(templateDirectory))),
  };
}
