import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { redocly, withConfig } from "../redocly.ts";
import { startDemoService } from "../service/demo-service.ts";
import { journeys } from "./journeys.ts";
import { runWorkflows, type WorkflowResult } from "./run-workflows.ts";

const folder = fileURLToPath(new URL("../../../../spec/workflows/", import.meta.url));
const EXTENSION = ".arazzo.yaml";

/**
 * Lints the workflows of the contract and runs each against a demo service of this process, one after the other.
 * @param print takes one line for each, and the failures below it
 * @returns whether all passed and none was left out
 */
export async function runAllWorkflows(print: (line: string) => void): Promise<boolean> {
  const linted = await lint(print);
  const done = new Set<string>();
  let allPassed = true;
  await using service = await startDemoService();
  for (const { topic, only, rotating = false, inputs } of journeys) {
    service.server.rotateAfter(rotating ? 0 : "default");
    const results = await runWorkflows({
      file: `${folder}${topic}${EXTENSION}`,
      baseUrl: service.server.baseUrl,
      inputs: await inputs(service),
      ...(only && { only }),
    });
    for (const result of results) {
      report(result, print);
      done.add(result.name);
      allPassed &&= result.passed;
    }
  }
  const left = (await workflowNames()).filter((name) => !done.has(name));
  for (const name of left) print(`✗ ${name}: no journey runs it (src/workflows/journeys.ts)`);
  return linted && allPassed && left.length === 0;
}

async function lint(print: (line: string) => void): Promise<boolean> {
  const files = (await topics()).map((topic) => `${folder}${topic}${EXTENSION}`);
  const { code, stdout, stderr } = await redocly("lint", ...files, withConfig);
  print(`${code === 0 ? "✓" : "✗"} lint  ${files.length} files`);
  if (code !== 0) print(stdout + stderr);
  return code === 0;
}

function report({ name, passed, steps, checks, failures }: WorkflowResult, print: (line: string) => void): void {
  print(`${passed ? "✓" : "✗"} ${name}  ${steps} steps, ${checks} checks`);
  for (const failure of failures) print(`    ${failure}`);
}

async function workflowNames(): Promise<string[]> {
  const names = (await topics()).map(async (topic) => {
    const document: { workflows: { workflowId: string }[] } = parse(
      await readFile(`${folder}${topic}${EXTENSION}`, "utf8"),
    );
    return document.workflows.map(({ workflowId }) => `${topic}/${workflowId}`);
  });
  return (await Promise.all(names)).flat();
}

async function topics(): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((file) => file.endsWith(EXTENSION)).map((file) => file.slice(0, -EXTENSION.length));
}
