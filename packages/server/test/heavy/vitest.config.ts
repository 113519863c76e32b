import { whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { defineConfig } from "vitest/config";

const reason = whyNoPostgres();
if (reason !== undefined) console.warn(`skipped: crashes and histories on PostgreSQL, ${reason}`);

const postgres = {
  name: "postgres",
  env: { FLEET_TEST_DATABASE: "postgres" },
  include: ["test/heavy/crash.heavy.ts", "test/heavy/histories.heavy.ts"],
  globalSetup: "test/support/postgres-setup.ts",
};

export default defineConfig({
  test: {
    fileParallelism: false,
    projects: [
      { test: { name: "embedded", include: ["test/heavy/*.heavy.ts"] } },
      ...(reason === undefined ? [{ test: postgres }] : []),
    ],
  },
});
