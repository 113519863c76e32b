import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";

/** What a page downloads to check the answers of one operation. */
export interface Shipped {
  readonly operation: string;
  /** Files beyond those that the page has anyway. */
  readonly files: number;
  /** Bytes of these files, and of the table in the page that says where they are. */
  readonly min: number;
  readonly gzip: number;
  /** The modules in these files, from the folder of the validators. */
  readonly modules: readonly string[];
}

/** Most bytes after gzip for one operation. */
export const shippedBudget = 12_000;

type Output = Metafile["outputs"][string];

const modulesFolder = /^.*\/contract\/dist\/validators\//;

/** For every operation, in an application that checks all its calls and is built into chunks, as bundlers do. */
export async function shippedValidators(): Promise<Shipped[]> {
  const app = `import { createFleetClient } from "@fleet-api/client"; import { validate } from "@fleet-api/client/validate";
    console.log(createFleetClient({ baseUrl: "https://fleet.example.com", use: [validate({ mode: "fail" })] }));`;
  const { outputs, sizeOf } = await chunksOf(app);
  const table = await chunksOf(`export * from "@fleet-api/contract/validators/lazy/response";`);
  const [entry = "", tableEntry = ""] = [entryOf(outputs), entryOf(table.outputs)];
  const first = reached(outputs, entry);
  const chunks = Object.entries(outputs).flatMap(([path, { entryPoint = "" }]) => {
    const operation = /\/contract\/dist\/validators\/response\/(\w+)\.js$/.exec(entryPoint)?.[1];
    return operation === undefined ? [] : [{ path, operation }];
  });
  return chunks.map(({ path, operation }) => {
    const files = [...reached(outputs, path)].filter((file) => !first.has(file));
    const sizes = [...files.map(sizeOf), table.sizeOf(tableEntry)];
    return {
      operation,
      files: files.length,
      min: sum(sizes.map(({ min }) => min)),
      gzip: sum(sizes.map(({ gzip }) => gzip)),
      modules: files
        .flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))
        .map((module) => module.replace(modulesFolder, ""))
        .toSorted(),
    };
  });
}

interface Chunks {
  readonly outputs: Readonly<Record<string, Output>>;
  readonly sizeOf: (path: string) => { readonly min: number; readonly gzip: number };
}

async function chunksOf(code: string): Promise<Chunks> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, loader: "ts", resolveDir: root },
    absWorkingDir: root,
    outdir: "dist/app",
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    minify: true,
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    logLevel: "silent",
  });
  const bytesOf = (path: string): Uint8Array =>
    outputFiles.find((file) => file.path.replaceAll("\\", "/").endsWith(path))?.contents ?? new Uint8Array();
  return {
    outputs: metafile.outputs,
    sizeOf: (path) => ({ min: bytesOf(path).length, gzip: gzipSync(bytesOf(path), { level: 9 }).length }),
  };
}

function entryOf(outputs: Readonly<Record<string, Output>>): string | undefined {
  return Object.keys(outputs).find((path) => outputs[path]?.entryPoint === "<stdin>");
}

/** A file and all that it imports before it runs. */
function reached(outputs: Readonly<Record<string, Output>>, path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const { kind, path: next } of outputs[path]?.imports ?? [])
    if (kind === "import-statement") reached(outputs, next, found);
  return found;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
