import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Each comparison starts the Redocly CLI, and CI has two slow cores.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
