import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How a program ended, and what it said. */
export interface ProgramEnd {
  /** Exit code; 124 when it was ended because its time was up, 127 when it could not start. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and how long a program runs. */
interface ProgramOptions {
  readonly cwd: string;
  /** Added to the environment of this process; an undefined value takes a name out of it. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds. @default 600000 */
  readonly timeoutMs?: number;
}

/** Folder of the repository. */
export const ROOT: string = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder of this package. */
export const HERE: string = fileURLToPath(new URL("..", import.meta.url));

/** Runs a program without colours. Never rejects: what a failure means is the caller's business. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const { cwd, timeoutMs = 600_000 } = options;
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, ...options.env };
  return new Promise((resolve) => {
    const limits = { cwd, env, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(program, args, limits, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, stdout, stderr });
      else if (typeof error.code === "number") resolve({ code: error.code, stdout, stderr });
      else if (error.killed) resolve({ code: 124, stdout, stderr: `${stderr}ended after ${timeoutMs} ms\n` });
      else resolve({ code: 127, stdout, stderr: `${stderr}${error.message}\n` });
    });
    child.stdin?.end();
  });
}

/** What a failed program said, or how it ended when it said nothing. */
export function lastWords({ code, stdout, stderr }: ProgramEnd): string {
  return `${stdout}${stderr}`.trim() || `ended with exit code ${code}`;
}

/** Runs the pnpm that started us, or the one on the PATH. @throws Error when there is none. */
export async function runPnpm(args: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const end = await runProgram("pnpm", args, options);
  if (end.code === 127) throw new Error("there is no pnpm; run: npx -y pnpm@12 test --only runtimes");
  return end;
}
