import { lastWords, runProgram } from "../program.ts";
import type { Compiler } from "./compilers.ts";
import type { TypesProgram } from "./programs.ts";

/** Compiles a program with a compiler. @returns the errors, one a line; empty when it compiles. */
export async function compile({ config, folder }: TypesProgram, { script }: Compiler): Promise<string> {
  const end = await runProgram(process.execPath, [script, "-p", config, "--pretty", "false"], { cwd: folder });
  return end.code === 0 ? "" : lastWords(end);
}
