import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { makeTemplate } from "./make-template.ts";
import { pgliteFile } from "./pglite-files.ts";
import type { PREPARED_FILES } from "./prepared-files.ts";
import { trimmedData } from "./trim-data.ts";

/** Makes the files of the sandbox that do not depend on the site. It changes the clock of its process. */
export async function prepareFiles(): Promise<Record<keyof typeof PREPARED_FILES, Uint8Array>> {
  const compress = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 9 });
  return {
    pglite: compress(await readFile(pgliteFile("pglite.wasm"))),
    data: compress(await trimmedData()),
    template: compress(await makeTemplate()),
  };
}
