import { mkdtemp, readFile, rm } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellBlocks, snippets, type ShellBlock, type Snippet } from "@fleet-api-tools/repo-checks";
import { startServer } from "@fleet-api/server";
import { describe, expect, test } from "vitest";
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

const folder = fileURLToPath(new URL("../../../packages/docs/guides/", import.meta.url));
const guides = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({ file, blocks: blocksOf(`packages/docs/guides/${file}`) }));

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

describe("the guides: what code and commands print is what stands below them", () => {
  // Some start servers of their own, and CI has two slow cores.
  test.for(guides)("$file", { timeout: 180_000 }, async ({ blocks }) => {
    expect(blocks).not.toEqual([]);
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

/** The names in the first column of the table of settings, and the table itself. */
async function settingsOf(page: string): Promise<{ names: string[]; defaults: string[] }> {
  const text = await readFile(new URL(`../../../${page}`, import.meta.url), "utf8");
  const rows = (text.split("| Setting | Default | |\n|---|---|---|\n")[1] ?? "").split("\n\n", 1)[0]?.split("\n") ?? [];
  const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
  return {
    names: cells.flatMap(([, names = ""]) => [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)),
    defaults: cells.map(([, names, value]) => `${names}: ${value}`),
  };
}

test("the guide to running the server has the settings that the README and the server have", async () => {
  const guide = await settingsOf("packages/docs/guides/09-running-the-server.md");
  const readme = await settingsOf("packages/server/README.md");
  const refusal = String(await startServer({ settings: { nothing: 1 } }).catch((error: unknown) => error));
  const known = /Settings: (.*)\./.exec(refusal)?.[1]?.split(", ");
  expect(guide.names.toSorted()).toEqual(known);
  expect(guide.defaults).toEqual(readme.defaults);
});
