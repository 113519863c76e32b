import { existsSync } from "node:fs";
import { join } from "node:path";
import { lastWords, runProgram } from "../program.ts";
import { placeSmoke } from "../smoke/bundle.ts";
import type { JourneyOptions } from "../smoke/journey.ts";

/** What a runtime is given. */
interface HostTask {
  /** Folder with the installed packages and `main.js`. */
  readonly consumer: string;
  readonly options: JourneyOptions;
}

/** A runtime to try the packages on. */
export interface Host {
  readonly name: string;
  /** Why it cannot be had on this machine; undefined when it can. */
  whyNot(): string | undefined;
  /** Version as the report must tell it: the name that the runtime gives itself. */
  readonly tells: RegExp;
  /** Runs the journey. @returns what it printed: the report as JSON. Rejects with what went wrong. */
  run(task: HostTask): Promise<string>;
  /** Runs the journey with the server inside of the runtime; not all can. Settles as `run`. */
  readonly runServer?: (consumer: string) => Promise<string>;
  /** Ends a request during the login that it began, and sends more; only where requests have lives of their own. Resolves to what is wrong. */
  readonly endRequest?: (consumer: string) => Promise<string[]>;
  /** Runs a script of the consumer's folder on the command line; only some can. Rejects with what went wrong. */
  readonly runScript?: (script: string, args: readonly string[], cwd: string) => Promise<string>;
}

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
    run: ({ consumer, options }) => runScript(join(consumer, "main.js"), [JSON.stringify(options)], consumer),
    runServer: async (consumer) => runScript(await placeSmoke("server-main", consumer), [], consumer),
    runScript,
  };
}
