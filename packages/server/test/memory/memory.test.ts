import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byTier } from "@fleet-api-tools/test-tier";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DemoLogin } from "../../src/index.ts";
import { demoLogins } from "../../src/index.ts";
import { Lane } from "./lane.ts";
import type { Growth, Span } from "./measure-growth.ts";
import { measureGrowth, sendAll } from "./measure-growth.ts";
import type { RequestKind } from "./request-kinds.ts";
import { requestKinds } from "./request-kinds.ts";
import type { MeasuredServer } from "./start-measured-server.ts";
import { startMeasuredServer } from "./start-measured-server.ts";

const LANES = 7;

/** The records of a suspended client cannot be changed, and one login may only look. */
function mayChange({ role, clients }: DemoLogin): boolean {
  return role !== "read_only" && !clients.includes("suspended");
}

/** How a run looks at the memory of the server. */
interface MemoryRun extends Span {
  readonly hashing: "real" | "cheap";
  /** Requests of each kind before the first measurement: caches fill, code is compiled, buffers take their size. */
  readonly warmUp: number;
  /** What is measured together, by name: each kind alone tells which one it is, all in one need fewer samples. */
  readonly measured: Readonly<Record<string, readonly RequestKind[]>>;
  /** Most bytes by which each figure may grow in 10,000 requests; a figure that is not named is only measured. */
  readonly limits: Partial<Growth>;
}

/** One test for each of what is measured, all against one long-running server in a process of its own. */
function describeMemory(run: MemoryRun): void {
  describe(`memory of the server over ${run.requests} requests of each kind`, () => {
    const directory = mkdtempSync(join(tmpdir(), "fleet-memory-"));
    let server: MeasuredServer | undefined;
    let lanes: readonly Lane[] = [];
    beforeAll(async () => {
      const started = (server = await startMeasuredServer(directory, run.hashing));
      lanes = demoLogins
        .filter(mayChange)
        .slice(0, LANES)
        .map((login) => new Lane(started, login));
      // Every path once warm before the first is measured: compiled code and kept plans stay.
      await sendAll(lanes, Object.values(requestKinds), run.warmUp);
    }, 1_800_000);
    afterAll(async () => {
      await server?.stop();
      rmSync(directory, { recursive: true, force: true });
    });

    // What is kept once, such as code that is compiled late, may fall into one measurement; a leak is in every one.
    it.each(Object.entries(run.measured))(
      "does not grow: %s",
      { retry: 2, timeout: 1_800_000 },
      async (name, kinds) => {
        if (server === undefined) throw new Error("The server has not started.");
        const growth = await measureGrowth(server, lanes, kinds, run);
        console.log(`${name}: live ${inMb(growth.live)}, resident ${inMb(growth.rss)} MB per 10,000`);
        expect(exceeded(growth, run.limits)).toEqual([]);
      },
    );

    // The last test: what it leaks stays.
    it("grows when the server keeps 6 kB of every message that it sends", async () => {
      if (server === undefined) throw new Error("The server has not started.");
      await server.leak(6000);
      const growth = await measureGrowth(server, lanes, [requestKinds.authPasswordResetRequest], run);
      expect(exceeded(growth, run.limits)).toContain("live");
      expect(growth.live).toBeGreaterThan(45e6);
    }, 1_800_000);
  });
}

/** Figures that grow by more than their limit. */
function exceeded(growth: Growth, limits: Partial<Growth>): string[] {
  return (["live", "rss"] as const).filter((figure) => growth[figure] > (limits[figure] ?? Infinity));
}

function inMb(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}

const quick: MemoryRun = {
  hashing: "cheap",
  measured: { "all kinds": Object.values(requestKinds) },
  warmUp: 60,
  requests: 180,
  samples: 3,
  // Resident memory moves by whole pages and arenas, which says nothing over so few requests; what is reachable does.
  limits: { live: 30_000_000 },
};

const long: MemoryRun = {
  hashing: "real",
  measured: Object.fromEntries(Object.entries(requestKinds).map(([name, kind]) => [name, [kind]])),
  warmUp: 2000,
  requests: 20_000,
  samples: 20,
  limits: { live: 1_000_000, rss: 1_000_000 },
};

describeMemory(byTier(quick, quick, long));
