import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Entry } from "./entries.ts";

/** Bytes of one entry, bundled for browsers. */
export interface Size {
  readonly name: string;
  readonly min: number;
  readonly gzip: number;
  readonly brotli: number;
  /** Most bytes after gzip, if there is a budget. */
  readonly budget: number | null;
}

const here = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Bundles and minifies an entry. The same sources give the same bytes on every machine.
 * @param folder - where its imports are resolved from; default: this package
 * @param external - packages that are left out; default: none
 */
export async function measureEntry(
  { name, code, budget }: Entry,
  folder: string = here,
  external: string[] = [],
): Promise<Size> {
  const { outputFiles } = await build({
    stdin: { contents: code, loader: "ts", resolveDir: folder },
    bundle: true,
    external,
    write: false,
    format: "esm",
    minify: true,
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    logLevel: "silent",
  });
  const bytes = Buffer.from(outputFiles[0]?.contents ?? []);
  return {
    name,
    min: bytes.length,
    // An empty file is no download at all, but gzip adds a header to it.
    gzip: bytes.length === 0 ? 0 : gzipSync(bytes, { level: 9 }).length,
    brotli: bytes.length === 0 ? 0 : brotliCompressSync(bytes).length,
    budget: budget ?? null,
  };
}
