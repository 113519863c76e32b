import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Snippet, snippets } from "@fleet-api-tools/repo-checks";
import { afterAll, describe, expect, test } from "vitest";
import { interruptExport } from "./support/interrupt-export.ts";
import { admin, useServer } from "./support/service.ts";

const run = promisify(execFile);
const server = useServer();
// Inside of this package, so that snippets find the packages by name.
const scratch = fileURLToPath(new URL("../.snippets/client-pages", import.meta.url));
afterAll(() => rm(scratch, { recursive: true, force: true }));

const folder = fileURLToPath(new URL("../../../packages/client/docs/", import.meta.url));
// `testing-docs.test.ts` runs the snippets of testing.md: they are tests, and need no server.
const pages = readdirSync(folder)
  .filter((page) => page !== "testing.md")
  .map((page) => ({ page, runnable: snippets(`packages/client/docs/${page}`).filter((snippet) => snippet.run) }))
  .filter(({ runnable }) => runnable.length > 0);

/** Runs a snippet in an empty folder. Where the page says `fleet.example.com`, here is the reference server. */
async function outputOf({ code, line }: Snippet): Promise<string> {
  await mkdir(scratch, { recursive: true });
  const cwd = await mkdtemp(join(scratch, "run-"));
  const file = join(cwd, `line-${line}.ts`);
  await writeFile(file, code.replaceAll("https://fleet.example.com/api/v1", server().baseUrl));
  const env = { ...process.env, FLEET_USER: admin.username, FLEET_PASSWORD: admin.password };
  const { stdout, stderr } = await run(process.execPath, [file], { cwd, env });
  expect(stderr).toBe("");
  return stdout;
}

describe("the pages of the client: what a snippet prints is what stands below it", () => {
  test.for(pages)("$page", async ({ runnable }) => {
    for (const snippet of runnable) expect(await outputOf(snippet)).toBe(snippet.prints);
  });
});

test("the export of the guide for scripts stops at Ctrl-C, and goes on where it was", async () => {
  const { runs, idsBefore, ids, hasCheckpoint } = await interruptExport(server());
  expect(runs).toEqual([
    [130, "unitsListing: aborted by the caller\n"],
    [0, ""],
  ]);
  expect(idsBefore.length).toBeGreaterThanOrEqual(20);
  expect(ids).toHaveLength(126);
  expect(new Set(ids).size).toBe(126);
  expect(hasCheckpoint).toBe(false);
});
