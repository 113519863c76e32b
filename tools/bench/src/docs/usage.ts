import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { node } from "../codegen/commands.ts";
import { median } from "../measure/statistics.ts";

/** What one process used from its start to its end. */
export interface Usage {
  readonly wallSeconds: number;
  /** All threads of the process, without its children. */
  readonly cpuSeconds: number;
  /** The largest resident set. */
  readonly peakMegabytes: number;
}

interface ProcessUsage extends Usage {
  readonly script: string;
}

const preload = pathToFileURL(join(import.meta.dirname, "report-usage.ts")).href;

/** Runs a script, and gives what it and the Node processes that it started used: its own usage last. */
export async function measureScript(folder: string, args: readonly string[]): Promise<readonly ProcessUsage[]> {
  const scratch = await mkdtemp(join(tmpdir(), "bench-usage-"));
  const file = join(scratch, "usage.jsonl");
  try {
    await node(folder, args, { BENCH_USAGE: file, NODE_OPTIONS: `--import=${preload}` });
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    return lines.map((line): ProcessUsage => JSON.parse(line));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The least time, because other processes only make it longer, and the median of the rest. */
export function combineUsages(rounds: readonly Usage[]): Usage {
  return {
    wallSeconds: Math.min(...rounds.map(({ wallSeconds }) => wallSeconds)),
    cpuSeconds: median(rounds.map(({ cpuSeconds }) => cpuSeconds)),
    peakMegabytes: median(rounds.map(({ peakMegabytes }) => peakMegabytes)),
  };
}
