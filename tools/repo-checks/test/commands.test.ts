import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const manifest: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Runs a script of the root with words after it, as pnpm does. */
async function run(script: string, words: string) {
  const PATH = [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const command = `${manifest.scripts[script]} ${words}`;
  const child = spawn(command, { shell: true, cwd: root, env: { ...process.env, PATH, NO_COLOR: "1" } });
  child.stdin.end();
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [code]: number[] = await once(child, "close");
  return { code, out: await out, err: await err };
}

it.each([
  ["test", "--only nonsense", /^"nonsense" is not a gate; the gates are codegen, .*types.*e2e.*\n$/],
  ["verify", "--only nonsense", /^"nonsense" is not a gate; the gates are codegen, .*weight\n$/],
  ["bench", "nonsense", /^"nonsense" is not a section of the bench; the sections are client, auth, .*\n$/],
] as const)("pnpm %s %s names what it does not know, before any work", async (script, words, message) => {
  expect(await run(script, words)).toEqual({ code: 1, out: "", err: expect.stringMatching(message) });
});
