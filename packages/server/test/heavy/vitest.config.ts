import { whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { defineConfig } from "vitest/config";

/** Properties on a database, which the quick suite tries less often. */
const properties = [
  "test/access/scope.property.test.ts",
  "test/db/unit-counts.test.ts",
  "test/resources/units-listing.test.ts",
  "test/sessions/rotation.property.test.ts",
];
const env = { FLEET_TEST_LONG: "1" };
const reason = whyNoPostgres();
if (reason !== undefined) console.warn(`skipped: crashes, fuzz, histories and rounds on PostgreSQL, ${reason}`);

/** The trials of the driver itself. */
const onlyPostgres = "test/heavy/postgres-*.heavy.ts";

const postgres = {
  name: "postgres",
  env: { ...env, FLEET_TEST_DATABASE: "postgres" },
  include: [
    "test/heavy/crash.heavy.ts",
    "test/heavy/fuzz.heavy.ts",
    "test/heavy/histories.heavy.ts",
    onlyPostgres,
    ...properties,
  ],
  globalSetup: "test/support/postgres-setup.ts",
};

export default defineConfig({
  test: {
    fileParallelism: false,
    projects: [
      { test: { name: "embedded", env, include: ["test/heavy/*.heavy.ts", ...properties], exclude: [onlyPostgres] } },
      ...(reason === undefined ? [{ test: postgres }] : []),
    ],
  },
});
