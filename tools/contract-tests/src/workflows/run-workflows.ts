import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { inScratch, redocly } from "../redocly.ts";

/** The workflows of one file, with what they are run against. */
export interface WorkflowRun {
  /** Path of the Arazzo file. */
  readonly file: string;
  readonly baseUrl: string;
  readonly inputs: Readonly<Record<string, string>>;
}

/** What became of one workflow. */
export interface WorkflowResult {
  /** File and workflow: `rotation/follow_the_rotation`. */
  readonly name: string;
  readonly passed: boolean;
  readonly steps: number;
  readonly checks: number;
  /** One line for each failed check: the step, and what was expected. */
  readonly failures: readonly string[];
}

/** What this reads of the JSON log of `redocly respect`. */
interface RespectLog {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly ExecutedWorkflow[] }>>;
}

interface ExecutedWorkflow {
  readonly workflowId: string;
  readonly status: string;
  readonly executedSteps: readonly ExecutedStep[];
}

interface ExecutedStep {
  readonly stepId: string;
  readonly response?: { readonly statusCode: number };
  readonly checks?: readonly { readonly name: string; readonly status: string; readonly message: string }[];
}

/**
 * Runs workflows by `redocly respect`. Beside their own criteria every answer is checked against the contract. A file
 * that cannot be run at all gives one failed result with the output of the command.
 */
export async function runWorkflows(run: WorkflowRun): Promise<WorkflowResult[]> {
  const topic = basename(run.file, ".arazzo.yaml");
  return inScratch(async (directory) => {
    const log = join(directory, "log.json");
    const { stdout, stderr } = await redocly(
      "respect",
      run.file,
      "--server",
      `fleet=${run.baseUrl}`,
      ...Object.entries(run.inputs).flatMap(([name, value]) => ["--input", `${name}=${value}`]),
      "--json-output",
      log,
    );
    const written = await readFile(log, "utf8").catch(() => null);
    if (written === null) return [{ name: topic, passed: false, steps: 0, checks: 0, failures: [stdout + stderr] }];
    const { files }: RespectLog = JSON.parse(written);
    const executed = Object.values(files).flatMap((file) => file.executedWorkflows);
    return executed.map((workflow) => resultOf(topic, workflow));
  });
}

function resultOf(topic: string, { workflowId, status, executedSteps }: ExecutedWorkflow): WorkflowResult {
  const checks = executedSteps.flatMap((step) => step.checks ?? []);
  return {
    name: `${topic}/${workflowId}`,
    passed: status === "success" && checks.length > 0 && checks.every((check) => check.status === "success"),
    steps: executedSteps.length,
    checks: checks.length,
    failures: executedSteps.flatMap(failuresOf),
  };
}

function failuresOf({ stepId, response, checks = [] }: ExecutedStep): string[] {
  const answer = response === undefined ? "" : ` (answered with ${response.statusCode})`;
  return checks
    .filter((check) => check.status !== "success")
    .map((check) => `${stepId}${answer}: ${check.name}: ${check.message.replaceAll(/\s+/g, " ")}`);
}
