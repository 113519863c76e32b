import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandOf, runScript } from "../program.ts";

const OPTIONS = {
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

/** Type-checks the TypeScript files of a folder as a strict browser program. @returns the errors; empty when it compiles. */
export async function compileFolder(folder: string): Promise<string> {
  const config = join(folder, "tsconfig.json");
  await mkdir(folder, { recursive: true });
  await writeFile(config, JSON.stringify({ compilerOptions: OPTIONS, include: ["**/*.ts"] }));
  const { code, stdout, stderr } = await runScript(await commandOf("typescript", "tsc"), ["-p", config]);
  return code === 0 ? "" : `${stdout}${stderr}`;
}
