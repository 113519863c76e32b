import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** How a `fleet-server` process ended. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A `fleet-server` process. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves with the base URL when it serves; rejects with its errors when it ends instead. */
  readonly baseUrl: Promise<string>;
  readonly ended: Promise<Ended>;
  signal(name: NodeJS.Signals): void;
}

/** Starts the `fleet-server` command with settings, for example `FLEET_PORT`. */
export function runServer(settings: Readonly<Record<string, string>>): ServerProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../src/main.ts")], {
    // What tells the tests their database is no setting of a server.
    env: { ...process.env, FLEET_TEST_DATABASE: undefined, FLEET_PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const ended = once(child, "close").then(([status]: (number | null)[]) => ({
    status: status ?? null,
    output,
    errors,
  }));
  const baseUrl = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (text: Buffer) => {
      output += text.toString();
      const served = /^Serving at (\S+)$/m.exec(output)?.[1];
      if (served !== undefined) resolve(served);
    });
    ended.then((end) => reject(new Error(end.errors)), reject);
  });
  baseUrl.catch(() => {});
  return { pid: child.pid ?? 0, baseUrl, ended, signal: (name) => void child.kill(name) };
}
