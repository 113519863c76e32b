import type { Stats } from "node:fs";
import type * as fs from "node:fs/promises";
import process from "node:process";
import { vi } from "vitest";

type FileSystem = typeof fs;

/** Facts about paths that a test cannot make true: who owns them, above all. */
export const owners = new Map<string, Partial<Pick<Stats, "uid" | "gid" | "isFile">>>();

/**
 * The file system with owners as the test says; everything else belongs to the user of this process. For
 * `vi.mock("node:fs/promises", …)`.
 */
export function withOwners(real: FileSystem): FileSystem {
  const owned = <T extends Stats>(path: unknown, stats: T): T =>
    Object.assign(stats, { uid: process.geteuid?.() }, owners.get(String(path)));
  const lstat = async (path: string): Promise<Stats> => owned(path, await real.lstat(path));
  const stat = async (path: string): Promise<Stats> => owned(path, await real.stat(path));
  const open: FileSystem["open"] = async (path, ...how) => {
    const handle = await real.open(path, ...how);
    const statOf = handle.stat.bind(handle);
    return Object.assign(handle, { stat: async () => owned(path, await statOf()) });
  };
  return Object.assign({}, real, { lstat, stat, open });
}

/** Makes this process act as another user for the rest of the test; files stay those of the new user. */
export function actAs(user: number | undefined): void {
  if (process.geteuid === undefined) throw new Error("these tests need a system whose files have owners");
  // On Windows there is no such function, and its result is taken to be undefined.
  const spy = vi.spyOn(process, "geteuid");
  Reflect.apply(spy.mockReturnValue, spy, [user]);
}
