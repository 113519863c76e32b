import { join } from "node:path";
import { readArguments, type GateRequest } from "./arguments.ts";
import { gateEnvironment, wantsColour } from "./environment.ts";
import { createProcesses, type Processes } from "./processes.ts";
import { gateReport, summaryLine } from "./report.ts";
import { runGate } from "./run-gate.ts";
import { runStages, type RunListener } from "./run-stages.ts";

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
  const context = {
    root: ROOT,
    env: gateEnvironment(process.env, ROOT, colour),
    processes,
    now: () => performance.now(),
  };
  const results = await runStages(request.stages, (gate) => runGate(gate, context), printer(request, colour));
  console.log(`\n${summaryLine(results)}`);
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
