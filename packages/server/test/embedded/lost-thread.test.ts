import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it } from "vitest";
import { useTemporaryDirectories } from "../support/temporary-directory.ts";

const directory = useTemporaryDirectories();
const running: { kill(): void }[] = [];
afterEach(() => {
  for (const { kill } of running.splice(0)) kill();
});

describe("when the thread of the database ends", () => {
  it("a server on a directory reopens it once and continues", async () => {
    const server = await startCommand({ FLEET_DATA: directory() });
    expect(await server.ping()).toBe(200);
    for (const threads of [2, 3]) {
      server.endThreads();
      const statuses = await untilServed(server);
      // Requests under way are answered with 503 and Retry-After, nothing else.
      expect(new Set([...statuses, 200, 503])).toEqual(new Set([200, 503]));
      const after = await Promise.all(Array.from({ length: 20 }, () => server.ping()));
      expect(new Set(after)).toEqual(new Set([200]));
      expect(server.threads()).toBe(threads);
    }
  });

  it("a server in memory ends its process and says why", async () => {
    const server = await startCommand({ FLEET_MEMORY: "true" });
    expect(await server.ping()).toBe(200);
    server.endThreads();
    expect(await server.exited).toEqual([1, null]);
    expect(server.errors()).toMatch(/in-memory database is lost/);
  });
});

/** The `fleet-server` command in a process whose threads can be ended. */
async function startCommand(settings: Record<string, string>) {
  const root = join(import.meta.dirname, "../..");
  const child = spawn(
    process.execPath,
    ["--import", join(root, "test/support/killable-threads.ts"), join(root, "src/main.ts")],
    { env: { ...process.env, FLEET_PORT: "0", ...settings }, stdio: ["ignore", "pipe", "pipe"] },
  );
  running.push({ kill: () => child.kill("SIGKILL") });
  const exited = once(child, "exit");
  let errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  let threads = 0;
  const baseUrl = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line === "thread begins") threads += 1;
      if (line.startsWith("Serving at ")) resolve(line.slice("Serving at ".length));
    });
    exited.then(() => reject(new Error(errors)), reject);
  });
  return {
    exited,
    errors: () => errors,
    threads: () => threads,
    endThreads: () => child.kill("SIGUSR2"),
    /** Status of the connectivity check, which asks the database. */
    ping: async () => (await fetch(`${baseUrl}/tests/ping`)).status,
  };
}

/** Asks, several at a time, until the loss was seen and the service is back; returns all statuses. */
async function untilServed(server: { threads(): number; ping(): Promise<number> }): Promise<number[]> {
  const before = server.threads();
  const statuses: number[] = [];
  while (server.threads() === before || statuses.at(-1) !== 200) {
    statuses.push(...(await Promise.all(Array.from({ length: 8 }, () => server.ping()))));
  }
  return statuses;
}
