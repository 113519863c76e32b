import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import type { Artefact } from "../../src/artefact.ts";
import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import { readOperations } from "../../src/operations.ts";
import { emitStrictResponses, emitValidators } from "../../src/validators/emit.ts";

/** A validator as the modules have it. */
export interface Validate {
  (value: unknown): boolean;
  errors?: Record<string, unknown>[] | null;
}

/** A document with these schemas, and one operation for each of `bodies` that takes and answers it. */
export function documentOf(schemas: Record<string, Schema>, bodies: Record<string, Schema>): OpenApiDocument {
  const paths = Object.entries(bodies).map(([method, schema]) => {
    const content = { "application/json": { schema } };
    const operationId = `units${method}`;
    return [
      `/units/${method}`,
      {
        put: {
          operationId,
          requestBody: { content, "x-max-body-bytes": 16_384 },
          responses: { "200": { description: "Done.", content } },
        },
      },
    ];
  });
  return {
    openapi: "3.1.1",
    info: { title: "Fleet", version: "1.0.0" },
    paths: Object.fromEntries(paths),
    components: { schemas },
  };
}

/** A reference to a component schema. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** All modules of a document, by path below the folder of the build. */
export async function emit(document: OpenApiDocument): Promise<Map<string, string>> {
  const operations = readOperations(document);
  return textsOf([...(await emitValidators(document, operations)), await emitStrictResponses(document, operations)]);
}

export function textsOf(artefacts: readonly Artefact[]): Map<string, string> {
  const built = "packages/contract/dist/";
  return new Map(artefacts.map(({ path, text }) => [path.slice(built.length), text]));
}

/** Writes modules into a folder of their own, as a package publishes them, for the time of the test. */
export async function writeModules(texts: ReadonlyMap<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "validators-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "package.json"), `{ "type": "module", "sideEffects": false }`);
  for (const [path, text] of texts) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** The exports of a module that was written. */
export async function load<Exports>(folder: string, path: string): Promise<Exports> {
  return await import(pathToFileURL(join(folder, path)).href);
}

/** What a bundler makes of a program that imports from the written modules, and the modules that it took. */
export async function bundleOf(folder: string, program: string): Promise<{ bytes: Uint8Array; modules: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder },
    absWorkingDir: folder,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    minify: true,
    platform: "browser",
    target: "es2022",
    logLevel: "silent",
  });
  const modules = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  return {
    bytes: outputFiles[0]?.contents ?? new Uint8Array(),
    modules: modules.filter((path) => path !== "<stdin>").toSorted(),
  };
}
