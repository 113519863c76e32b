import { describe, expect, it, onTestFinished } from "vitest";
import { openCrowd } from "./support/crowd.ts";
import { call, startHost } from "./support/running-host.ts";

describe("clients that make no progress", () => {
  it("do not stand in the way of others, and are closed", async () => {
    const timeouts = { headersMs: 500, requestMs: 1000, idleMs: 1500 };
    const { port } = await startHost({ host: { timeouts } });
    const crowd = await openCrowd(port, { idle: 200, slowHead: 50, slowBody: 50, deaf: 20 }, 50);
    onTestFinished(crowd.leave);
    expect(crowd.open()).toBeGreaterThan(0);
    for (let count = 0; count < 20; count += 1) {
      expect((await call(port, { method: "GET", target: "/api/v1/tests/ping" })).status).toBe(200);
    }
    // Those that are only deaf have sent valid requests; they are idle then, and closed last.
    while (crowd.open() > 20) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await call(port, { method: "GET", target: "/api/v1/tests/ping" })).status).toBe(200);
  });
});
