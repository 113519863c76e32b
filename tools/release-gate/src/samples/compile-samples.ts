import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { COMPRESSED, readPlain } from "../releases/snapshot-files.ts";
import { rootFolder } from "../workspace.ts";

/** A call site that no longer compiles. */
export interface SampleError {
  /** `generated/units.ts:12`. */
  readonly place: string;
  readonly message: string;
}

const LINE_LENGTH = 160;

/** Files that the names of the workspace packages mean to the compiler. */
export type PackageEntries = Readonly<Record<string, string>>;

/** The entries of this workspace: client and contract as their sources are now. */
export const workspaceEntries: PackageEntries = {
  "@fleet-api/client": fileURLToPath(import.meta.resolve("@fleet-api/client")),
  "@fleet-api/contract": fileURLToPath(import.meta.resolve("@fleet-api/contract")),
  "@fleet-api/contract/types/*": join(rootFolder, "packages/contract/src/generated/*.ts"),
};

/**
 * Type-checks the samples of a release against packages.
 * @throws Error when the compiler fails for another reason than the samples.
 */
export async function compileSamples(samples: string, entries = workspaceEntries): Promise<SampleError[]> {
  const folder = await mkdtemp(join(tmpdir(), "samples-"));
  try {
    await unpack(samples, join(folder, "samples"));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(compilerOptions(entries)));
    const output = await runCompiler(folder);
    const errors = [...output.matchAll(/^(.+)\((\d+),\d+\): error (TS\d+: .*(?:\n {2}.*)*)/gm)];
    if (errors.length === 0 && output.trim() !== "") throw new Error(`The samples could not be compiled:\n${output}`);
    // An error in a package itself is for the gate `types` to tell.
    const own = errors.filter(([, file = ""]) => /^samples[\\/]/.test(file));
    return await Promise.all(
      own.map(async ([, file = "", line = "", message = ""]) => {
        const code = (await readFile(join(folder, file), "utf8")).split("\n")[Number(line) - 1] ?? "";
        const place = `${file.split(sep).slice(1).join("/")}:${line}`;
        return { place, message: `${message.trim()}\n  ${shortened(code.trim())}` };
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Samples of a snapshot are compressed, which the compiler does not read. */
async function unpack(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, path.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target.endsWith(COMPRESSED) ? target.slice(0, -COMPRESSED.length) : target, await readPlain(path));
  }
}

/** A line with a whole type or a whole body says more by its beginning. */
function shortened(code: string): string {
  return code.length > LINE_LENGTH ? `${code.slice(0, LINE_LENGTH)}...` : code;
}

function compilerOptions(entries: PackageEntries): object {
  return {
    extends: join(rootFolder, "tsconfig.base.json"),
    compilerOptions: {
      lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
      paths: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, [file]])),
      // A sample shows what a call gives back and does nothing with it.
      noUnusedLocals: false,
    },
    include: ["samples"],
  };
}

function runCompiler(folder: string): Promise<string> {
  const program = join(rootFolder, "node_modules/.bin/tsc");
  return new Promise((resolve, reject) => {
    execFile(program, ["--pretty", "false"], { cwd: folder, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(new Error("tsc did not start.", { cause: error }));
      else resolve(stripVTControlCharacters(stdout + stderr));
    });
  });
}
