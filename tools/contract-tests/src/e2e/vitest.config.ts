import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The end-to-end tests as they are, with a recorder in front of every server that they start in their own process. */
export default defineConfig({
  root: fileURLToPath(new URL("../../../e2e/", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    // The first two start whole processes, which nothing here could record. A browser asks before it calls another
    // origin (CORS), and those questions are no operations.
    exclude: ["test/crash.test.ts", "test/start-command.test.ts", "test/browser/**"],
    setupFiles: [fileURLToPath(new URL("record-servers.ts", import.meta.url))],
    // Servers are started for real, and CI has two slow cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { interval: 20, timeout: 30_000 } },
  },
});
