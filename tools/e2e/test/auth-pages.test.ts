import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const run = promisify(execFile);
const here = fileURLToPath(new URL("..", import.meta.url));
const folder = fileURLToPath(new URL("../../../packages/auth/docs/", import.meta.url));
const pages = readdirSync(folder).filter((page) => page.endsWith(".md") && page !== "README.md");

/** Each snippet that may run, with the block below it that says what it prints. */
function runnable(page: string): { readonly code: string; readonly prints: string }[] {
  const text = readFileSync(folder + page, "utf8");
  const blocks = text.matchAll(/^```ts run\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, code = "", prints = ""]) => ({ code, prints }));
}

describe("the pages of the auth package: what a snippet prints is what stands below it", () => {
  test.for(pages)("%s", async (page) => {
    const snippets = runnable(page);
    expect(snippets.length).toBeGreaterThan(0);
    for (const { code, prints } of snippets) {
      // From this folder, so that the packages are found by name.
      const { stdout, stderr } = await run(process.execPath, ["--input-type=module-typescript", "--eval", code], {
        cwd: here,
      });
      expect(stderr).toBe("");
      expect(stdout).toBe(prints);
    }
  });
});
