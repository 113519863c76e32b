import { defineConfig } from "vitest/config";

// Tests run concurrently so that what they ask of the Redocly CLI is answered by few runs of it.
export default defineConfig({
  test: { globalSetup: "test/lint-all.ts", sequence: { concurrent: true }, maxConcurrency: 200 },
});
