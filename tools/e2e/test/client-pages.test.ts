import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { snippets } from "@fleet-api-tools/repo-checks";
import { describe, expect, test } from "vitest";
import { interruptExport } from "./support/interrupt-export.ts";
import { useSnippets } from "./support/run-snippet.ts";
import { useServer } from "./support/service.ts";

const server = useServer();
// Where the page says `fleet.example.com`, here is the reference server.
const outputOf = useSnippets("client-pages", (code) =>
  code.replaceAll("https://fleet.example.com/api/v1", server().baseUrl),
);

const folder = fileURLToPath(new URL("../../../packages/client/docs/", import.meta.url));
// `testing-docs.test.ts` runs the snippets of testing.md: they are tests, and need no server.
const pages = readdirSync(folder)
  .filter((page) => page !== "testing.md")
  .map((page) => ({ page, runnable: snippets(`packages/client/docs/${page}`).filter((snippet) => snippet.run) }))
  .filter(({ runnable }) => runnable.length > 0);

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
