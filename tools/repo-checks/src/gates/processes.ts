import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Environment } from "./environment.ts";

/** Exit code and everything that was printed, both streams in the order of arrival. */
export interface ProcessEnd {
  readonly code: number;
  readonly output: string;
}

/** Starts programs and can end all that still run, with everything they started. */
export interface Processes {
  /** Never rejects: a program that cannot start ends with code 127. */
  run(program: string, args: readonly string[], cwd: string, env: Environment): Promise<ProcessEnd>;
  /**
   * Signals every program and resolves when all have ended. From then on `run` starts nothing and its promises, also
   * those of the ended programs, stay open: an interrupted gate has neither passed nor failed.
   */
  end(signal: NodeJS.Signals): Promise<void>;
}

const WINDOWS = process.platform === "win32";

/** Every program leads its own process group, so that a signal also reaches what turbo and vitest started. */
export function createProcesses(): Processes {
  const running = new Set<ChildProcess>();
  let ending = false;

  const run: Processes["run"] = (program, args, cwd, env) =>
    new Promise((resolve) => {
      if (ending) return;
      const chunks: Buffer[] = [];
      const child = spawn(program, args, { cwd, env, detached: !WINDOWS, shell: WINDOWS, stdio: "pipe" });
      running.add(child);
      child.stdin.end();
      child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
      child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
      const settle = (code: number, note: string): void => {
        running.delete(child);
        if (!ending) resolve({ code, output: Buffer.concat(chunks).toString("utf8") + note });
      };
      child.once("error", (error) => settle(127, `${program} did not start: ${error.message}\n`));
      child.once("close", (code, signal) => settle(code ?? 1, signal ? `\nended by ${signal}\n` : ""));
    });

  const end: Processes["end"] = async (signal) => {
    ending = true;
    const closed = [...running].map((child) => once(child, "close"));
    for (const child of running) signalGroup(child, signal);
    await Promise.allSettled(closed);
  };

  return { run, end };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (WINDOWS) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group ended between our look and the signal: what we wanted.
  }
}
