import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CpuMeter, type ProcessTimes, readProcesses } from "../src/gates/cpu-meter.ts";

const times = (pid: number, parent: number, own: number, children = 0, started = "1"): ProcessTimes => ({
  pid,
  parent,
  started,
  own,
  children,
});

/** The seconds of the program 10 after looks at these processes. */
function secondsAfter(...looks: readonly (readonly ProcessTimes[])[]): number {
  const meter = new CpuMeter(10);
  for (const look of looks) meter.look(look);
  return meter.seconds;
}

describe("CpuMeter", () => {
  it("adds up the program and its descendants, and nobody else", () => {
    const others = [times(1, 0, 100), times(9, 1, 50), times(20, 9, 7)];
    expect(secondsAfter([...others, times(12, 11, 4), times(10, 9, 1), times(11, 10, 2)])).toBe(7);
  });

  it("counts a child once when its parent has waited for it", () => {
    expect(secondsAfter([times(10, 9, 1), times(11, 10, 2)], [times(10, 9, 1, 3)])).toBe(4);
  });

  it("counts a chain of processes once when each has waited for the next", () => {
    const before = [times(10, 9, 1), times(11, 10, 2), times(12, 11, 4)];
    expect(secondsAfter(before, [times(10, 9, 1, 6.5)])).toBe(7.5);
  });

  it("keeps what a process used that nobody waited for", () => {
    const before = [times(10, 9, 1), times(11, 10, 2), times(12, 11, 4)];
    // The parent of 12 was killed first: 10 has waited for 11 only.
    expect(secondsAfter(before, [times(10, 9, 1, 2)])).toBe(7);
  });

  it("follows a process that outlives its parent", () => {
    const before = [times(10, 9, 1), times(11, 10, 2), times(12, 11, 4)];
    const orphan = [times(10, 9, 1, 2), times(12, 1, 5)];
    expect(secondsAfter(before, orphan, [times(10, 9, 1, 2), times(12, 1, 6)])).toBe(9);
    expect(secondsAfter(before, orphan, [times(10, 9, 1, 2)])).toBe(8);
  });

  it("keeps the last figures when the program itself has ended", () => {
    expect(secondsAfter([times(10, 9, 1), times(11, 10, 2)], [])).toBe(3);
  });

  it("does not take a new process for the one that had its pid", () => {
    const before = [times(10, 9, 1), times(11, 10, 2)];
    expect(secondsAfter(before, [times(10, 9, 1, 2), times(11, 1, 30, 0, "2")])).toBe(3);
  });
});

describe.skipIf(!existsSync("/proc/self/stat"))("readProcesses", () => {
  it("sees what a program and its children use", async () => {
    const burn = "const end = () => process.cpuUsage().user > 3e5; while (!end()); console.log('burnt');";
    const parent = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(`${burn} setInterval(() => {}, 1e6)`)}], { stdio: "inherit" })`;
    const child = spawn(process.execPath, ["-e", parent], { stdio: ["ignore", "pipe", "inherit"], detached: true });
    await once(child.stdout, "data");
    const meter = new CpuMeter(child.pid ?? 0);
    meter.look(readProcesses() ?? []);
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await once(child, "close");
    expect(meter.seconds).toBeGreaterThanOrEqual(0.3);
  });
});
