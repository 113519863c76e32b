import { byTier } from "@fleet-api-tools/test-tier";
import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { killWriters, start, startTogether } from "./support/child.ts";
import { folder } from "./support/folder.ts";
import { record } from "./support/records.ts";

const [starters, kills] = byTier([6, 24], [12, 90]);
const staleMs = 100;
/** So long that no beat of the lock comes between the calls that are counted; only the waiter's own stale time counts. */
const calmMs = 600_000;
/** More than a commit has calls into the file system. */
const mostPoints = 60;
/** How many are played at once, each in a folder of its own: most of the time is spent waiting for a lock to become stale. */
const atOnce = 6;

/** The state of a process as `ps` shows it, `T` for stopped; where the system does not tell, it is taken for stopped. */
async function stateOf(pid: number | undefined): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return stat === null ? "T" : stat.slice(stat.lastIndexOf(")") + 2).charAt(0);
}

describe("several processes", () => {
  test(`${starters} processes that start on one empty file log in once`, async () => {
    expect(await startTogether(starters)).toBe(1);
  });

  test(`${kills} killed writers of one file leave a whole record and lose no done commit`, async () => {
    expect(await killWriters(kills)).toBe(kills);
  });
});

describe("one commit, at every single call into the file system", () => {
  /** Runs `visit` for the first call, the second, … until a commit gets by without reaching so many. */
  const atEveryPoint = async (
    signal: string,
    visit: (child: ReturnType<typeof start>, path: string) => Promise<void>,
  ) => {
    /** The call that the commit was stopped at; `undefined` if it has fewer. */
    const play = async (nth: number): Promise<string | undefined> => {
      await using place = folder();
      const path = place.at("s");
      await fileStore(path).commit(0, record(1));
      const child = start("signal-at", path, calmMs, nth, signal, 1);
      const line = await child.line();
      if (line?.startsWith("at ") !== true) {
        expect(line).toBe("done true");
        return undefined;
      }
      await visit(child, path);
      expect((await readdir(place.path)).filter((name) => name !== "s")).toEqual([]);
      return line;
    };
    const points: (string | undefined)[] = [];
    while (points.length < mostPoints && !points.includes(undefined)) {
      const batch = Array.from({ length: atOnce }, (_, index) => play(points.length + index + 1));
      points.push(...(await Promise.all(batch)));
    }
    const all = points.filter((point) => point !== undefined);
    expect(points.slice(0, all.length)).toEqual(all);
    expect(all.length).toBeGreaterThan(15);
    expect(all.length).toBeLessThan(mostPoints - 1);
    expect(points).toContain("at rename");
  };

  test("a writer that is killed there leaves the old record or the new one, and the next commit clears up", async () => {
    await atEveryPoint("SIGKILL", async ({ ended }, path) => {
      expect((await ended).signal).toBe("SIGKILL");
      const store = fileStore(path, { staleMs });
      const { rev = 0, token } = (await store.read()) ?? {};
      expect(token).toMatch(rev === 1 ? /^T1$/ : /^point \d+$/);
      expect(await store.commit(rev, record(rev + 1, { token: "next" }))).toBe(true);
      expect((await store.read())?.token).toBe("next");
    });
  });

  test("a writer that was frozen there while another commits overwrites nothing when it goes on", async () => {
    await atEveryPoint("SIGSTOP", async ({ process: child, line, ended }, path) => {
      // It says where it is before it stops, and a signal to go on that came in between would be lost.
      await expect.poll(() => stateOf(child.pid), { interval: 5, timeout: 60_000 }).toBe("T");
      const store = fileStore(path, { staleMs });
      const mine = await store.commit(1, record(2, { token: "mine" }));
      const later = await store.commit(2, record(3, { token: "later" }));
      child.kill("SIGCONT");
      expect(await line()).toBe(`done ${!mine}`);
      await ended;
      expect(later).toBe(true);
      expect(await store.read()).toMatchObject({ rev: 3, token: "later" });
    });
  });
});
