import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** Runs `pnpm <words>` at the root, as a user types it: with the pnpm of this run, or the one that the README names. */
async function pnpm(...words: string[]): Promise<{ code: number; output: string }> {
  const { npm_execpath: script = "" } = process.env;
  const [program = "", ...first] = script.includes("pnpm") ? runnable(script) : ["npx", "-y", "pnpm@12"];
  const child = spawn(program, [...first, ...words], { cwd: root, env: { ...process.env, NO_COLOR: "1" } });
  child.stdin.end();
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [code]: number[] = await once(child, "close");
  return { code: code ?? -1, output: (await out) + (await err) };
}

function runnable(script: string): string[] {
  return /\.[cm]?js$/.test(script) ? [process.execPath, script] : [script];
}

describe("words after a command reach its program", () => {
  it.each(["test --only nonsense", "test -- --only nonsense", "test --only=nonsense", "verify --only nonsense"])(
    "pnpm %s",
    async (line) => {
      const { code, output } = await pnpm(...line.split(" "));
      const named = /"nonsense" is not a gate; the gates are codegen, .*types.*repo-checks/;
      expect([code, output]).toEqual([1, expect.stringMatching(named)]);
    },
  );

  it.each(["test --only size", "test -- --only size", "verify --only=size"])("pnpm %s runs one gate", async (line) => {
    const { code, output } = await pnpm(...line.split(" "));
    expect([code, output]).toEqual([0, expect.stringMatching(/✓ size .*\n\n1 passed, 0 failed\n/)]);
  });

  it.each(["bench nonsense", "bench -- nonsense", "bench size nonsense", "bench --nonsense"])(
    "pnpm %s",
    async (line) => {
      const { code, output } = await pnpm(...line.split(" "));
      const named =
        /nonsense" is not a section of the bench; the sections are client, auth, size, types, server, stalls\./;
      expect([code, output]).toEqual([1, expect.stringMatching(named)]);
    },
  );
});
