import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startCaller } from "../support/caller.ts";
import { freeBytes, mountSmallDisk } from "../support/small-disk.ts";

const limit = { timeout: 60_000, interval: 20 };

describe("a data directory whose disk is full", () => {
  it("answers changes with 503, is not ready, and loses nothing that was confirmed", async (context) => {
    const disk = mountSmallDisk(context, 200);
    const caller = await startCaller({ data: join(disk, "data") });
    const load = caller.load(4);
    const ballast = join(disk, "ballast");
    for (let round = 0; round < 2; round += 1) {
      await expect.poll(() => caller.write(), limit).toBe("201");
      writeFileSync(ballast, Buffer.alloc(freeBytes(disk) - 64 * 1024));
      await expect.poll(() => caller.write(), { ...limit, interval: 0 }).toBe("503 1");
      await expect.poll(() => caller.ready(), limit).toBe(503);
      rmSync(ballast);
      await expect.poll(() => caller.ready(), limit).toBe(200);
      expect(await caller.write()).toBe("201");
    }
    expect(await load.end()).toEqual(["200", "201", "503 1"]);
    expect(await caller.missing()).toEqual([]);
  });

  it("opens the database again after its log had no space", async (context) => {
    const disk = mountSmallDisk(context, 200);
    const log: string[] = [];
    const caller = await startCaller({ data: join(disk, "data") }, log);
    expect(await caller.write()).toBe("201");
    const ballast = join(disk, "ballast");
    writeFileSync(ballast, Buffer.alloc(freeBytes(disk)));
    // Begins a new file of the log each time.
    const fill = async (): Promise<void> => {
      for (let file = 0; file < 100; file += 1) {
        await caller.server.db.query("select pg_switch_wal(), pg_logical_emit_message(false, 'test', 'text')");
      }
    };
    await expect(fill()).rejects.toThrow(/No space left on device \(53100\)/);
    await expect.poll(() => caller.ready(), limit).toBe(503);
    expect(await caller.read()).toBe("503 1");
    expect(await caller.write()).toBe("503 1");
    rmSync(ballast);
    await expect.poll(() => caller.ready(), limit).toBe(200);
    expect([await caller.read(), await caller.write()]).toEqual(["200", "201"]);
    expect(await caller.missing()).toEqual([]);
    expect(log.some((line) => line.includes("database ready again"))).toBe(true);
  });
});
