import { existsSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Environment } from "./environment.ts";
import type { Gate, GateCommand, GateResult } from "./gate.ts";
import { commandLine } from "./gate.ts";
import type { Processes } from "./processes.ts";

/** What all gates of one run share. */
export interface GateContext {
  readonly root: string;
  readonly env: Environment;
  readonly processes: Processes;
  /** Milliseconds from an arbitrary start. */
  readonly now: () => number;
}

/** Runs a gate's commands in order up to the first that fails. Never rejects: a gate that cannot start has failed. */
export async function runGate(gate: Gate, context: GateContext): Promise<GateResult> {
  const started = context.now();
  const reason = gate.skip?.(context.root);
  if (reason !== undefined) return { gate, status: "skipped", seconds: 0, output: "", skips: [reason] };
  let output = "";
  for (const command of gate.commands) {
    const end = await runCommand(command, context);
    output += end.output;
    if (end.code !== 0) {
      output += `\n${commandLine(command)} ended with exit code ${end.code}\n`;
      return { gate, status: "failed", seconds: since(started, context), output, skips: skipReasons(output) };
    }
  }
  return { gate, status: "passed", seconds: since(started, context), output, skips: skipReasons(output) };
}

async function runCommand(command: GateCommand, context: GateContext): Promise<{ code: number; output: string }> {
  if (command.bin === "node") {
    return context.processes.run(process.execPath, command.args, context.root, context.env);
  }
  const program = join(context.root, command.in ?? "", "node_modules", ".bin", command.bin);
  if (!existsSync(program)) {
    return { code: 127, output: `${command.bin} is not installed; run: npx -y pnpm@12 install\n` };
  }
  return context.processes.run(program, command.args, context.root, context.env);
}

function since(started: number, context: GateContext): number {
  return (context.now() - started) / 1000;
}

/** Lines `skipped: <reason>`, also behind the `package:task: ` that turbo puts before every line. */
export function skipReasons(output: string): string[] {
  const matches = stripVTControlCharacters(output).matchAll(/^(?:\S+:\S+: )?skipped: (.+)$/gm);
  return [...new Set([...matches].map((match) => (match[1] ?? "").trim()))];
}
