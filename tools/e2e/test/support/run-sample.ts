import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { vi } from "vitest";

/** What the service answered: a status, and the code of a problem. */
export interface Answer {
  readonly status: number;
  readonly code: string | null;
}

const run = promisify(execFile);

/** Runs a command with curl in bash. */
export async function runShell(code: string, folder: string, env: Readonly<Record<string, string>>): Promise<Answer> {
  await mkdir(folder, { recursive: true });
  const body = join(folder, "body");
  // The command stays as it is on the page: what else the test needs to know is in the configuration of curl.
  await writeFile(join(folder, ".curlrc"), `silent\nshow-error\noutput = "${body}"\nwrite-out = "%{http_code}"\n`);
  const { stdout } = await run("bash", ["-c", code], { env: { ...process.env, CURL_HOME: folder, ...env } });
  return { status: Number(stdout), code: /"code":\s*"(\w+)"/.exec(await readFile(body, "utf8"))?.[1] ?? null };
}

/** Runs a program in this process. The last response is the one that the program is about. */
export async function runProgram(code: string, file: string, env: Readonly<Record<string, string>>): Promise<Answer> {
  await writeFile(file, code);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const statuses: number[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
    const response = await fetch(...args);
    statuses.push(response.status);
    return response;
  });
  const printed = vi.spyOn(console, "log").mockReturnValue();
  const refused = vi.spyOn(console, "error").mockReturnValue();
  try {
    await import(/* @vite-ignore */ file);
    const status = statuses.at(-1) ?? 0;
    const [problem] = refused.mock.calls;
    if (problem !== undefined) return { status, code: String(problem[1]) };
    if (printed.mock.calls.length === 0) throw new Error("The program printed nothing.");
    return { status, code: null };
  } finally {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
}
