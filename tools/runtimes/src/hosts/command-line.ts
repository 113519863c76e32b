import { existsSync } from "node:fs";
import { join } from "node:path";
import { lastWords, runProgram } from "../program.ts";
import { placeSmoke } from "../smoke/bundle.ts";
import type { Host } from "./host.ts";

/** Milliseconds for one run. Each takes about one second; the limit only ends what hangs, however busy the machine is. */
const LIMIT_MS = 600_000;

/** A runtime that runs a script: `<program> ...<flags> <script> ...<arguments>`. */
export interface CommandLine {
  readonly name: string;
  readonly tells: RegExp;
  /** Path of the program; undefined when no package has one for this machine. */
  readonly program: string | undefined;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A host that is a program. What it prints beside the report, warnings too, is a failure. */
export function commandLineHost({ name, tells, program, flags = [], env = {} }: CommandLine): Host {
  const runScript = async (script: string, args: readonly string[], cwd: string): Promise<string> => {
    const words = [...flags, script, ...args];
    const end = await runProgram(program ?? name, words, { cwd, env, timeoutMs: LIMIT_MS });
    if (end.code !== 0 || end.stderr !== "") throw new Error(lastWords(end));
    return end.stdout;
  };
  return {
    name,
    tells,
    whyNot() {
      if (program !== undefined && existsSync(program)) return undefined;
      return `${name}: no npm package has a program for ${process.platform} ${process.arch}`;
    },
    run: ({ consumer, options: { baseUrl, username, password } }) =>
      runScript(join(consumer, "main.js"), [baseUrl, username, password], consumer),
    runServer: async (consumer) => runScript(await placeSmoke("server-main", consumer), [], consumer),
    runScript,
  };
}
