import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** These need no server of their process, and take a tenth of the time. */
const withoutServer = ["test/auth-pages.test.ts", "test/testing-docs.test.ts", "test/docs/**"];

/** Most of what these send comes from processes of their own. */
const otherProcesses = ["test/guide-pages.test.ts", "test/docs-samples.test.ts"];

/** The end-to-end tests as they are, with a recorder in front of every server that they start in their own process. */
export default defineConfig({
  root: fileURLToPath(new URL("../../../e2e/", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    // The first two start whole processes, which nothing here could record. A browser asks before it calls another
    // origin (CORS), and those questions are no operations.
    exclude: [
      "test/crash.test.ts",
      "test/start-command.test.ts",
      "test/browser/**",
      ...withoutServer,
      ...otherProcesses,
    ],
    setupFiles: [fileURLToPath(new URL("record-servers.ts", import.meta.url))],
    // Servers are started for real, and CI has two slow cores.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { interval: 20, timeout: 300_000 } },
  },
});
