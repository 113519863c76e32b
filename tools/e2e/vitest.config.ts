import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * What the coverage of the contract counts nothing of: these start no server in their own process, or a browser asks
 * before it calls another origin (CORS), and those questions are no operations.
 */
const unrecorded = [
  "test/auth-pages.test.ts",
  "test/browser/**/*.test.ts",
  "test/crash.test.ts",
  "test/docs-samples.test.ts",
  "test/docs/**/*.test.ts",
  "test/guide-pages.test.ts",
  "test/start-command.test.ts",
  "test/testing-docs.test.ts",
];

/** Puts a recorder in front of every server that a test starts, where somebody wants the traffic. */
const recorder = fileURLToPath(new URL("../contract-tests/src/e2e/record-servers.ts", import.meta.url));
const setupFiles = process.env.TEST_TRAFFIC_FOLDER ? [recorder] : [];

export default defineConfig({
  test: {
    // Servers and processes are started for real, and CI has two slow cores.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { interval: 20, timeout: 300_000 } },
    projects: [
      { extends: true, test: { name: "unrecorded", include: unrecorded } },
      { extends: true, test: { name: "recorded", include: ["test/**/*.test.ts"], exclude: unrecorded, setupFiles } },
    ],
  },
});
