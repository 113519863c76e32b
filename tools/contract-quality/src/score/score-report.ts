import { commandOf, runScript } from "../program.ts";

/** What we use of the report of `redocly score --format=json`. */
export interface ScoreReport {
  /** From 0 to 100. */
  readonly total: number;
  /** By name, from 0 to 1. */
  readonly subscores: Readonly<Record<string, number>>;
  /** Sub-scores of each operation, by operationId. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * Reads the report. The command is experimental, so its shape is checked instead of trusted.
 * @throws Error that names the part that is not as expected.
 */
export function readScoreReport(text: string): ScoreReport {
  const report = record(parse(text), "the report");
  const operations = record(report["operationScores"], "operationScores");
  return {
    total: number(report["agentReadiness"], "agentReadiness"),
    subscores: {
      ...numbers(report["subscores"], "subscores"),
      discoverability: number(report["discoverability"], "discoverability") / 100,
    },
    operations: Object.fromEntries(
      Object.entries(operations).map(([id, score]) => [id, numbers(record(score, id)["subscores"], `${id}.subscores`)]),
    ),
  };
}

/**
 * Scores an OpenAPI document with `redocly score`.
 * @param file - path of the document
 * @throws Error with the output of the command when it could not score.
 */
export async function runScore(file: string): Promise<ScoreReport> {
  const args = ["score", file, "--format=json"];
  const { code, stdout, stderr } = await runScript(await commandOf("@redocly/cli", "redocly"), args);
  if (code !== 0) throw new Error(`redocly score ended with exit code ${code}.\n${stderr}${stdout}`);
  return readScoreReport(stdout);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected("the report", "JSON");
  }
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unexpected(name, "an object");
  return { ...value };
}

function numbers(value: unknown, name: string): Record<string, number> {
  const entries = Object.entries(record(value, name));
  if (entries.length === 0) throw unexpected(name, "an object with members");
  return Object.fromEntries(entries.map(([key, entry]) => [key, number(entry, `${name}.${key}`)]));
}

function number(value: unknown, name: string): number {
  if (typeof value !== "number" || Number.isNaN(value)) throw unexpected(name, "a number");
  return value;
}

function unexpected(name: string, wanted: string): Error {
  return new Error(`redocly score: ${name} is not ${wanted}. Another version of the command? It is experimental.`);
}
