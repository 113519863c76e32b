import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The line with the base URL. */
export const address = /API +(http:\/\/\S+)/;

const startFile = fileURLToPath(new URL("../../src/start.ts", import.meta.url));

/** A running `start` command. */
export interface StartProcess {
  /** Resolves with the lines so far once one of them fits. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
}

const killableThreads = fileURLToPath(
  new URL("../../../../packages/server/test/support/killable-threads.ts", import.meta.url),
);

/** Runs the `start` command with arguments. */
export function runStart(...args: string[]): StartProcess {
  return run([startFile, ...args]);
}

/** Runs it in a process that ends all its threads but the main one at SIGUSR2. */
export function runKillableStart(...args: string[]): StartProcess {
  return run(["--import", killableThreads, startFile, ...args]);
}

function run(args: readonly string[]): StartProcess {
  const child = spawn(process.execPath, ["--liftoff-only", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return {
    ended,
    kill: (signal) => void child.kill(signal),
    async line(pattern) {
      for (;;) {
        const match = stdout.match(pattern);
        if (match) return match;
        const more = await Promise.race([once(child.stdout, "data"), ended]);
        if (!Array.isArray(more) && !stdout.match(pattern)) {
          throw new Error(`It ended with ${more.code} before ${pattern}:\n${stdout}\n${stderr}`);
        }
      }
    },
  };
}
