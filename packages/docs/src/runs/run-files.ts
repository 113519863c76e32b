/** Samples as modules that a page can run: each file has what its sample imports, in chunks that they share. */
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

/** A program in TypeScript that runs in a page. */
export interface RunSource {
  /** Unique on the site, and the name of its file: `unitsListing`, `guide-paging-1`. */
  readonly name: string;
  readonly code: string;
}

/** What a program may import. */
const IMPORTS = /^@fleet-api\/(?:client|auth)$/;

/**
 * Whether a program runs without Node: it imports nothing but the client and the session, and has no placeholders such as
 * `<REGISTRATION_TOKEN>`.
 */
export function isRunnable(code: string): boolean {
  const imports = [...code.matchAll(/^\s*(?:import|export)\b[^"']*["']([^"']+)["']/gms)].map(([, from]) => from ?? "");
  return imports.length > 0 && imports.every((from) => IMPORTS.test(from)) && !/<[A-Z_]+>/.test(code);
}

/** The files of the programs, by their names in one folder. */
export async function runFiles(
  sources: readonly RunSource[],
  target: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: sources.map(({ name }) => ({ in: `run:${name}`, out: name })),
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    outdir: "/",
    // The names of the chunks depend on it.
    absWorkingDir: fileURLToPath(new URL("../../../..", import.meta.url)),
    chunkNames: "chunk.[hash]",
    format: "esm",
    platform: "browser",
    target: [...target],
    plugins: [programs(sources)],
  });
  return new Map(outputFiles.map(({ path, contents }) => [path.replace(/^.*[/\\]/, ""), contents]));
}

function programs(sources: readonly RunSource[]): Plugin {
  const codes = new Map(sources.map(({ name, code }) => [name, code]));
  return {
    name: "programs",
    setup(builder) {
      builder.onResolve({ filter: /^run:/ }, ({ path }) => ({ path: path.slice("run:".length), namespace: "run" }));
      builder.onLoad({ filter: /.*/, namespace: "run" }, ({ path }) => ({
        contents: codes.get(path) ?? "",
        loader: "ts",
        resolveDir: fileURLToPath(new URL(".", import.meta.url)),
      }));
    },
  };
}
