import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startLoad } from "../http/support/load.ts";
import { runServer } from "../support/run-server.ts";

describe("SIGTERM under load", () => {
  it.each(Array.from({ length: 20 }, (_, index) => index + 1))(
    "loses no request: %i of 20",
    async () => {
      const server = runServer({ FLEET_MEMORY: "true", FLEET_LOG_FORMAT: "json" });
      const { port } = new URL(await server.baseUrl);
      const load = startLoad(Number(port), "/api/v1/tests/ping", 32);
      while (load.answered() < 1000) await wait(5);
      server.signal("SIGTERM");
      const [result, { status, errors }] = await Promise.all([load.ended, server.ended]);
      expect({ ...result, status }).toMatchObject({ refused: 32, failed: [], status: 0 });
      // Each request that reached the server was answered.
      const requests = errors.trim().split("\n");
      expect(requests.filter((line) => !line.includes('"status":200') || line.includes("aborted"))).toEqual([]);
      expect(requests).toHaveLength(result.answered);
    },
    60_000,
  );
});
