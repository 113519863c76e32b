import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // No embedded database works long enough to pay for the optimising compiler.
    execArgv: ["--liftoff-only"],
    // Servers and processes are started for real, and CI has two slow cores.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { interval: 20, timeout: 300_000 } },
    include: ["test/**/*.test.ts"],
  },
});
