import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileFolder } from "../consumers/compile-folder.ts";
import { runScript } from "../program.ts";
import type { ExitClient } from "./exit-client.ts";
import type { Played } from "./play.ts";
import { withFolder } from "./with-folder.ts";

/** How the call sites do on a client. */
export interface Trial {
  /** What the compiler objects to in the call sites; empty when they compile. */
  readonly objection: string;
  /** The mistakes of `wrong-calls.ts` that it accepts. */
  readonly accepted: readonly string[];
  /** What was sent and read, by call site; empty when they do not compile. */
  readonly played: Readonly<Record<string, Played>>;
}

/** Compiles the call sites on a client and runs them. Throws when they fail at run time. */
export async function tryClient(client: ExitClient): Promise<Trial> {
  return withFolder(client, async (folder) => {
    const wrongCalls = await readFile(join(folder, "wrong-calls.ts"), "utf8");
    const verdict = judge(await compileFolder(folder), wrongCalls.split("\n"));
    return { ...verdict, played: verdict.objection === "" ? await playFolder(folder) : {} };
  });
}

/** An expected error that does not come is a mistake that the client accepts; all else is an objection. */
function judge(words: string, wrongCalls: readonly string[]): Pick<Trial, "objection" | "accepted"> {
  const unused = /wrong-calls\.ts\((\d+),\d+\): error TS2578/;
  const lines = words.split("\n").filter((line) => line.trim() !== "");
  const mistakes = lines.flatMap((line) => unused.exec(line)?.[1] ?? []).map((line) => wrongCalls[Number(line) - 1]);
  return {
    objection: lines.filter((line) => !unused.test(line)).join("\n"),
    accepted: mistakes.map((mistake = "") => mistake.replace(/^\s*\/\/ \S+ /, "")),
  };
}

async function playFolder(folder: string): Promise<Record<string, Played>> {
  const script = fileURLToPath(new URL("play.ts", import.meta.url));
  const { code, stdout, stderr } = await runScript(script, [folder]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
