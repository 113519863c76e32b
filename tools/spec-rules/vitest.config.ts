import { defineConfig } from "vitest/config";

export default defineConfig({ test: { globalSetup: "test/lint-all.ts" } });
