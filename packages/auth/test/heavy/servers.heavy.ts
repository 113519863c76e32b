import { describe, expect, test } from "vitest";
import { startRedis, whyNoRedis } from "../stores/redis-server.ts";
import { startTogetherAt } from "../stores/support/child.ts";

const reason = whyNoRedis();
if (reason !== undefined) console.log(`skipped: ${reason}`);

describe.skipIf(reason !== undefined).each(["redis", "ioredis"] as const)(
  "many processes, redis through %s",
  (kind) => {
    test("50 processes that start on one empty Redis key log in once", async () => {
      const server = await startRedis();
      try {
        const key = `fleet_heavy_${process.pid}:${kind}`;
        expect(await startTogetherAt({ kind, address: server.address, key }, 50)).toBe(1);
      } finally {
        await server.stop();
      }
    });
  },
);
