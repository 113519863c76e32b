import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
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
  { name, code, budget, splits = false }: Entry,
  folder: string = here,
  external: string[] = [],
): Promise<Size> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, loader: "ts", resolveDir: folder },
    bundle: true,
    splitting: splits,
    outdir: here,
    metafile: true,
    external,
    write: false,
    format: "esm",
    minify: true,
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    logLevel: "silent",
  });
  const first = new Set(loadedFirst(metafile));
  const bytes = Buffer.concat(outputFiles.filter(({ path }) => first.has(path)).map(({ contents }) => contents));
  return {
    name,
    min: bytes.length,
    // An empty file is no download at all, but gzip adds a header to it.
    gzip: bytes.length === 0 ? 0 : gzipSync(bytes, { level: 9 }).length,
    brotli: bytes.length === 0 ? 0 : brotliCompressSync(bytes).length,
    budget: budget ?? null,
  };
}

/** The files that are loaded before the program begins: the entry, and what it imports. */
function loadedFirst({ outputs }: Metafile): string[] {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === "<stdin>");
  const found = new Set(entry === undefined ? [] : [entry]);
  for (const path of found) {
    const statics = outputs[path]?.imports.filter(({ kind }) => kind === "import-statement") ?? [];
    for (const { path: imported } of statics) found.add(imported);
  }
  return [...found].map((path) => resolve(path));
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
