import { posix } from "node:path";
import { parse as parseYaml } from "yaml";
import { onlyNames } from "../gates/only.ts";
import { asRecord, asStrings, workspacePackages } from "../repo/workspace.ts";
import type { Repo } from "../repo/repo.ts";
import type { Check, Problem } from "./check.ts";

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const ACTION = /^\.github\/actions\/[^/]+\/action\.ya?ml$/;

/** Workflows and composite actions: what they name exists, and nobody gets more rights than they need. */
export const workflows: Check = {
  name: "workflows",
  why: "a workflow is tried only after it was merged, and one that trusts too much gives the repository away",
  run(repo) {
    const files = repo.files.filter((file) => WORKFLOW.test(file) || ACTION.test(file));
    const problems = files.flatMap((file) => fileProblems(repo, file).map((problem) => located(repo, file, problem)));
    return { problems, note: `${files.length} workflows and actions` };
  },
};

function fileProblems(repo: Repo, file: string): WorkflowProblem[] {
  let workflow: Workflow;
  try {
    workflow = readWorkflow(repo.read(file));
  } catch (error) {
    return [{ at: "", message: `is no YAML: ${error instanceof Error ? error.message : String(error)}` }];
  }
  const steps = workflow.jobs.flatMap((job) => job.steps);
  if (steps.length === 0) return [{ at: "", message: "has no steps" }];
  return [
    ...(WORKFLOW.test(file) ? rightsProblems(workflow) : []),
    ...steps.flatMap((step) => referenceProblems(repo, file, step)),
  ];
}

function located(repo: Repo, file: string, { at, message }: WorkflowProblem): Problem {
  const index = repo
    .read(file)
    .split("\n")
    .findIndex((line) => line.includes(at));
  return { file, line: index + 1, message };
}

/** One step of a job or of a composite action. What a step does not have is empty. */
interface Step {
  readonly uses: string;
  readonly run: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** One job. `permissions` is undefined where the workflow's own hold. */
interface Job {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly timeoutMinutes: unknown;
  readonly permissions: unknown;
}

/** A workflow. A composite action reads as one with a single unnamed job and neither triggers nor permissions. */
interface Workflow {
  readonly triggers: readonly string[];
  readonly permissions: unknown;
  readonly jobs: readonly Job[];
}

/** A finding. `at` is the text whose first line is where to look. */
interface WorkflowProblem {
  readonly message: string;
  readonly at: string;
}

/** Reads what the checks need. What is missing or of another type reads as empty. Throws when the text is no YAML. */
function readWorkflow(text: string): Workflow {
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

/** An action of others, by commit. */
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
/** What pnpm itself understands, as far as workflows use it. */
const PNPM_COMMANDS = new Set(["exec", "install"]);

/** What a step of `file` uses or runs and that does not exist, or could be something else tomorrow. */
function referenceProblems(repo: Repo, file: string, { uses, run, inputs }: Step): WorkflowProblem[] {
  const messages = [
    ...(uses === "" ? [] : uses.startsWith("./") ? localAction(repo, uses) : foreignAction(repo.read(file), uses)),
    ...(uses.startsWith("actions/checkout@") && inputs["persist-credentials"] !== false
      ? ["checkout leaves its token behind; set persist-credentials: false"]
      : []),
  ];
  const at = uses === "" ? (run.trim().split("\n")[0] ?? "") : uses;
  return [...messages, ...scriptMessages(repo, posix.dirname(file), run)].map((message) => ({ at, message }));
}

function localAction(repo: Repo, uses: string): string[] {
  return repo.has(posix.join(uses, "action.yml")) ? [] : [`${uses} has no action.yml`];
}

function foreignAction(text: string, uses: string): string[] {
  if (!PINNED.test(uses)) return [`${uses} is not pinned by commit; a tag can be moved`];
  const lines = text.split("\n").filter((line) => line.includes(uses));
  if (lines.every((line) => / # v\d/.test(line))) return [];
  return [`${uses} does not say in a comment which release the commit is`];
}

function scriptMessages(repo: Repo, folder: string, run: string): string[] {
  const scripts = asStrings(workspacePackages(repo).find((pkg) => pkg.dir === "")?.manifest.scripts);
  const paths = matches(run.replaceAll('"$GITHUB_ACTION_PATH/', `${folder}/`), /(?:^|\s)(?:bash|node) ([\w./-]+)/gm);
  return [
    ...(run.includes("${{") ? ["an expression inside a script is code, whoever wrote its value; use env"] : []),
    ...paths.filter((path) => !repo.has(path)).map((path) => `runs ${path}, which does not exist`),
    ...matches(run, /pnpm@\d+ ([a-z][\w:-]*)/g)
      .filter((name) => !(name in scripts) && !PNPM_COMMANDS.has(name))
      .map((name) => `runs pnpm ${name}, which is no script of the root`),
    ...onlyNames(run)
      .filter(({ name, of, gates }) => of === "gates" && !gates.includes(name))
      .map(({ name }) => `asks for the gate ${name}, which does not exist`),
  ];
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}

/** Rights that a workflow hands out without need, or to code that it does not know. */
function rightsProblems(workflow: Workflow): WorkflowProblem[] {
  return [...workflowProblems(workflow), ...workflow.jobs.flatMap((job) => jobProblems(job, workflow))];
}

function workflowProblems({ triggers, permissions, jobs }: Workflow): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  if (permissions === undefined) {
    problems.push({ at: "jobs:", message: "has no permissions of its own, so it gets those of the repository" });
  }
  if (triggers.includes("pull_request_target")) {
    problems.push({ at: "pull_request_target", message: "pull_request_target gives rights beside a stranger's code" });
  }
  for (const rights of [permissions, ...jobs.map((job) => job.permissions)]) {
    if (typeof rights !== "string") continue;
    problems.push({ at: rights, message: `permissions: ${rights} is everything; name the ones it needs` });
  }
  return problems;
}

function jobProblems(job: Job, { triggers }: Workflow): WorkflowProblem[] {
  const at = `${job.name}:`;
  const problems: WorkflowProblem[] = [];
  if (job.timeoutMinutes === undefined) problems.push({ at, message: `the job ${job.name} has no timeout-minutes` });
  if (!job.steps.some(({ uses }) => uses.startsWith("actions/checkout@"))) return problems;
  if (triggers.includes("workflow_run")) {
    problems.push({ at, message: `the job ${job.name} checks code out beside the rights of workflow_run` });
  }
  if (asRecord(job.permissions)["id-token"] === "write") {
    problems.push({ at, message: `the job ${job.name} checks code out beside the right to publish` });
  }
  return problems;
}
