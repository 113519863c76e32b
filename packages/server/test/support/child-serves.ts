/**
 * Serves the demo fleet with the settings of its argument until it is killed or told to stop; tokens rotate on every use. SIGUSR2
 * makes it print how much memory is in use after a collection.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startServer } from "../../src/index.ts";
import { argon2Passwords } from "../../src/platform/node.ts";

const settings: Record<string, unknown> = JSON.parse(process.argv[2] ?? "{}");
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const server = await startServer({
  settings: { port: 0, demo: true, log_level: "silent", rotate_after_ms: 0, ...settings },
  passwords: argon2Passwords({ cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } }),
  writeLog: print,
});
setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
process.on("SIGUSR2", async () => {
  // Twice, because what a collection finds unreachable outside of the heap is freed after it.
  for (let round = 0; round < 2; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  print(`memory ${heapUsed + external}`);
});
process.once("SIGTERM", () => void server.close());
print(`serving ${server.baseUrl}`);
