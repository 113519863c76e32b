import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { snippets } from "@fleet-api-tools/repo-checks";
import type { RunningServer } from "@fleet-api/server";
import { forward, passOn, readAll } from "../browser/support/proxies.ts";
import { listen, stopListening } from "../browser/support/page-server.ts";
import { admin } from "./service.ts";

const scratch = fileURLToPath(new URL("../../.snippets", import.meta.url));

/** What an interrupted export and the one after it did. */
export interface Interrupted {
  /** Exit code and standard error of each run. */
  readonly runs: readonly unknown[];
  /** Ids in the file up to the checkpoint of the first run. */
  readonly idsBefore: readonly number[];
  /** Ids in the file at the end. */
  readonly ids: readonly number[];
  readonly hasCheckpoint: boolean;
}

/** Runs the export of the guide for scripts twice. The first run gets Ctrl-C in the middle, and damages its last line. */
export async function interruptExport({ baseUrl }: RunningServer): Promise<Interrupted> {
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(`${scratch}/node-script-`);
  let asked = 0;
  let script: ChildProcess | undefined;
  const proxy = createServer(async (incoming, response) => {
    const body = await readAll(incoming);
    if (incoming.url?.includes("/units/listing") && ++asked === 4) {
      script?.kill("SIGINT");
      return;
    }
    passOn(response, await forward(incoming, body, baseUrl));
  });
  const origin = await listen(proxy);
  try {
    await writeScript(folder, origin);
    const run = async (): Promise<unknown[]> => {
      const env = { ...process.env, API_USER: admin.username, API_PASSWORD: admin.password };
      script = spawn(process.execPath, ["export.ts"], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
      let printed = "";
      script.stderr?.setEncoding("utf8").on("data", (text: string) => (printed += text));
      const [code] = await once(script, "close");
      return [code, printed];
    };

    const first = await run();
    const { bytes } = JSON.parse(await readFile(`${folder}/units.checkpoint.json`, "utf8"));
    const before = await readFile(`${folder}/units.ndjson`, "utf8");
    // What a crash in the middle of a write leaves.
    await writeFile(`${folder}/units.ndjson`, `${before}{"id":`);
    const second = await run();
    return {
      runs: [first, second],
      idsBefore: idsOf(before.slice(0, bytes)),
      ids: idsOf(await readFile(`${folder}/units.ndjson`, "utf8")),
      hasCheckpoint: existsSync(`${folder}/units.checkpoint.json`),
    };
  } finally {
    await stopListening(proxy);
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeScript(folder: string, origin: string): Promise<void> {
  const [script] = snippets("packages/docs/guides/10-scripts.md");
  await writeFile(`${folder}/export.ts`, script?.code.replaceAll("http://127.0.0.1:4080", origin) ?? "");
}

function idsOf(lines: string): number[] {
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).id);
}
