import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openCrowd } from "../http/support/crowd.ts";
import { call } from "../http/support/running-host.ts";
import { runServer } from "../support/run-server.ts";

/** Resident memory of a process in MB; null where the system has no /proc. */
function residentMb(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

/** The slower ones of pings in sequence, in ms. */
async function slowestPings(port: number, count: number): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    expect((await call(port, { method: "GET", target: "/api/v1/tests/ping" })).status).toBe(200);
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count * 0.95)] ?? 0;
}

// Node itself takes 12 kB for a connection, and the measure has garbage in it.
describe("6,100 clients that make no progress", () => {
  it("take less than 40 kB each, do not stand in the way of others, and are closed", async () => {
    const server = runServer({ FLEET_MEMORY: "true", FLEET_LOG_LEVEL: "warn" });
    const port = Number(new URL(await server.baseUrl).port);
    await slowestPings(port, 200);
    const [alone, before] = [await slowestPings(port, 200), residentMb(server.pid)];
    const crowd = await openCrowd(port, { idle: 5000, slowHead: 500, slowBody: 500, deaf: 100 }, 1000);
    const [beside, during] = [await slowestPings(port, 200), residentMb(server.pid)];
    console.log({ alone, beside, before, during, open: crowd.open() });
    expect(beside).toBeLessThan(Math.max(alone * 5, 100));
    if (before !== null && during !== null) expect((during - before) * 1024).toBeLessThan(40 * 6100);
    while (crowd.open() > 100) await wait(100);
    crowd.leave();
    server.signal("SIGTERM");
    expect(await server.ended).toMatchObject({ status: 0, errors: "" });
  }, 120_000);
});
