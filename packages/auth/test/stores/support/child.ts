import { spawn, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A running script of `processes/`. */
export interface Child {
  readonly process: ChildProcess;
  /** The next line that it writes; `undefined` when it has ended. */
  line(): Promise<string | undefined>;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly errors: string }>;
}

/** Starts a script of `processes/` with type stripping, its code compiled once for all. */
export function start(script: string, ...args: (string | number)[]): Child {
  const file = new URL(`../processes/${script}.ts`, import.meta.url);
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file.pathname, ...args.map(String)], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { NODE_COMPILE_CACHE: join(tmpdir(), "fleet-compile-cache") },
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    line: async () => {
      const { done, value } = await lines.next();
      return done === true ? undefined : value;
    },
    ended: new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve({ code, signal, errors }));
    }),
  };
}
