import { whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { defineConfig } from "vitest/config";

/** Suites that need a database run on the embedded one and on a PostgreSQL server. */
const onBoth = ["access", "crash", "db", "demo", "fuzz", "histories", "resources", "sessions"];
const suites = (...folders: readonly string[]): string[] => folders.map((folder) => `test/${folder}/**/*.test.ts`);
const reason = whyNoPostgres();
if (reason !== undefined) console.warn(`skipped: the suites that need a server, ${reason}`);

// Suites share the modules that they load, which saves a third of the time. Those on the embedded database do not: a process
// that has opened and closed many of them is aborted now and then.
const sharing = ["kernel", "platform"];

const postgres = {
  name: "postgres",
  isolate: false,
  env: { FLEET_TEST_DATABASE: "postgres" },
  include: suites(...onBoth, "postgres"),
  globalSetup: "test/support/postgres-setup.ts",
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: "embedded", include: suites("**"), exclude: suites("postgres", ...sharing) } },
      { test: { name: "plain", include: suites(...sharing), isolate: false } },
      ...(reason === undefined ? [{ test: postgres }] : []),
    ],
  },
});
