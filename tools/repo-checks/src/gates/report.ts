import { styleText } from "node:util";
import type { Gate, GateResult } from "./gate.ts";
import { commandLine } from "./gate.ts";

const MARKS = { passed: ["✓", "green"], failed: ["✗", "red"], skipped: ["–", "yellow"] } as const;

/** One gate: mark, name, seconds; the reasons of what was skipped; and, if it failed, all output and the way back. */
export function gateReport(result: GateResult, mode: string, nameWidth: number, colour: boolean): string {
  const [mark, markColour] = MARKS[result.status];
  const paint = (text: string): string => (colour ? styleText(markColour, text, { validateStream: false }) : text);
  const lines = [`${paint(mark)} ${result.gate.name.padEnd(nameWidth)} ${result.seconds.toFixed(1).padStart(6)} s`];
  for (const reason of result.skips) lines.push(`    ${paint("skipped:")} ${reason}`);
  if (result.status === "failed") lines.push("", result.output.trimEnd(), "", ...rerun(result.gate, mode), "");
  return lines.join("\n");
}

function rerun(gate: Gate, mode: string): string[] {
  const lines = [`  run it alone: npx -y pnpm@12 ${mode} --only ${gate.name}`];
  for (const command of gate.commands) {
    lines.push(`  which runs:   ${commandLine(command)}${command.in ? `   (${command.bin} of ${command.in})` : ""}`);
  }
  return lines;
}

/** The last line of a run: `N passed, N failed`, and `, N skipped` when gates were skipped. */
export function summaryLine(results: readonly GateResult[]): string {
  const count = (status: GateResult["status"]): number => results.filter((result) => result.status === status).length;
  const line = `${count("passed")} passed, ${count("failed")} failed`;
  return count("skipped") > 0 ? `${line}, ${count("skipped")} skipped` : line;
}
