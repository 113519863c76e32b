import { existsSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters, styleText } from "node:util";
import { commandLine, type Counted, type Gate, type GateCommand, type GateResult, type Stage } from "./gate-list.ts";
import type { Environment, ProcessEnd, Processes } from "./processes.ts";

const MARKS = { passed: ["✓", "green"], failed: ["✗", "red"], skipped: ["–", "yellow"] } as const;

/**
 * One gate: mark, name, seconds, CPU seconds, what it looked at; the reasons of what was skipped; what it prints; and, if it
 * failed, all output and the way back.
 */
export function gateReport(result: GateResult, mode: string, nameWidth: number, colour: boolean): string {
  const [mark, markColour] = MARKS[result.status];
  const paint = (text: string): string => (colour ? styleText(markColour, text, { validateStream: false }) : text);
  const { cpuSeconds, counted, gate } = result;
  const figures = [`${result.seconds.toFixed(1).padStart(6)} s`];
  if (cpuSeconds !== null) figures.push(`${cpuSeconds.toFixed(1).padStart(6)} CPU s`);
  if (counted > 0) figures.push(` ${counted.toLocaleString("en")} ${gate.counts.of}`);
  const lines = [`${paint(mark)} ${gate.name.padEnd(nameWidth)} ${figures.join(" ")}`];
  for (const reason of result.skips) lines.push(`    ${paint("skipped:")} ${reason}`);
  if (result.status === "failed") lines.push("", result.output.trimEnd(), "", ...rerun(result.gate, mode), "");
  else if (result.gate.prints === true) lines.push("", result.output.trimEnd(), "");
  return lines.join("\n");
}

function rerun(gate: Gate, mode: string): string[] {
  const lines = [`  run it alone: npx -y pnpm@12 ${mode} --only ${gate.name}`];
  for (const command of gate.commands) {
    lines.push(`  which runs:   ${commandLine(command)}${command.in ? `   (${command.bin} of ${command.in})` : ""}`);
  }
  return lines;
}

/** The last line of a run: `N passed, N failed`, `, N skipped` when gates were skipped, and what the run took. */
export function summaryLine(results: readonly GateResult[], seconds: number): string {
  const having = (status: GateResult["status"]): number => results.filter((result) => result.status === status).length;
  const skips = having("skipped") > 0 ? `, ${having("skipped")} skipped` : "";
  const cpu = results.reduce((sum, { cpuSeconds }) => sum + (cpuSeconds ?? 0), 0);
  const took = [`${seconds.toFixed(0)} s`, ...(cpu > 0 ? [`${cpu.toFixed(0)} CPU s`] : [])].join(", ");
  return `${having("passed")} passed, ${having("failed")} failed${skips} (${took})`;
}

/** What all gates of one run share. */
interface GateContext {
  readonly root: string;
  readonly env: Environment;
  readonly processes: Processes;
  /** Milliseconds from an arbitrary start. */
  readonly now: () => number;
}

/** Runs a gate's commands in order up to the first that fails. Never rejects: a gate that cannot start has failed. */
export async function runGate(gate: Gate, context: GateContext): Promise<GateResult> {
  const started = context.now();
  let [output, isFailed] = ["", false];
  let cpuSeconds: number | null = 0;
  for (const command of gate.commands) {
    const end = await runCommand(command, context);
    output += end.output;
    if (cpuSeconds !== null) cpuSeconds = end.cpuSeconds === null ? null : cpuSeconds + end.cpuSeconds;
    isFailed = end.code !== 0;
    if (!isFailed) continue;
    output += `\n${commandLine(command)} ended with exit code ${end.code}\n`;
    break;
  }
  const counted = count(output, gate.counts);
  if (!isFailed && counted === 0) {
    isFailed = true;
    output += `\nThe gate looked at no ${gate.counts.of}: nothing in its output matches ${gate.counts.pattern}\n`;
  }
  const seconds = (context.now() - started) / 1000;
  const status = isFailed ? "failed" : "passed";
  return { gate, status, seconds, cpuSeconds, counted, output, skips: skipReasons(output) };
}

/** How much the commands say they looked at. */
function count(output: string, { pattern }: Counted): number {
  const matches = stripVTControlCharacters(output).matchAll(new RegExp(pattern, "gm"));
  return [...matches].reduce((sum, [, number = "1"]) => sum + Number(number.replaceAll(",", "")), 0);
}

async function runCommand(command: GateCommand, context: GateContext): Promise<ProcessEnd> {
  if (command.bin === "node") {
    return context.processes.run(process.execPath, command.args, context.root, context.env);
  }
  const program = join(context.root, command.in ?? "", "node_modules", ".bin", command.bin);
  if (!existsSync(program)) {
    return { code: 127, output: `${command.bin} is not installed; run: npx -y pnpm@12 install\n`, cpuSeconds: 0 };
  }
  return context.processes.run(program, command.args, context.root, context.env);
}

/** Lines `skipped: <reason>`, also behind the `package:task: ` that turbo puts before every line. */
export function skipReasons(output: string): string[] {
  const matches = stripVTControlCharacters(output).matchAll(/^(?:\S+:\S+: )?skipped: (.+)$/gm);
  return [...new Set([...matches].map((match) => (match[1] ?? "").trim()))];
}

/** How the run is told what happens. `done` is called in the order of the list, whatever ended first. */
export interface RunListener {
  running(gates: readonly Gate[]): void;
  done(result: GateResult): void;
}

/**
 * Runs all stages, up to `width` gates of a stage at the same time, and goes on after failures.
 * @returns the results in the order of the list.
 */
export async function runStages(
  stages: readonly Stage[],
  run: (gate: Gate) => Promise<GateResult>,
  listener: RunListener,
  width = 2,
): Promise<GateResult[]> {
  const results: GateResult[] = [];
  for (const stage of stages) {
    results.push(...(await runStage(stage, run, listener, width)));
  }
  return results;
}

async function runStage(
  stage: Stage,
  run: (gate: Gate) => Promise<GateResult>,
  listener: RunListener,
  width: number,
): Promise<GateResult[]> {
  const waiting = [...stage];
  const running = new Map<Gate, Promise<void>>();
  const finished = new Map<Gate, GateResult>();
  const results: GateResult[] = [];

  const startable = (): Gate | undefined =>
    running.size < width
      ? waiting.find((gate) => !isLocked(gate, running) && !isEarly(gate, [...waiting, ...running.keys()]))
      : undefined;

  while (waiting.length > 0 || running.size > 0) {
    for (let gate = startable(); gate; gate = startable()) {
      const started = gate;
      waiting.splice(waiting.indexOf(started), 1);
      const result = refusal(started, finished) ?? run(started);
      running.set(
        started,
        Promise.resolve(result).then((ended) => void finished.set(started, ended)),
      );
    }
    listener.running([...running.keys()]);
    await Promise.race(running.values());
    for (const gate of finished.keys()) running.delete(gate);
    report(stage, finished, results, listener);
  }
  return results;
}

function isLocked(gate: Gate, running: ReadonlyMap<Gate, unknown>): boolean {
  return gate.lock !== undefined && [...running.keys()].some((other) => other.lock === gate.lock);
}

function isEarly({ after }: Gate, unfinished: readonly Gate[]): boolean {
  return after !== undefined && unfinished.some(({ name }) => name === after);
}

/** What becomes of a gate without running it: what it would read is there only when the gate before it has passed. */
function refusal(gate: Gate, finished: ReadonlyMap<Gate, GateResult>): GateResult | null {
  const before = [...finished.values()].find((result) => result.gate.name === gate.after);
  if (before === undefined || before.status === "passed") return null;
  const skips = [`${before.gate.name} did not pass`];
  return { gate, status: "skipped", seconds: 0, cpuSeconds: null, counted: 0, output: "", skips };
}

/** Tells of every finished gate that all gates before it in the list have been told of. */
function report(
  stage: Stage,
  finished: ReadonlyMap<Gate, GateResult>,
  results: GateResult[],
  listener: RunListener,
): void {
  for (const gate of stage.slice(results.length)) {
    const result = finished.get(gate);
    if (!result) return;
    results.push(result);
    listener.done(result);
  }
}
