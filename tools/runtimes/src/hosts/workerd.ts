import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { LISTED } from "../matrix.ts";
import { bundleSmoke } from "../smoke/bundle.ts";
import { startHangingLogin } from "../smoke/hanging-login.ts";
import type { Host } from "./host.ts";

/** A worker that may call this machine, and no Node compatibility: portable code does without. */
const config = (script: string, date: string): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "${script}")],
      compatibilityDate = "${date}",
      compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2"],
    )),
    (name = "internet", network = (allow = ["private", "local"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

const listed = LISTED["workerd"] ?? { version: "", folder: "" };
const program = join(listed.folder, "bin/workerd");

/** The runtime of Cloudflare Workers. */
export const workerd: Host = {
  name: "workerd",
  tells: /^Cloudflare-Workers$/,
  whyNot() {
    return existsSync(program)
      ? undefined
      : `workerd: no npm package has a program for ${process.platform} ${process.arch}`;
  },
  async run({ consumer, options }) {
    const script = await bundleSmoke("worker", consumer);
    return serve(script, compatibilityDate(listed.version), async (url) => {
      const response = await fetch(url, { method: "POST", body: JSON.stringify(options) });
      const text = await response.text();
      if (!response.ok) throw new Error(`the worker answered ${response.status} ${text}`);
      return text;
    });
  },
  async endRequest(consumer) {
    const script = await bundleSmoke("ended-request", consumer);
    const objections: string[] = [];
    // In old versions a promise of a request that has ended never settles; in new ones waiting for it fails at once.
    for (const date of ["2023-12-01", compatibilityDate(listed.version)]) {
      for (const query of ["", "&store"]) {
        const found = await serve(script, date, (url) => endOneRequest(url, query));
        objections.push(...found.map((objection) => `${date}${query}: ${objection}`));
      }
    }
    return objections;
  },
};

/** Sends a request that ends during its login, and three later ones, which must get a response. */
async function endOneRequest(url: string, query: string): Promise<string[]> {
  const service = await startHangingLogin();
  try {
    const ask = async (path: string): Promise<string> => {
      const response = await fetch(`${url}${path}?baseUrl=${encodeURIComponent(service.baseUrl)}${query}`, {
        signal: AbortSignal.timeout(60_000),
      });
      return response.text();
    };
    const texts = [await ask("begin"), await ask("call"), await ask("call"), await ask("call")];
    const expected = ["begun", "status 200", "status 200", "status 200"];
    const found = texts.flatMap((text, index) => (text === expected[index] ? [] : [`request ${index + 1}: ${text}`]));
    return service.logins() === 2 ? found : [...found, `${service.logins()} logins`];
  } finally {
    await service.close();
  }
}

/** Runs the worker, and stops it when `use` has settled. */
async function serve<T>(script: string, date: string, use: (url: string) => Promise<T>): Promise<T> {
  const folder = dirname(script);
  const file = join(folder, `${basename(script, ".js")}.capnp`);
  await writeFile(file, config(basename(script), date));
  const child = spawn(program, ["serve", file, "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "pipe", "pipe"],
  });
  // It logs every failure of DNS and TLS, which the journey causes on purpose.
  let log = "";
  child.stderr?.on("data", (chunk) => (log += chunk));
  // A program that cannot start also closes its control file, and that is told below.
  child.on("error", () => undefined);
  try {
    const port = await portOf(child);
    return await use(`http://127.0.0.1:${port}/`);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${log}`, { cause: error });
  } finally {
    const ended = once(child, "exit");
    if (child.exitCode === null && child.kill("SIGKILL")) await ended;
  }
}

/** The newest behaviour that this version has: `1.20261117.1` is of 2026-11-17. */
function compatibilityDate(version: string): string {
  return version.replace(/^\d+\.(\d{4})(\d\d)(\d\d)\..*$/, "$1-$2-$3");
}

/** workerd writes one line of JSON about each socket to the control file. Rejects when it ends before. */
async function portOf(child: ChildProcess): Promise<number> {
  const control = child.stdio[3];
  if (!(control instanceof Readable)) throw new Error("workerd has no control file");
  for await (const line of createInterface({ input: control })) {
    const event: { event?: string; port?: number } = JSON.parse(line);
    if (event.event === "listen" && event.port !== undefined) return event.port;
  }
  throw new Error(`workerd ended before it listened, exit code ${child.exitCode}`);
}
