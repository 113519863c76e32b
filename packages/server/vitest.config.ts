import { whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { defineConfig } from "vitest/config";

/** Suites that need a database run on the embedded one and on a PostgreSQL server. */
const onBoth = ["access", "db", "demo", "resources", "sessions"].map((folder) => `test/${folder}/**/*.test.ts`);
const onPostgres = "test/postgres/**/*.test.ts";
const reason = whyNoPostgres();
if (reason !== undefined) console.warn(`skipped: the suites that need a server, ${reason}`);

const postgres = {
  name: "postgres",
  env: { FLEET_TEST_DATABASE: "postgres" },
  include: [...onBoth, onPostgres],
  globalSetup: "test/support/postgres-setup.ts",
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: "embedded", include: ["test/**/*.test.ts"], exclude: [onPostgres] } },
      ...(reason === undefined ? [{ test: postgres }] : []),
    ],
  },
});
