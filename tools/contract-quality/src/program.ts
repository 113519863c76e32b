import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** How a program ended, and what it said. */
export interface ProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Folder of the repository. */
export const ROOT: string = fileURLToPath(new URL("../../..", import.meta.url));

const QUIET = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  NODE_NO_WARNINGS: "1",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
};

/**
 * Runs a script with the Node of this process, from the root of the repository, without colours and telemetry.
 * Never rejects for an exit code: what a failure means is the caller's business.
 */
export async function runScript(script: string, args: readonly string[]): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const options = { cwd: ROOT, env: { ...process.env, ...QUIET }, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, stdout, stderr });
      else if (typeof error.code === "number") resolve({ code: error.code, stdout, stderr });
      else reject(error);
    });
  });
}

/**
 * The script behind a command of a dependency of this package, found through its package.json and not through PATH.
 * Read as a file: cspell does not export its package.json.
 */
export async function commandOf(packageName: string, command: string): Promise<string> {
  const manifestUrl = new URL(`../node_modules/${packageName}/package.json`, import.meta.url);
  const manifest: { bin: Record<string, string> } = JSON.parse(await readFile(manifestUrl, "utf8"));
  const script = manifest.bin[command];
  if (script === undefined) throw new Error(`${packageName} has no command ${command}.`);
  return fileURLToPath(new URL(script, manifestUrl));
}

/** Path of a file that the contract package builds. */
export function contractFile(name: "openapi.json" | "openapi.documented.json"): string {
  return fileURLToPath(import.meta.resolve(`@fleet-api/contract/${name}`));
}
