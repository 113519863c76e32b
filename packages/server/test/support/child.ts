import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A program of this folder running in a process of its own. */
export interface Child {
  readonly pid: number;
  /** Resolves with the next line of its output that starts with `word`, without the word. */
  line(word: string): Promise<string>;
  /** All lines so far. */
  readonly lines: readonly string[];
  /** Ends it, at once unless another signal is given, and waits until it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts `test/support/<program>.ts`. */
export function startChild(program: string, ...args: string[]): Child {
  const file = join(import.meta.dirname, `${program}.ts`);
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  let wake = (): void => {};
  if (child.stdout === null || child.pid === undefined) throw new Error("The child did not start.");
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => {
      resolve();
      wake();
    });
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    wake();
  });
  let seen = 0;
  return {
    pid: child.pid,
    lines,
    line: async (word) => {
      for (;;) {
        const found = lines.findIndex((line, index) => index >= seen && line.startsWith(word));
        if (found >= 0) {
          seen = found + 1;
          return lines[found]?.slice(word.length).trim() ?? "";
        }
        if (child.exitCode !== null) throw new Error(`The child ended: ${lines.join("\n")}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    kill: async (signal = "SIGKILL") => {
      child.kill(signal);
      await exited;
    },
  };
}
