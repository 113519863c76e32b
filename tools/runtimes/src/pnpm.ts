import { runProgram, type ProgramEnd, type ProgramOptions } from "./program.ts";

/** Runs the pnpm that started us, or the one on the PATH. @throws Error when there is none. */
export async function runPnpm(args: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const end = await runProgram("pnpm", args, options);
  if (end.code === 127) throw new Error("there is no pnpm; run: npx -y pnpm@12 test --only runtimes");
  return end;
}
