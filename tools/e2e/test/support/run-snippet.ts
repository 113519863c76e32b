import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Snippet } from "@fleet-api-tools/repo-checks";
import { afterAll, expect } from "vitest";
import { admin } from "./service.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runners of snippets that are tests: how a file is run, and what is then printed. */
export const testRunners = {
  vitest: {
    args: (file: string) => [`${root}node_modules/vitest/vitest.mjs`, "run", "--root", dirname(file), file],
    passed: /Tests {2}\d+ passed/,
  },
  "node:test": { args: (file: string) => ["--test", file], passed: /pass 1/ },
};

/** The runner that a snippet imports, if it is a test. */
export function testRunnerOf(code: string): keyof typeof testRunners | undefined {
  if (code.includes('from "vitest"')) return "vitest";
  return code.includes('from "node:test"') ? "node:test" : undefined;
}

/** Without colours, so that what is printed can be compared. */
export const plainEnv = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };

/**
 * Runs snippets of pages, each in an empty folder below one of this package, so that they find the packages by name.
 * @param name - of the suite, and of its folder
 * @param here - puts the address of the running service into code
 * @returns a function from a snippet to what it prints; a snippet that is a test passes and prints nothing
 */
export function useSnippets(name: string, here: (code: string) => string): (snippet: Snippet) => Promise<string> {
  const scratch = `${root}.snippets/${name}-${process.pid}`;
  afterAll(() => rm(scratch, { recursive: true, force: true }));
  return async ({ code, line }) => {
    await mkdir(scratch, { recursive: true });
    const cwd = await mkdtemp(join(scratch, "run-"));
    const runner = testRunnerOf(code);
    const file = join(cwd, `line-${line}${runner ? ".test" : ""}.ts`);
    await writeFile(file, here(code));
    const env = {
      ...plainEnv,
      API_USER: admin.username,
      API_PASSWORD: admin.password,
    };
    const { stdout, stderr } = await run(process.execPath, runner ? testRunners[runner].args(file) : [file], {
      cwd,
      env,
    });
    expect(stderr, `line ${line}`).toBe("");
    if (!runner) return stdout;
    expect(stdout, `line ${line}`).toMatch(testRunners[runner].passed);
    return "";
  };
}
