/** Serves the demo fleet with the settings of its argument until it is killed; tokens rotate on every use. */
import { startServer } from "../../src/index.ts";
import { argon2Passwords } from "../../src/platform/node.ts";

const settings: Record<string, unknown> = JSON.parse(process.argv[2] ?? "{}");
const server = await startServer({
  settings: { port: 0, demo: true, log_level: "silent", rotate_after_ms: 0, ...settings },
  passwords: argon2Passwords({ cost: { memoryCost: 64, timeCost: 1, parallelism: 1 } }),
});
process.stdout.write(`serving ${server.baseUrl}\n`);
