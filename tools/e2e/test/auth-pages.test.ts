import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { snippets } from "@fleet-api-tools/repo-checks";
import { describe, expect, test } from "vitest";

const run = promisify(execFile);
const here = fileURLToPath(new URL("..", import.meta.url));
const folder = fileURLToPath(new URL("../../../packages/auth/docs/", import.meta.url));
const pages = readdirSync(folder).filter((page) => page.endsWith(".md") && page !== "README.md");

describe("the pages of the auth package: what a snippet prints is what stands below it", () => {
  test.for(pages)("%s", async (page) => {
    const runnable = snippets(`packages/auth/docs/${page}`).filter((snippet) => snippet.run);
    expect(runnable.length).toBeGreaterThan(0);
    for (const { code, prints } of runnable) {
      // From this folder, so that the packages are found by name.
      const { stdout, stderr } = await run(process.execPath, ["--input-type=module-typescript", "--eval", code], {
        cwd: here,
      });
      expect(stderr).toBe("");
      expect(stdout).toBe(prints);
    }
  });
});
