import { describe, expect, it } from "vitest";
import { toArray, walkPages } from "../../src/paging/walk.ts";
import type { WalkProgress } from "../../src/paging/source.ts";
import { idsIn, modelList } from "./support/model-list.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe("onProgress", () => {
  it("is told after each page that the caller is done with", async () => {
    const { source } = modelList({ count: 5, query: { per_page: 2 } });
    const log: unknown[] = [];
    const onProgress = (progress: WalkProgress): void => void log.push(progress);
    for await (const { data } of walkPages(source, { onProgress })) log.push(data.length);
    expect(log).toEqual([
      2,
      { page: 1, pages: 3, retrieved: 2, total: 5 },
      2,
      { page: 2, pages: 3, retrieved: 4, total: 5 },
      1,
      { page: 3, pages: 3, retrieved: 5, total: 5 },
    ]);
  });

  it("cannot disturb the walk", async () => {
    const { source } = modelList({ count: 5, query: { per_page: 2 } });
    const onProgress = (): never => {
      throw new Error("of the observer");
    };
    expect(idsIn(await toArray(source, { onProgress }))).toEqual(range(5));
  });

  it("may be async: its rejection disturbs nobody", async () => {
    const { source } = modelList({ count: 5, query: { per_page: 2 } });
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    const onProgress = async (): Promise<never> => {
      throw new Error("of the observer");
    };
    expect(idsIn(await toArray(source, { onProgress }))).toEqual(range(5));
    // Node tells of them when the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});
