import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Servers and processes are started for real, and CI has two slow cores.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { interval: 20, timeout: 300_000 } },
    include: ["test/**/*.test.ts"],
  },
});
