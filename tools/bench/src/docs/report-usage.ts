/** Preloaded into a process that is measured: appends what the process used to the file `BENCH_USAGE` when it ends. */
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env["BENCH_USAGE"];
if (isMainThread && file !== undefined) {
  process.once("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const usage = {
      script: process.argv[1] ?? "",
      wallSeconds: performance.now() / 1000,
      cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
      peakMegabytes: maxRSS / 1000,
    };
    appendFileSync(file, `${JSON.stringify(usage)}\n`);
  });
}
