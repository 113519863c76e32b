import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "@fleet-api-tools/openapi-document";
import { commandOf, runScript } from "../program.ts";
import { generateSamples } from "./samples.ts";

/** A tool of other people that reads OpenAPI documents. */
export interface Consumer {
  readonly name: "openapi-schema-validator" | "spectral" | "hey-api" | "orval" | "redocly-client";
  /** Whether it writes TypeScript into the folder, which must compile. */
  readonly generates: boolean;
  /** The generated file that exports a function for each operation, when samples must compile against it. */
  readonly operations?: string;
}

/**
 * One validator, one linter and three generators that share no parser. openapi-typescript, the sixth, makes the types
 * of packages/contract, so every other gate depends on its verdict already.
 */
export const CONSUMERS: readonly Consumer[] = [
  { name: "openapi-schema-validator", generates: false },
  { name: "spectral", generates: false },
  { name: "hey-api", generates: true, operations: "./sdk.gen.ts" },
  { name: "orval", generates: true },
  { name: "redocly-client", generates: true, operations: "./client.ts" },
];

const SCRIPT = fileURLToPath(new URL("run-consumer.ts", import.meta.url));

const COMPILER_OPTIONS = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/**
 * Hands a document to a consumer, in a process of its own: two of them bring a whole compiler along.
 * @param document - path of an OpenAPI document
 * @param samplesOf - path of the document whose samples must compile against what was generated; default: none
 * @returns what it objects to; empty when it accepts the document and what it generated compiles, samples included
 */
export async function askConsumer(consumer: Consumer, document: string, samplesOf?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `fleet-${consumer.name}-`));
  try {
    const { code, stdout, stderr } = await runScript(SCRIPT, [consumer.name, document, folder]);
    // hey-api drops what it cannot resolve and goes on; it only says so on stderr.
    if (code !== 0 || stderr.trim() !== "") return `${stdout}${stderr}`.trim() || `ended with exit code ${code}`;
    if (consumer.operations !== undefined && samplesOf !== undefined) {
      const samples = generateSamples(parseDocument(await readFile(samplesOf, "utf8")), consumer.operations);
      await writeFile(join(folder, "samples.ts"), samples);
    }
    return consumer.generates ? await compileFolder(folder) : "";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Type-checks the TypeScript files of a folder as a strict browser program. @returns the errors; empty when it compiles. */
export async function compileFolder(folder: string): Promise<string> {
  const config = join(folder, "tsconfig.json");
  await writeFile(config, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ["**/*.ts"] }));
  const { code, stdout, stderr } = await runScript(await commandOf("typescript", "tsc"), ["-p", config]);
  return code === 0 ? "" : `${stdout}${stderr}`;
}
