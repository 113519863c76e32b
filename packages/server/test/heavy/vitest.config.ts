import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["test/heavy/*.heavy.ts"], fileParallelism: false } });
