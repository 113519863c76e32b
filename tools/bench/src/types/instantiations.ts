import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = fileURLToPath(new URL("../../dist/types", import.meta.url));

const compilerOptions = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  strict: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/**
 * Type instantiations that the compiler needs for a program. Throws, with its words, when it has a type error.
 * @param folder - where the program is written, and its imports are resolved from; default: a folder of this package
 */
export async function instantiations(name: string, source: string, folder: string = here): Promise<number> {
  const project = join(folder, `${name}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.ts`), `${source}\nexport {};\n`);
  await writeFile(project, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  const text = await compile(["-p", project, "--extendedDiagnostics"]);
  const count = /^Instantiations:\s+(\d+)/m.exec(text)?.[1];
  if (count === undefined) throw new Error(`tsc does not say how many instantiations it made:\n${text}`);
  return Number(count);
}

async function compile(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [compiler(), ...args]).catch((error: unknown) => {
    const words = typeof error === "object" && error !== null && "stdout" in error ? String(error.stdout) : "";
    throw new Error(`a program of the types section does not compile:\n${words}`, { cause: error });
  });
  return stdout;
}

/** The compiler of the workspace. It has no entry for its command, so it is found beside its manifest. */
function compiler(): string {
  const root = createRequire(new URL("../../../../package.json", import.meta.url));
  return join(dirname(root.resolve("typescript/package.json")), "bin", "tsc");
}
