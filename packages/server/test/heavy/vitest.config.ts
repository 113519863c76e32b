import { whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { defineConfig } from "vitest/config";

const reason = whyNoPostgres();
if (reason !== undefined) console.warn(`skipped: crashes and rounds on PostgreSQL, ${reason}`);

/** The trials of the driver itself. */
const onlyPostgres = "test/heavy/postgres-*.heavy.ts";

const postgres = {
  name: "postgres",
  env: { FLEET_TEST_DATABASE: "postgres" },
  include: ["test/heavy/crash.heavy.ts", onlyPostgres],
  globalSetup: "test/support/postgres-setup.ts",
};

export default defineConfig({
  test: {
    fileParallelism: false,
    projects: [
      { test: { name: "embedded", include: ["test/heavy/*.heavy.ts"], exclude: [onlyPostgres] } },
      ...(reason === undefined ? [{ test: postgres }] : []),
    ],
  },
});
