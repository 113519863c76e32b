import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // A server and the Redocly CLI are started for real, and CI has two slow cores.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
