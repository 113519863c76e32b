import { availableParallelism, cpus, loadavg, platform } from "node:os";

/** Where the figures come from, on one line: they mean little without it. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const load = loadavg()[0]?.toFixed(1) ?? "?";
  return `Node ${process.version}, ${platform()} ${process.arch}, ${availableParallelism()} cores (${model}), load ${load}`;
}
