import { asRecord } from "../repo/records.ts";
import type { Job, Workflow, WorkflowProblem } from "./read-workflow.ts";

/** Rights that a workflow hands out without need, or to code that it does not know. */
export function rightsProblems(workflow: Workflow): WorkflowProblem[] {
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
