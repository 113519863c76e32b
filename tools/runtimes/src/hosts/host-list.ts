import { join } from "node:path";
import { absence, LISTED, type Listed, OWN } from "../matrix.ts";
import { chromium } from "./chromium.ts";
import { type CommandLine, commandLineHost, type Host } from "./host.ts";
import { workerd } from "./workerd.ts";

/** Deno may reach the service and read what is installed, no more: the packages ask for no other right. */
const DENO_RIGHTS = ["--no-prompt", "--allow-net=127.0.0.1,name.invalid", "--allow-read=."];
const DENO_FLAGS = ["run", "--quiet", "--no-lock", "--node-modules-dir=manual", ...DENO_RIGHTS];
/** What it compiled goes into the consumer's folder, and with it. */
const DENO_ENV = { DENO_DIR: ".deno", DENO_NO_UPDATE_CHECK: "1" };

const OF_MATRIX: readonly Host[] = [
  packaged("node-20", LISTED["node-20"], "bin/node"),
  packaged("node-22", LISTED["node-22"], "bin/node"),
  packaged("bun", LISTED["bun"], "bin/bun"),
  packaged("deno", LISTED["deno"], "deno", { flags: DENO_FLAGS, env: DENO_ENV }),
  workerd,
];

const OURS: readonly Host[] = [
  packaged("node-24", OWN.node, process.platform === "win32" ? "bin/node.exe" : "bin/node"),
  chromium,
];

/**
 * Every runtime that the README of the client promises.
 * @param noMatrix - why what is missing of the matrix could not be installed
 */
export function hostList(noMatrix?: string): readonly Host[] {
  const ofMatrix = OF_MATRIX.map((host) => ({
    ...host,
    whyNot: () => absence(host.name, noMatrix) ?? host.whyNot(),
  }));
  return [...ofMatrix, ...OURS];
}

function packaged(
  name: string,
  listed: Listed | undefined,
  path: string,
  how: Pick<CommandLine, "flags" | "env"> = {},
): Host {
  const program = listed && join(listed.folder, path);
  return commandLineHost({ name, tells: exactly(name.replace(/-\d+$/, ""), listed?.version ?? ""), program, ...how });
}

function exactly(name: string, version: string): RegExp {
  return new RegExp(`^${name} ${version.replaceAll(".", "\\.")}$`);
}
