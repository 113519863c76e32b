import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contractFile, runScript } from "../program.ts";
import type { ExitClient } from "./exit-client.ts";

/** Where the call sites and the adapters are. */
const SOURCES = fileURLToPath(new URL("../../fixtures/call-sites/", import.meta.url));

/** Inside this package, so that the call sites find our client by its name. */
const PARENT = fileURLToPath(new URL("../../dist/", import.meta.url));

/** Makes a folder with the call sites on a client, for as long as `use` takes. Throws when the client cannot be generated. */
export async function withFolder<Result>(
  client: ExitClient,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(PARENT, { recursive: true });
  const folder = await mkdtemp(join(PARENT, "exit-"));
  try {
    await copyFile(join(SOURCES, client.adapter), join(folder, "client.ts"));
    for (const file of ["call-sites.ts", "wrong-calls.ts"]) await copyFile(join(SOURCES, file), join(folder, file));
    if (client.script !== undefined) await generate(client.script, join(folder, "generated"));
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function generate(script: string, folder: string): Promise<void> {
  const { code, stdout, stderr } = await runScript(script, [contractFile("openapi.json"), folder]);
  if (code !== 0) throw new Error(`${stdout}${stderr}`);
}
