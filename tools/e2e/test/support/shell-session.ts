import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";

/** What commands printed, and the exit code of the last one. */
export interface ShellOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** A shell that keeps its variables from one block of commands to the next. */
export interface ShellSession {
  run(commands: string): Promise<ShellOutcome>;
  close(): Promise<void>;
}

/** Cannot stand in the output of commands by chance. */
const END = "--- end of the block ---";

/** Starts bash in a folder, without the start-up files of the user. */
export function startShell(cwd: string): ShellSession {
  const shell = spawn("bash", ["--noprofile", "--norc"], { cwd, stdio: "pipe" });
  const output = { stdout: "", stderr: "" };
  const arrivals = new EventEmitter();
  for (const stream of ["stdout", "stderr"] as const) {
    shell[stream].setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text;
      arrivals.emit("text");
    });
  }
  const closed = once(shell, "close");
  const ended = closed.then(() => {
    throw new Error(`The shell has ended:\n${output.stdout}${output.stderr}`);
  });
  ended.catch(() => {});
  return {
    async run(commands) {
      shell.stdin.write(`${commands}\nprintf '%s%s\\n' '${END}' "$?"; printf '%s\\n' '${END}' >&2\n`);
      while (!isOver(output)) await Promise.race([once(arrivals, "text"), ended]);
      const [stdout = "", code = ""] = output.stdout.split(END);
      const [stderr = ""] = output.stderr.split(END);
      Object.assign(output, { stdout: "", stderr: "" });
      return { stdout, stderr, code: Number(code) };
    },
    async close() {
      shell.stdin.end();
      await closed;
    },
  };
}

function isOver({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): boolean {
  return new RegExp(`${END}\\d+\n$`).test(stdout) && stderr.endsWith(`${END}\n`);
}
