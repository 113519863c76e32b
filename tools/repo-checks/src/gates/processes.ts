import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { measureCpu } from "./cpu-meter.ts";

export type Environment = Record<string, string | undefined>;

/**
 * The environment of every gate: no tool phones home or asks for an update, the repository's own binaries come first
 * on PATH, and colours follow the terminal of the person who started the run, because the gates only see a pipe.
 */
export function gateEnvironment(base: Environment, root: string, colour: boolean): Environment {
  const environment: Environment = {
    ...base,
    PATH: [join(root, "node_modules", ".bin"), base.PATH].filter(Boolean).join(delimiter),
    TURBO_TELEMETRY_DISABLED: "1",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  // Node warns when both are set, and the warning would stand in the output of every gate.
  delete environment.FORCE_COLOR;
  delete environment.NO_COLOR;
  if (colour) environment.FORCE_COLOR = "1";
  else environment.NO_COLOR = "1";
  return environment;
}

/** Colours are for terminals, unless NO_COLOR or FORCE_COLOR decide (no-color.org, force-color.org). */
export function wantsColour(environment: Environment, isTerminal: boolean): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR !== undefined) return environment.FORCE_COLOR !== "0";
  return isTerminal;
}

/** How a program ended. */
export interface ProcessEnd {
  readonly code: number;
  /** Everything that was printed, both streams in the order of arrival. */
  readonly output: string;
  /** CPU seconds of the program and all that it started; null where the system does not tell. */
  readonly cpuSeconds: number | null;
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
      const cpuSeconds = child.pid === undefined ? () => 0 : measureCpu(child.pid);
      child.stdin.end();
      child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
      child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
      const settle = (code: number, note: string): void => {
        running.delete(child);
        const output = Buffer.concat(chunks).toString("utf8") + note;
        const end = { code, output, cpuSeconds: cpuSeconds() };
        if (!ending) resolve(end);
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
