import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { redocly, withConfig } from "../redocly.ts";
import { demoInputs, startDemoService } from "./demo-service.ts";
import { runWorkflows, type WorkflowResult } from "./run-workflows.ts";

const folder = fileURLToPath(new URL("../../../../spec/workflows/", import.meta.url));

/** Workflows that need a service that hands out a newer token on every use. */
const rotating = ["rotation.arazzo.yaml"];

/**
 * Lints the workflows of the contract and runs each against a demo service of this process, one after the other.
 * @param print takes one line for each, and the failures below it
 * @returns whether all passed
 */
export async function runAllWorkflows(print: (line: string) => void): Promise<boolean> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".arazzo.yaml"));
  let allPassed = await lint(files, print);
  const server = await startDemoService();
  try {
    for (const file of files) {
      server.rotateAfter(rotating.includes(file) ? 0 : "default");
      const results = await runWorkflows({ file: folder + file, baseUrl: server.baseUrl, inputs: demoInputs() });
      for (const result of results) report(result, print);
      allPassed &&= results.length > 0 && results.every(({ passed }) => passed);
    }
  } finally {
    await server.close();
  }
  return allPassed;
}

async function lint(files: readonly string[], print: (line: string) => void): Promise<boolean> {
  const { code, stdout, stderr } = await redocly("lint", ...files.map((file) => folder + file), withConfig);
  print(`${code === 0 ? "✓" : "✗"} lint  ${files.length} files`);
  if (code !== 0) print(stdout + stderr);
  return code === 0;
}

function report({ name, passed, steps, checks, failures }: WorkflowResult, print: (line: string) => void): void {
  print(`${passed ? "✓" : "✗"} ${name}  ${steps} steps, ${checks} checks`);
  for (const failure of failures) print(`    ${failure}`);
}
