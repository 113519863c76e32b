import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { migratePostgres } from "../../src/stores/postgres/postgres-store.ts";
import { startPostgres, whyNoPostgres } from "@fleet-api-tools/test-postgres";
import { startRedis, whyNoRedis } from "../stores/redis-server.ts";
import { startTogetherAt } from "../stores/support/start-together.ts";

const [noRedis, noPostgres] = [whyNoRedis(), whyNoPostgres()];
for (const reason of [noRedis, noPostgres]) if (reason !== undefined) console.log(`skipped: ${reason}`);

const name = `fleet_heavy_${process.pid}`;

describe.skipIf(noRedis !== undefined).each(["redis", "ioredis"] as const)(
  "many processes, redis through %s",
  (kind) => {
    test("F16 50 processes start on one empty key: 1 login", async () => {
      const server = await startRedis();
      try {
        expect(await startTogetherAt({ kind, address: server.address, key: `${name}:${kind}` }, 50)).toBe(1);
      } finally {
        await server.stop();
      }
    });
  },
);

describe.skipIf(noPostgres !== undefined)("many processes, a PostgreSQL server", () => {
  test("F16 50 processes start on one empty key: 1 login", async () => {
    const { address, stop } = await startPostgres();
    const client = new Client(address);
    await client.connect();
    try {
      await migratePostgres({ query: (sql, params) => client.query(sql, [...params]), table: name });
      expect(await startTogetherAt({ kind: "postgres", address, table: name, key: "k" }, 50)).toBe(1);
    } finally {
      await client.query(`drop table if exists ${name}, ${name}_locks`);
      await client.end();
      await stop();
    }
  });
});
