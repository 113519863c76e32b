import { cursorRoute } from "../../src/paging/cursor-route.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toArray, walkPages } from "../../src/paging/index.ts";
import type { WalkSource } from "../../src/paging/source.ts";
import type { WalkOptions, WalkProgress } from "../../src/paging/walk-options.ts";
import { idsIn, pageResult } from "./support/model-list.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A list by cursor; `end` is what the last page has for a cursor. */
function cursorList(rows: () => readonly number[], perPage: number, end: null | undefined = null) {
  const asked: unknown[] = [];
  const source: WalkSource = {
    async send({ query = {} }) {
      asked.push(query["cursor"]);
      const from = Number(String(query["cursor"] ?? "c0").slice(1));
      const data = rows()
        .slice(from, from + perPage)
        .map((id) => ({ id }));
      return pageResult(data, { next_cursor: from + perPage < rows().length ? `c${from + perPage}` : end });
    },
    input: { query: { per_page: perPage } },
    operationId: "eventsListing",
    route: cursorRoute,
  };
  return { asked, source };
}

const sizes = fc.record({
  count: fc.nat(60),
  perPage: fc.integer({ min: 1, max: 20 }),
  prefetch: fc.nat(4),
  end: fc.constantFrom(null, undefined),
});

describe("a walk over a list with cursors", () => {
  it("gives every item once, in order, with one request per page", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ count, perPage, prefetch, end }) => {
        const { source, asked } = cursorList(() => range(count), perPage, end);
        expect(idsIn(await toArray(source, { prefetch, complete: true }))).toEqual(range(count));
        expect(asked.length).toBe(Math.max(1, Math.ceil(count / perPage)));
      }),
    );
  });

  it("fetches the next page while the caller is at this one, when it may fetch ahead", async () => {
    for (const prefetch of [0, 1, 4]) {
      const { source, asked } = cursorList(() => range(9), 3);
      const walk = walkPages(source, { prefetch });
      await walk.next();
      expect(asked).toEqual(prefetch ? [undefined, "c3"] : [undefined]);
      await walk.return();
    }
  });

  it("begins with the asked cursor", async () => {
    const { source } = cursorList(() => range(9), 3);
    expect(idsIn(await toArray({ ...source, input: { query: { cursor: "c6" } } }))).toEqual([7, 8, 9]);
  });

  it("leaves out items that it gave before", async () => {
    let rows = range(6);
    const { source } = cursorList(() => rows, 3);
    const walk = walkPages(source);
    await walk.next();
    rows = [0, ...rows];
    expect(idsIn((await walk.next()).value?.data ?? [])).toEqual([4, 5]);
  });

  it.each([["c0"], ["c3"], ["c0", "c3"]])("throws when a cursor comes again", async (...cycle) => {
    let sent = 0;
    const { source } = cursorList(() => range(99), 3);
    const send: WalkSource["send"] = async () =>
      pageResult([{ name: "without key" }], { next_cursor: cycle[sent++ % cycle.length] });
    await expect(toArray({ ...source, send })).rejects.toMatchObject({ code: "unexpected" });
    expect(sent).toBe(cycle.length + 1);
  });

  it("respects limit and maxPages", async () => {
    const { source, asked } = cursorList(() => range(99), 10);
    expect(idsIn(await toArray(source, { limit: 14 }))).toEqual(range(14));
    expect(idsIn(await toArray(source, { maxPages: 1, prefetch: 2 }))).toEqual(range(10));
    expect(asked.length).toBe(3);
  });

  it("resumes at any page, also at one that was cut and at the end", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 70 }), fc.boolean(), async (size, limit, keyed) => {
        const { count, perPage, prefetch, end } = size;
        let rows = range(count);
        const { source } = cursorList(() => rows, perPage, end);
        const progress: WalkProgress[] = [];
        const options: WalkOptions = { prefetch, ...(!keyed && { keyOf: () => undefined }) };
        const onProgress = (each: WalkProgress): void => void progress.push(each);
        const ids = idsIn(await toArray(source, { ...options, limit, onProgress }));
        rows = range(count + 5);
        for (const { retrieved, resume } of progress)
          expect([...ids.slice(0, retrieved), ...idsIn(await toArray(source, { ...options, resume }))]).toEqual(rows);
      }),
    );
  });

  it("tells how many pages there were, and a total when the service does", async () => {
    const progress: WalkProgress[] = [];
    const { source } = cursorList(() => range(5), 3);
    await toArray(source, { onProgress: (each) => void progress.push(each) });
    expect(progress).toMatchObject([
      { page: 1, pages: null, retrieved: 3, total: null },
      { page: 2, pages: null, retrieved: 5, total: null },
    ]);
  });
});
