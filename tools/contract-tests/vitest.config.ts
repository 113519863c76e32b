import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // A server and the Redocly CLI are started for real, and CI has two slow cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
