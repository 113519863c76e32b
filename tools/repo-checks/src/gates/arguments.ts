import type { Stage } from "./gate.ts";
import { TEST, VERIFY } from "./gate-list.ts";

/** What the command line asks for. */
export interface GateRequest {
  readonly mode: string;
  readonly stages: readonly Stage[];
  /** True for `--list`: print the names and run nothing. */
  readonly list: boolean;
}

const MODES: Readonly<Record<string, readonly Stage[]>> = { test: TEST, verify: VERIFY };

export const USAGE = "usage: node tools/repo-checks/src/run.ts <test|verify> [--only <gate>]... [--list]";

/**
 * Reads `<mode> [--only <gate>]... [--list]`. A bare `--` is ignored, because pnpm hands it on.
 * @throws Error that names the word it could not use and the words it knows.
 */
export function readArguments(args: readonly string[]): GateRequest {
  const [mode = "", ...rest] = args.filter((arg) => arg !== "--");
  const stages = MODES[mode];
  if (!stages) throw new Error(`"${mode}" is not a mode; ${USAGE}`);
  const only: string[] = [];
  let list = false;
  for (let i = 0; i < rest.length; i++) {
    const arg = rest[i];
    if (arg === "--list") list = true;
    else if (arg === "--only") only.push(rest[++i] ?? "");
    else if (arg?.startsWith("--only=")) only.push(arg.slice("--only=".length));
    else throw new Error(`"${arg}" is not an option; ${USAGE}`);
  }
  return { mode, list, stages: only.length === 0 ? stages : pick(stages, only) };
}

function pick(stages: readonly Stage[], only: readonly string[]): Stage[] {
  const known = stages.flat().map((gate) => gate.name);
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is not a gate; the gates are ${known.join(", ")}`);
  return stages.map((stage) => stage.filter((gate) => only.includes(gate.name))).filter((stage) => stage.length > 0);
}
