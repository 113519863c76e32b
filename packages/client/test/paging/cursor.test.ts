import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectItems, iteratePages } from "../../src/paging/iterate.ts";
import type { PaginateProgress, PaginatedSource } from "../../src/paging/pagination.ts";
import { cursorList, cursorPage, type End } from "./support/cursor-list.ts";
import { idsIn } from "./support/model-list.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const sizes = fc.record({
  count: fc.nat(60),
  perPage: fc.integer({ min: 1, max: 20 }),
  prefetch: fc.nat(4),
  end: fc.constantFrom<End>(null, "end"),
});

describe("an iteration over a list with cursors", () => {
  it("gives every item once, in order, with one request per page", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ count, perPage, prefetch, end }) => {
        const { source, asked } = cursorList(() => range(count), perPage, end);
        expect(idsIn(await collectItems(source, { prefetch }))).toEqual(range(count));
        expect(asked.length).toBe(Math.max(1, Math.ceil(count / perPage)));
      }),
    );
  });

  it("fetches the next page while the caller is at this one, when it may fetch ahead", async () => {
    for (const prefetch of [0, 1, 4]) {
      const { source, asked } = cursorList(() => range(9), 3);
      const iteration = iteratePages(source, { prefetch });
      await iteration.next();
      expect(asked).toEqual(prefetch ? [undefined, "c3"] : [undefined]);
      await iteration.return();
    }
  });

  it("begins with the asked cursor", async () => {
    const { source } = cursorList(() => range(9), 3);
    expect(idsIn(await collectItems({ ...source, input: { query: { cursor: "c6" } } }))).toEqual([7, 8, 9]);
  });

  it("leaves out items that it gave before", async () => {
    let rows = range(6);
    const { source } = cursorList(() => rows, 3);
    const iteration = iteratePages(source);
    await iteration.next();
    rows = [0, ...rows];
    expect(idsIn((await iteration.next()).value?.data ?? [])).toEqual([4, 5]);
  });

  it.each([["c0"], ["c3"], ["c0", "c3"]])("throws when a cursor comes again", async (...cycle) => {
    let sent = 0;
    const { source } = cursorList(() => range(99), 3);
    const send: PaginatedSource["send"] = async () =>
      cursorPage({ events: [{ name: "without key" }], next_cursor: cycle[sent++ % cycle.length], has_more: true });
    await expect(collectItems({ ...source, send })).rejects.toMatchObject({ code: "unexpected" });
    expect(sent).toBe(cycle.length + 1);
  });

  it("respects limit and maxPages", async () => {
    const { source, asked } = cursorList(() => range(99), 10);
    expect(idsIn(await collectItems(source, { limit: 14 }))).toEqual(range(14));
    expect(idsIn(await collectItems(source, { maxPages: 1, prefetch: 2 }))).toEqual(range(10));
    expect(asked.length).toBe(3);
  });

  it("goes on after an empty page, and gives up when no page brings anything", async () => {
    let sent = 0;
    const { source } = cursorList(() => [], 3);
    const send =
      (most: number): PaginatedSource["send"] =>
      async () => {
        const has_more = ++sent < most;
        return cursorPage({ events: has_more ? [] : [{ id: 1 }], next_cursor: has_more ? `c${sent}` : null, has_more });
      };
    expect(idsIn(await collectItems({ ...source, send: send(900) }))).toEqual([1]);
    sent = 0;
    await expect(collectItems({ ...source, send: send(Infinity) })).rejects.toMatchObject({ code: "unexpected" });
    expect(sent).toBe(1001);
  });

  it("tells how many pages there were", async () => {
    const progress: PaginateProgress[] = [];
    const { source } = cursorList(() => range(5), 3);
    await collectItems(source, { onProgress: (each) => void progress.push(each) });
    expect(progress).toMatchObject([
      { page: 1, pages: null, retrieved: 3, total: null },
      { page: 2, pages: null, retrieved: 5, total: null },
    ]);
  });
});
