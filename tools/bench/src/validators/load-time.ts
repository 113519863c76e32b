import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median, quantile } from "../measure/statistics.ts";

/** How long a process that has just started takes to import a module, in ms. */
export interface LoadTime {
  readonly name: string;
  readonly middle: number;
  /** The middle half of the runs. */
  readonly low: number;
  readonly high: number;
}

const program = `const before = performance.now(); await import(process.argv[1]); console.log(performance.now() - before);`;

/** Imports each module in processes of its own, in turns, so that whatever else the machine does hits all alike. */
export async function loadTimes(modules: Readonly<Record<string, string>>, rounds = 15): Promise<LoadTime[]> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, specifier] of Object.entries(modules)) {
      const args = ["--input-type=module", "--eval", program, specifier];
      const { stdout } = await run(process.execPath, args, { cwd: here });
      times.set(name, [...(times.get(name) ?? []), Number(stdout)]);
    }
  }
  return [...times].map(([name, values]) => ({
    name,
    middle: median(values),
    low: quantile(values, 0.25),
    high: quantile(values, 0.75),
  }));
}

const run = promisify(execFile);
const here = fileURLToPath(new URL("../..", import.meta.url));
