import { defineConfig } from "vitest/config";

/** No test measures how fast the machine is: the limit only ends what hangs, and a busy machine may take twenty times as long. */
const limitMs = 600_000;

export default defineConfig({ test: { testTimeout: limitMs, hookTimeout: limitMs } });
