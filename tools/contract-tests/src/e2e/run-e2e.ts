import { spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { inScratch } from "../scratch.ts";
import type { Exchange } from "../traffic/har.ts";
import { trafficFolder } from "./traffic-folder.ts";

const root = fileURLToPath(new URL("../../../e2e/", import.meta.url));

/**
 * What the end-to-end tests sent and received: from a run that has just left it in the folder of the environment, or
 * else from one that is made here.
 * @throws Error with the output of the tests when one fails, or when nothing was recorded
 */
export async function endToEndTraffic(): Promise<readonly Exchange[]> {
  const left = process.env[trafficFolder];
  const recorded = left === undefined ? [] : await readTraffic(left);
  return recorded.length > 0 ? recorded : inScratch(recordEndToEndTests);
}

async function recordEndToEndTests(folder: string): Promise<readonly Exchange[]> {
  const { code, output } = await runVitest(folder);
  const exchanges = await readTraffic(folder);
  if (code !== 0 || exchanges.length === 0) throw new Error(`The end-to-end tests failed while recorded:\n${output}`);
  return exchanges;
}

async function runVitest(folder: string): Promise<{ code: number; output: string }> {
  const bin = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const child = spawn(process.execPath, [bin, "run", "--maxWorkers=100%", "--root", root, "--project", "recorded"], {
    env: { ...process.env, [trafficFolder]: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = new Promise<number>((resolve, reject) =>
    child.once("error", reject).once("close", (code) => resolve(code ?? 1)),
  );
  const [code, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, output: stdout + stderr };
}

async function readTraffic(folder: string): Promise<readonly Exchange[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".har"));
  const exchanges = await Promise.all(files.map((file) => readHar(join(folder, file))));
  return exchanges.flat();
}

async function readHar(file: string): Promise<readonly Exchange[]> {
  const { log }: { log: { entries: Exchange[] } } = JSON.parse(await readFile(file, "utf8"));
  return log.entries;
}
