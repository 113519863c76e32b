import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { snippets } from "@fleet-api-tools/repo-checks";
import { afterAll, expect, it } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
// Below the folder of the workspace packages, so that the snippets find them by name.
const scratch = `${root}.snippets/testing-docs`;
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** How a snippet is run, and what is then printed. */
const ways = {
  vitest: {
    args: (file: string) => [`${root}node_modules/vitest/vitest.mjs`, "run", "--root", scratch, file],
    printed: /Tests {2}\d+ passed/,
  },
  "node:test": { args: (file: string) => ["--test", file], printed: /pass 1/ },
  node: { args: (file: string) => [file], printed: /^(?:3\n500\n)?$/ },
};

const runnable = snippets("packages/client/docs/testing.md")
  .filter((snippet) => snippet.run)
  .map(({ code, line }) => {
    const way = code.includes('from "vitest"') ? "vitest" : code.includes('from "node:test"') ? "node:test" : "node";
    return { code, line, way } as const;
  });

it("there are snippets for both runners, and for none", () => {
  expect(new Set(runnable.map(({ way }) => way))).toEqual(new Set(["vitest", "node:test", "node"]));
});

it.each(runnable)("the snippet in line $line of testing.md passes with $way", async ({ code, line, way }) => {
  await mkdir(scratch, { recursive: true });
  const file = `${scratch}/line-${line}.test.ts`;
  await writeFile(file, code);
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  const { stdout } = await run(process.execPath, ways[way].args(file), { env });
  expect(stdout).toMatch(ways[way].printed);
});
