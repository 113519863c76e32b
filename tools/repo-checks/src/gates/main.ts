import { join } from "node:path";
import { MODES, type Stage } from "./gate-list.ts";
import { createProcesses, gateEnvironment, type Processes, wantsColour } from "./processes.ts";
import { gateReport, runGate, type RunListener, runStages, summaryLine } from "./run-stages.ts";

/** What the command line asks for. */
interface GateRequest {
  readonly mode: string;
  readonly stages: readonly Stage[];
  /** True for `--list`: print the names and run nothing. */
  readonly list: boolean;
}

const USAGE = `usage: node tools/repo-checks/src/run.ts <${Object.keys(MODES).join("|")}> [--only <gate>]... [--list]`;

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

const ROOT = join(import.meta.dirname, "../../../..");

/** How long programs may take to end after Ctrl-C before they are killed, in milliseconds. */
const GRACE_MS = 3000;

/**
 * Runs the gates that the command line asks for and prints the report.
 * @returns the exit code: 0 when no gate failed, 1 when one did, or when the command line makes no sense.
 */
export async function runGates(args: readonly string[]): Promise<number> {
  let request: GateRequest;
  try {
    request = readArguments(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
  if (request.list) {
    console.log(
      request.stages
        .flat()
        .map((gate) => gate.name)
        .join("\n"),
    );
    return 0;
  }
  const colour = wantsColour(process.env, process.stdout.isTTY);
  const processes = createProcesses();
  endWithTheRun(processes);
  const env = gateEnvironment(process.env, ROOT, colour);
  // What the suites of the packages read to know how often they try what they try.
  if (request.mode === "test:full") env["TEST_TIER"] = "full";
  const context = { root: ROOT, env, processes, now: () => performance.now() };
  const begun = performance.now();
  const results = await runStages(request.stages, (gate) => runGate(gate, context), printer(request, colour));
  console.log(`\n${summaryLine(results, (performance.now() - begun) / 1000)}`);
  return results.some((result) => result.status === "failed") ? 1 : 0;
}

/** Prints finished gates, and on a terminal what runs at the moment. */
function printer(request: GateRequest, colour: boolean): RunListener {
  const width = Math.max(...request.stages.flat().map((gate) => gate.name.length));
  const clearLine = process.stdout.isTTY ? "\r\u001b[K" : "";
  return {
    running(gates) {
      if (clearLine) process.stdout.write(`${clearLine}… ${gates.map((gate) => gate.name).join(", ")}`);
    },
    done: (result) => console.log(clearLine + gateReport(result, request.mode, width, colour)),
  };
}

/** Ctrl-C ends what runs; a second one, or three seconds, kills it. Nothing outlives the run. */
function endWithTheRun(processes: Processes): void {
  let interrupted = false;
  const interrupt = async (signal: NodeJS.Signals): Promise<void> => {
    const exitCode = signal === "SIGINT" ? 130 : 143;
    if (interrupted) process.exit(exitCode);
    interrupted = true;
    console.error("\ninterrupted");
    setTimeout(() => process.exit(exitCode), GRACE_MS);
    await processes.end("SIGTERM");
    process.exit(exitCode);
  };
  process.on("SIGINT", (signal) => void interrupt(signal));
  process.on("SIGTERM", (signal) => void interrupt(signal));
  process.on("exit", () => void processes.end("SIGKILL"));
}
