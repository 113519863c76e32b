import { whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { defineConfig } from "vitest/config";

/** Suites that the quick run tries less often. */
const longer = [
  "test/access/scope.property.test.ts",
  "test/crash/*.test.ts",
  "test/db/client-usage.test.ts",
  "test/db/unit-ownerships.test.ts",
  "test/fuzz/*.test.ts",
  "test/histories/histories.test.ts",
  "test/resources/units-listing.test.ts",
  "test/sessions/rotation.property.test.ts",
];
const env = { TEST_TIER: "heavy" };
const reason = whyNoPostgres();
if (reason !== undefined) console.warn(`skipped: crashes, fuzz, histories and rounds on PostgreSQL, ${reason}`);

/** The trials of the driver itself. */
const onlyPostgres = "test/heavy/postgres-*.heavy.ts";

const postgres = {
  name: "postgres",
  env: { ...env, FLEET_TEST_DATABASE: "postgres" },
  include: [onlyPostgres, ...longer],
  globalSetup: "test/support/postgres.ts",
};

export default defineConfig({
  test: {
    fileParallelism: false,
    projects: [
      {
        test: {
          name: "embedded",
          env,
          include: ["test/heavy/*.heavy.ts", "test/memory/*.test.ts", ...longer],
          exclude: [onlyPostgres],
        },
      },
      ...(reason === undefined ? [{ test: postgres }] : []),
    ],
  },
});
