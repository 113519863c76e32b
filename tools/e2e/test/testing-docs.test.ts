import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { snippets } from "@fleet-api-tools/repo-checks";
import { afterAll, expect, it } from "vitest";
import { plainEnv, testRunnerOf, testRunners } from "./support/run-snippet.ts";

const run = promisify(execFile);
// Below the folder of the workspace packages, so that the snippets find them by name.
const scratch = fileURLToPath(new URL(`../.snippets/testing-docs-${process.pid}`, import.meta.url));
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** How a snippet is run, and what is then printed. */
const ways = {
  ...testRunners,
  node: { args: (file: string) => [file], passed: /^(?:3\n500\n)?$/ },
};

const runnable = snippets("packages/client/docs/testing.md")
  .filter((snippet) => snippet.run)
  .map(({ code, line }) => ({ code, line, way: testRunnerOf(code) ?? ("node" as const) }));

it("there are snippets for both runners, and for none", () => {
  expect(new Set(runnable.map(({ way }) => way))).toEqual(new Set(["vitest", "node:test", "node"]));
});

it.each(runnable)("the snippet in line $line of testing.md passes with $way", async ({ code, line, way }) => {
  await mkdir(scratch, { recursive: true });
  const file = `${scratch}/line-${line}.test.ts`;
  await writeFile(file, code);
  const { stdout } = await run(process.execPath, ways[way].args(file), { env: plainEnv });
  expect(stdout).toMatch(ways[way].passed);
});
