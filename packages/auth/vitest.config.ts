import { configDefaults, defineConfig } from "vitest/config";

/** No test measures how fast the machine is: the limit only ends what hangs, and a busy machine may take twenty times as long. */
const limitMs = 600_000;
const limits = { testTimeout: limitMs, hookTimeout: limitMs };

/** Test files share the modules that they load, which saves a third of the time; those that replace modules do not. */
const replaceModules = ["test/stores/file-security.test.ts", "test/stores/lock-file.test.ts"];

export default defineConfig({
  test: {
    projects: [
      { test: { ...limits, name: "shared", isolate: false, exclude: [...configDefaults.exclude, ...replaceModules] } },
      { test: { ...limits, name: "isolated", include: replaceModules } },
    ],
  },
});
