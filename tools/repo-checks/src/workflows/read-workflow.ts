import { parse as parseYaml } from "yaml";
import { asRecord, asStrings } from "../repo/records.ts";

/** One step of a job or of a composite action. What a step does not have is empty. */
export interface Step {
  readonly uses: string;
  readonly run: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** One job. `permissions` is undefined where the workflow's own hold. */
export interface Job {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly timeoutMinutes: unknown;
  readonly permissions: unknown;
}

/** A workflow. A composite action reads as one with a single unnamed job and neither triggers nor permissions. */
export interface Workflow {
  readonly triggers: readonly string[];
  readonly permissions: unknown;
  readonly jobs: readonly Job[];
}

/** A finding. `at` is the text whose first line is where to look. */
export interface WorkflowProblem {
  readonly message: string;
  readonly at: string;
}

/** Reads what the checks need. What is missing or of another type reads as empty. Throws when the text is no YAML. */
export function readWorkflow(text: string): Workflow {
  const file = asRecord(parseYaml(text));
  const jobs = "runs" in file ? { "": file["runs"] } : asRecord(file["jobs"]);
  return {
    triggers: readTriggers(file["on"]),
    permissions: file["permissions"],
    jobs: Object.entries(jobs).map(([name, job]) => readJob(name, asRecord(job))),
  };
}

function readTriggers(on: unknown): string[] {
  return Array.isArray(on) ? on.map(String) : typeof on === "string" ? [on] : Object.keys(asRecord(on));
}

function readJob(name: string, job: Readonly<Record<string, unknown>>): Job {
  const steps = Array.isArray(job["steps"]) ? job["steps"] : [];
  return { name, steps: steps.map(readStep), timeoutMinutes: job["timeout-minutes"], permissions: job["permissions"] };
}

function readStep(value: unknown): Step {
  const { uses = "", run = "" } = asStrings(value);
  return { uses, run, inputs: asRecord(asRecord(value)["with"]) };
}
