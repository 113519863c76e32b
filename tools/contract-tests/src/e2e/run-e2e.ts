import { spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { inScratch } from "../scratch.ts";
import type { Exchange } from "../traffic/har.ts";

const config = fileURLToPath(new URL("vitest.config.ts", import.meta.url));

/**
 * Runs the end-to-end tests and gives what they sent and received.
 * @throws Error with the output of the tests when one fails, or when nothing was recorded
 */
export async function recordEndToEndTests(): Promise<readonly Exchange[]> {
  return inScratch(async (folder) => {
    const { code, output } = await runVitest(folder);
    const files = (await readdir(folder)).filter((file) => file.endsWith(".har"));
    if (code !== 0 || files.length === 0) throw new Error(`The end-to-end tests failed while recorded:\n${output}`);
    const exchanges = await Promise.all(files.map((file) => readHar(join(folder, file))));
    return exchanges.flat();
  });
}

async function runVitest(folder: string): Promise<{ code: number; output: string }> {
  const bin = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const child = spawn(process.execPath, [bin, "run", "--maxWorkers=100%", "--config", config], {
    env: { ...process.env, FLEET_TRAFFIC_FOLDER: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = new Promise<number>((resolve, reject) =>
    child.once("error", reject).once("close", (code) => resolve(code ?? 1)),
  );
  const [code, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, output: stdout + stderr };
}

async function readHar(file: string): Promise<readonly Exchange[]> {
  const { log }: { log: { entries: Exchange[] } } = JSON.parse(await readFile(file, "utf8"));
  return log.entries;
}
