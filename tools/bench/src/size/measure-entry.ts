import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { type Table, table } from "../report.ts";
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

/** The sizes as a table, with the budgets beside. */
export function reportSizes(title: string, sizes: readonly Size[]): Table {
  const bytes = (count: number): string => count.toLocaleString("en");
  return table<Size>(
    title,
    [
      { title: "bundle", text: ({ name }) => name, left: true },
      { title: "min B", text: ({ min }) => bytes(min) },
      { title: "gzip B", text: ({ gzip }) => bytes(gzip) },
      { title: "brotli B", text: ({ brotli }) => bytes(brotli) },
      { title: "budget (gzip B)", text: ({ budget }) => (budget === null ? "" : bytes(budget)) },
      { title: "", text: (size) => (size.budget === null ? "" : isAbove(size) ? "EXCEEDED" : "kept"), left: true },
    ],
    sizes,
  );
}

/** Whether a size breaks its budget. */
export function isAbove({ gzip, budget }: Size): boolean {
  return budget !== null && gzip > budget;
}
