import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byTier } from "@fleet-api-tools/test-tier";
import { afterAll, beforeAll, expect, it } from "vitest";
import { growthPerStep } from "./measure-growth.ts";
import type { MeasuredServer } from "./start-measured-server.ts";
import { startMeasuredServer } from "./start-measured-server.ts";
import { StreamTraffic } from "./stream-traffic.ts";

/** The most streams of a user. */
const STREAMS = 10;
const SAMPLES = byTier(5, 5, 20);
/** The most by which it may grow, in bytes. */
const LIMIT = 250_000;

const directory = mkdtempSync(join(tmpdir(), "fleet-stream-memory-"));
let server: MeasuredServer;
beforeAll(async () => {
  server = await startMeasuredServer(directory, "cheap", "real");
}, 600_000);
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** What is kept once, such as code that is compiled late, may fall into one measurement; a leak is in every one. */
const patience = { retry: 2, timeout: 1_800_000 };

/** By how many bytes what the main thread reaches grows with each step. */
async function growthOf(takeStep: () => Promise<void>): Promise<number> {
  for (let warmUp = 0; warmUp < SAMPLES; warmUp += 1) await takeStep();
  const { main, live, rss } = await growthPerStep(server, SAMPLES, takeStep);
  console.log(`main thread ${inKb(main)}, live ${inKb(live)}, resident ${inKb(rss)} kB per step`);
  return main;
}

function inKb(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}

it("memory does not grow while streams are open and positions come", patience, async () => {
  const traffic = await StreamTraffic.start(server);
  const readers = await Promise.all(Array.from({ length: STREAMS }, () => traffic.open("channels=telemetry,units")));
  const requests = byTier(20, 20, 200);
  expect(await growthOf(() => traffic.store(requests, 50, readers))).toBeLessThan(LIMIT);
});

it("memory does not grow with what readers do not take", patience, async () => {
  const traffic = await StreamTraffic.start(server);
  const reader = await traffic.open();
  for (let count = 1; count < STREAMS; count += 1) await traffic.openUnread();
  // Each step is 6 MB. The first ones fill the buffers of the system.
  expect(await growthOf(() => traffic.store(10, 500, [reader]))).toBeLessThan(LIMIT);
});

it("memory does not grow with the number of streams that were opened and closed", patience, async () => {
  const traffic = await StreamTraffic.start(server);
  const rounds = byTier(10, 10, 100);
  const last: string[] = [];
  const reopen = async (): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      // Those of the round before count until the server has noticed that they are closed.
      const opening = Array.from({ length: STREAMS / 2 }, () => traffic.open("channels=telemetry,units", last.pop()));
      const readers = await Promise.all(opening);
      await traffic.store(1, 1, readers);
      last.push(...readers.map(({ id }) => id));
      for (const reader of readers) reader.close();
    }
  };
  expect(await growthOf(reopen)).toBeLessThan(LIMIT);
});
