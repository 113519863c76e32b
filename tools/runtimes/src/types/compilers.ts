import { join } from "node:path";
import { absence, LISTED, OWN } from "../matrix.ts";
import { lastWords, runProgram } from "../program.ts";
import type { TypesProgram } from "./programs.ts";

/** A TypeScript that our users have. */
export interface Compiler {
  /** For example `typescript 5.9.3`. */
  readonly name: string;
  /** Path of its `tsc`, to be run with Node. */
  readonly script: string;
  /** Why it cannot be had; undefined when it can. */
  whyNot(): string | undefined;
}

/**
 * The last of each line; we ourselves compile with the newest.
 * @param noMatrix - why what is missing of the matrix could not be installed
 */
export function compilerList(noMatrix?: string): readonly Compiler[] {
  return ["typescript-5", "typescript-6", "typescript"].map((name) => {
    const { version, folder } = LISTED[name] ?? OWN.typescript;
    return {
      name: `typescript ${version}`,
      script: join(folder, "bin/tsc"),
      whyNot: () => absence(name, noMatrix),
    };
  });
}

/** Compiles a program with a compiler. @returns the errors, one a line; empty when it compiles. */
export async function compile({ config, folder }: TypesProgram, { script }: Compiler): Promise<string> {
  const end = await runProgram(process.execPath, [script, "-p", config, "--pretty", "false"], { cwd: folder });
  return end.code === 0 ? "" : lastWords(end);
}
