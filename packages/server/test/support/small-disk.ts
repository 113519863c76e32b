import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "vitest";
import { onTestFinished } from "vitest";

/** A small file system for one test, which is skipped where this user may not mount one. */
export function mountSmallDisk({ skip }: TestContext, megabytes: number): string {
  const path = mkdtempSync(join(tmpdir(), "fleet-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path], { stdio: "ignore" });
  } catch {
    rmdirSync(path);
    skip("this user may not mount a small file system");
  }
  onTestFinished(() => {
    execFileSync("umount", [path]);
    rmdirSync(path);
  });
  return path;
}

/** How much fits on a disk. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
