import { mkdtemp, readFile, rm } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellBlocks, snippets, type ShellBlock, type Snippet } from "@fleet-api-tools/repo-checks";
import { startServer } from "@fleet-api/server";
import { describe, expect, test } from "vitest";
import { interruptExport } from "./support/interrupt-export.ts";
import { useSnippets } from "./support/run-snippet.ts";
import { useServer } from "./support/service.ts";
import { type ShellSession, startShell } from "./support/shell-session.ts";

// The service replaces the token on every use, so that a guide about rotation has something to show.
const server = useServer({
  settings: { memory: true, port: 0, demo: true, log_level: "silent", rotate_after_ms: 0 },
});
/** The guides speak of the default port; here any free one is used. */
const here = (code: string): string => code.replaceAll("http://127.0.0.1:4080", new URL(server().baseUrl).origin);
const outputOf = useSnippets("guide-pages", here);

const root = fileURLToPath(new URL("../../../", import.meta.url));
const pages = ["packages/docs/guides", "packages/auth/docs"]
  .flatMap((folder) => readdirSync(`${root}${folder}`).map((file) => `${folder}/${file}`))
  .filter((page) => page.endsWith(".md"))
  .map((page) => ({ page, blocks: blocksOf(page) }))
  .filter(({ blocks }) => blocks.length > 0);

type Block = { readonly snippet: Snippet } | { readonly shell: ShellBlock };

/** What runs, in the order of the page. */
function blocksOf(page: string): Block[] {
  const code = snippets(page).filter((snippet) => snippet.run);
  const blocks: Block[] = [...code.map((snippet) => ({ snippet })), ...shellBlocks(page).map((shell) => ({ shell }))];
  return blocks.toSorted((a, b) => lineOf(a) - lineOf(b));
}

function lineOf(block: Block): number {
  return "shell" in block ? block.shell.line : block.snippet.line;
}

async function runBlock(block: Block, shell: ShellSession): Promise<void> {
  const line = lineOf(block);
  if ("snippet" in block) {
    expect({ line, prints: await outputOf(block.snippet) }).toEqual({ line, prints: block.snippet.prints ?? "" });
    return;
  }
  const { stdout, stderr, code } = await shell.run(here(block.shell.code));
  const { prints = stdout } = block.shell;
  expect({ line, prints: stdout, stderr, code }).toEqual({ line, prints, stderr: "", code: 0 });
}

describe("code and commands print what the page says", () => {
  // Some start their own servers, and CI has two slow cores.
  test.for(pages)("$page", { timeout: 180_000 }, async ({ blocks }) => {
    expect.hasAssertions();
    const cwd = await mkdtemp(join(tmpdir(), "fleet-guide-"));
    const shell = startShell(cwd);
    try {
      for (const block of blocks) await runBlock(block, shell);
    } finally {
      await shell.close();
      await rm(cwd, { recursive: true, force: true });
    }
  });
});

test("the guide to running the server lists the settings that the server has", async () => {
  const page = new URL("../../../packages/docs/guides/15-running-the-server.md", import.meta.url);
  const [, rows = ""] = (await readFile(page, "utf8")).split("| Setting | Default | |\n|---|---|---|\n");
  const cells =
    rows
      .split("\n\n", 1)[0]
      ?.split("\n")
      .map((row) => row.split("|")[1] ?? "") ?? [];
  const names = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
  const refusal = String(await startServer({ settings: { nothing: 1 } }).catch((error: unknown) => error));
  expect(names.toSorted()).toEqual(/Settings: (.*)\./.exec(refusal)?.[1]?.split(", "));
});

test("the export of the guide on scripts stops at Ctrl-C and continues in the next run", async () => {
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
