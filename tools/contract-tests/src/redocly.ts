import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** Exit code of a call and what it printed. */
export interface RedoclyResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const config = fileURLToPath(new URL("../redocly.yaml", import.meta.url));

/**
 * Runs the Redocly CLI that this package depends on, with the telemetry off. It never blocks, because the server that
 * it talks to may live in this process.
 * @param args the command and its options
 */
export async function redocly(...args: string[]): Promise<RedoclyResult> {
  const child = spawn(process.execPath, [await cliScript(), ...args], {
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = new Promise<number>((resolve, reject) =>
    child.once("error", reject).once("close", (code) => resolve(code ?? 1)),
  );
  const [code, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** The option that names the configuration of this package, for the commands that take one. */
export const withConfig = `--config=${config}`;

/** Found through the dependency and not through PATH, and run by the Node that runs this. */
async function cliScript(): Promise<string> {
  const manifestUrl = import.meta.resolve("@redocly/cli/package.json");
  const manifest: { bin: { redocly: string } } = JSON.parse(await readFile(new URL(manifestUrl), "utf8"));
  return fileURLToPath(new URL(manifest.bin.redocly, manifestUrl));
}

/** A directory of its own for the time of `work`. */
export async function inScratch<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "fleet-contract-"));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
