import { expect } from "vitest";
import { seeded } from "../../../src/testing/index.ts";
import { fileStore } from "../../../src/stores/file/file-store.ts";
import { start, type Child } from "./child.ts";
import { folder } from "./folder.ts";

const staleMs = 100;

/**
 * Several writers of one file at once, each killed after some commits and followed by the next one, until so many were
 * killed. After every kill the record can be read, and no commit that a writer was told is done has been lost.
 */
export async function killWriters(kills: number, lanes = 2): Promise<number> {
  await using place = folder();
  const path = place.at("session");
  const store = fileStore(path, { staleMs });
  const random = seeded(kills);
  let left = kills;
  let acknowledged = 0;
  let killed = 0;

  const runOne = async (child: Child): Promise<void> => {
    const commits = 1 + Math.floor(random() * 3);
    for (let count = 0; count < commits; count++) {
      const line = await child.line();
      if (line === undefined) throw new Error(`a writer ended by itself: ${(await child.ended).errors}`);
      acknowledged = Math.max(acknowledged, Number(line));
    }
    const before = acknowledged;
    child.process.kill("SIGKILL");
    expect(await child.ended).toMatchObject({ signal: "SIGKILL", errors: "" });
    killed++;
    const found = await store.read();
    expect(found?.token).toMatch(new RegExp(`^${found?.rev}\\.\\d+\\.x{2000}$`));
    expect(found?.rev).toBeGreaterThanOrEqual(before);
  };
  const lane = async (): Promise<void> => {
    // The next writer starts while this one works, so that starting costs no time.
    let next = start("writer", path, staleMs);
    while (left-- > 0) {
      const child = next;
      next = start("writer", path, staleMs);
      await runOne(child);
    }
    next.process.kill("SIGKILL");
    await next.ended;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await store.close?.();
  return killed;
}
