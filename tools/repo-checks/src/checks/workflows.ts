import type { Repo } from "../repo/repo.ts";
import { readWorkflow, type Workflow, type WorkflowProblem } from "../workflows/read-workflow.ts";
import { referenceProblems } from "../workflows/references.ts";
import { rightsProblems } from "../workflows/rights.ts";
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
