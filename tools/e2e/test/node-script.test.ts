import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { snippets } from "@fleet-api-tools/repo-checks";
import { afterAll, expect, test } from "vitest";
import { forward, passOn, readAll } from "./browser/support/forward.ts";
import { listen, stopListening } from "./browser/support/page-server.ts";
import { admin, useServer } from "./support/service.ts";

const server = useServer();
const scratch = fileURLToPath(new URL("../.snippets", import.meta.url));
let folder = "";
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the export of the guide for scripts stops at Ctrl-C, and goes on where it was", async () => {
  await mkdir(scratch, { recursive: true });
  folder = await mkdtemp(`${scratch}/node-script-`);
  let asked = 0;
  let script: ChildProcess | undefined;
  const proxy = createServer(async (incoming, response) => {
    const body = await readAll(incoming);
    if (incoming.url?.includes("/units/listing") && ++asked === 4) {
      script?.kill("SIGINT");
      return;
    }
    passOn(response, await forward(incoming, body, server().baseUrl));
  });
  const origin = await listen(proxy);
  try {
    await writeScript(origin);
    const run = async (): Promise<unknown[]> => {
      const env = { ...process.env, FLEET_USER: admin.username, FLEET_PASSWORD: admin.password };
      script = spawn(process.execPath, ["export.ts"], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
      let printed = "";
      script.stderr?.setEncoding("utf8").on("data", (text: string) => (printed += text));
      const [code] = await once(script, "close");
      return [code, printed];
    };

    expect(await run()).toEqual([130, "unitsListing: aborted by the caller\n"]);
    const { bytes } = JSON.parse(await readFile(`${folder}/units.checkpoint.json`, "utf8"));
    const before = await readFile(`${folder}/units.ndjson`, "utf8");
    expect(idsOf(before.slice(0, bytes)).length).toBeGreaterThanOrEqual(20);
    // What a crash in the middle of a write leaves.
    await writeFile(`${folder}/units.ndjson`, `${before}{"id":`);

    expect(await run()).toEqual([0, ""]);
    const ids = idsOf(await readFile(`${folder}/units.ndjson`, "utf8"));
    expect(ids).toHaveLength(126);
    expect(new Set(ids).size).toBe(126);
    expect(existsSync(`${folder}/units.checkpoint.json`)).toBe(false);
  } finally {
    await stopListening(proxy);
  }
});

async function writeScript(origin: string): Promise<void> {
  const [script] = snippets("packages/client/docs/node-scripts.md");
  await writeFile(`${folder}/export.ts`, script?.code.replaceAll("https://fleet.example.com", origin) ?? "");
}

function idsOf(lines: string): number[] {
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).id);
}
