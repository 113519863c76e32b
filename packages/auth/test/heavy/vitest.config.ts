import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["test/heavy/*.heavy.ts"], testTimeout: 1_200_000, fileParallelism: false },
});
