import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "@fleet-api-tools/codegen/bundle";
import type { JsonObject } from "./contract/json.ts";

/** Root of the repository, with a slash at its end. */
export const rootFolder: string = fileURLToPath(new URL("../../../", import.meta.url));

/** The snapshots. */
export const releasesFolder: string = join(rootFolder, "spec/releases");

/** The hand-written samples of today; a snapshot keeps a copy. */
export const samplesFolder: string = join(import.meta.dirname, "../samples");

/** The package whose changesets speak for the contract; the fixed group of `.changeset/config.json` moves with it. */
export const contractPackage = "@fleet-api/contract";

/** The bundled contract. */
export interface Bundle {
  /** The document in one line: two bundles with the same text are the same contract. */
  readonly text: string;
  readonly document: JsonObject;
  /** `info.version`. */
  readonly version: string;
}

/** Reads the bundle that `pnpm codegen` wrote. */
export async function writtenBundle(): Promise<Bundle> {
  const path = fileURLToPath(import.meta.resolve("@fleet-api/contract/openapi.json"));
  return parseBundle(await readFile(path, "utf8"));
}

/** Bundles `spec/` anew: slower, and right even when nobody ran `pnpm codegen` since the last edit. */
export async function freshBundle(): Promise<Bundle> {
  return parseBundle(await bundle());
}

/** Reads a bundled contract, however its text is laid out. */
export function parseBundle(text: string): Bundle {
  const document: JsonObject & { readonly info: { readonly version: string } } = JSON.parse(text);
  return { text: JSON.stringify(document), document, version: document.info.version };
}

/** The version of {@link contractPackage}, as its package.json has it now. */
export async function contractPackageVersion(): Promise<string> {
  const path = fileURLToPath(import.meta.resolve("@fleet-api/contract/package.json"));
  const manifest: { version: string } = JSON.parse(await readFile(path, "utf8"));
  return manifest.version;
}
