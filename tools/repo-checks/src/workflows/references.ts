import { posix } from "node:path";
import { TEST } from "../gates/gate-list.ts";
import { asStrings } from "../repo/records.ts";
import type { Repo } from "../repo/repo.ts";
import { workspacePackages } from "../repo/workspace.ts";
import type { Step, WorkflowProblem } from "./read-workflow.ts";

/** An action of others, by commit. */
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
const GATES = new Set(TEST.flat().map((gate) => gate.name));
/** What pnpm itself understands, as far as workflows use it. */
const PNPM_COMMANDS = new Set(["exec", "install"]);

/** What a step of `file` uses or runs and that does not exist, or could be something else tomorrow. */
export function referenceProblems(repo: Repo, file: string, { uses, run, inputs }: Step): WorkflowProblem[] {
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
    ...matches(run, /--only ([a-z][\w:-]*)/g)
      .filter((name) => !GATES.has(name))
      .map((name) => `asks for the gate ${name}, which does not exist`),
  ];
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}
