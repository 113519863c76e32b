import fc from "fast-check";
import type { PagedCall } from "@fleet-api/contract";
import type { Unit } from "@fleet-api/contract/types/units";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createFleetClient } from "../../src/index.ts";
import type { PaginateOptions, PaginateProgress } from "../../src/paging/pagination.ts";
import { collectItems, iterateItems, iteratePages } from "../../src/paging/iterate.ts";
import { baseUrl } from "../support/answers.ts";
import { collect, idsIn, modelList, pageResult } from "./support/model-list.ts";
import { idRows, sourceOf } from "./support/source-of.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A list that nobody changes: what is asked, and what an iteration gives. */
const sizes = fc.record({
  count: fc.nat(120),
  perPage: fc.integer({ min: 1, max: 40 }),
  prefetch: fc.nat(4),
  delays: fc.array(fc.nat(6), { maxLength: 7 }),
});

describe("an iteration", () => {
  it("gives every item from the asked page on once, in order, without a request too many", async () => {
    const start = fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined });
    const cap = fc.option(fc.integer({ min: 1, max: 130 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(sizes, start, cap, fc.boolean(), async (size, page, limit, cappedTotal) => {
        const { count, perPage, prefetch, delays } = size;
        const list = modelList({ count, delays, cappedTotal, query: { page, per_page: perPage, limit } });
        const expected = range(Math.min(count, limit ?? count)).slice(((page ?? 1) - 1) * perPage);
        expect(idsIn(await collectItems(list.source, { prefetch }))).toEqual(expected);
        expect(list.asked.map((each) => each.page - (page ?? 1) + 1)).toEqual(
          range(Math.max(1, Math.ceil(expected.length / perPage))),
        );
        expect(list.mostInFlight()).toBeLessThanOrEqual(Math.max(prefetch, 1));
      }),
    );
  });

  it("gives at most limit items and maxPages pages, and asks for no more", async () => {
    const caps = fc.record({ limit: fc.nat(130), maxPages: fc.nat(10) });
    await fc.assert(
      fc.asyncProperty(sizes, caps, async ({ count, perPage, prefetch, delays }, { limit, maxPages }) => {
        const list = modelList({ count, delays, query: { per_page: perPage } });
        const ids = idsIn(await collectItems(list.source, { prefetch, limit, maxPages }));
        expect(ids).toEqual(range(count).slice(0, Math.min(limit, maxPages * perPage)));
        const none = limit === 0 || maxPages === 0;
        expect(list.asked.length).toBe(none ? 0 : Math.max(1, Math.ceil(ids.length / perPage)));
      }),
    );
  });

  it.each<PaginateOptions>([
    { limit: -1 },
    { limit: Number.NaN },
    { limit: 1.5 },
    { maxPages: -1 },
    { maxPages: 0.5 },
    { prefetch: 5 },
    { prefetch: -1 },
    { prefetch: 1.5 },
  ])("refuses %o", async (options) => {
    const list = modelList({ count: 3 });
    await expect(collectItems(list.source, options)).rejects.toMatchObject({ name: "FleetError", code: "request" });
    expect(list.asked).toEqual([]);
  });

  it("takes Infinity for limit and maxPages", async () => {
    const list = modelList({ count: 3 });
    expect(await collectItems(list.source, { limit: Infinity, maxPages: Infinity })).toHaveLength(3);
  });

  it("gives two equal pages of items that have no key", async () => {
    const source = sourceOf(({ page = 1 }) => ({ data: ["a", "a"], page, per_page: 2, total: 6 }));
    expect(await collectItems(source)).toEqual(["a", "a", "a", "a", "a", "a"]);
  });

  it("does not take rows that moved by a whole page for a page that came again", async () => {
    const insert = { kind: "insert", at: 0 } as const;
    const list = modelList({ count: 4, query: { per_page: 2 }, changes: [[], [insert, insert]] });
    const pages = await collect(iteratePages(list.source));
    // The page with 1 and 2 once more is not handed out.
    expect(pages.map(({ data }) => idsIn(data))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it("stops at the asked limit although the service ignores it", async () => {
    for (const prefetch of [0, 4]) {
      const source = sourceOf(({ page = 1 }) => ({
        data: idRows(range(10).map((each) => each + 10 * (Number(page) - 1))),
        page,
        per_page: 10,
        total: 50,
      }));
      expect(await collectItems({ ...source, input: { query: { limit: 20 } } }, { prefetch })).toHaveLength(20);
      expect(source.asked).toBe(2);
    }
  });

  it.each<[string, PaginateOptions]>([
    ["one by one", {}],
    ["while it fetches ahead", { prefetch: 4 }],
  ])("throws when the service gives the same items under every page number %s", async (_name, options) => {
    const source = sourceOf(({ page = 1, per_page = 20 }) => ({
      data: idRows(range(Number(per_page))),
      page,
      per_page,
      total: 999,
    }));
    await expect(collectItems(source, options)).rejects.toMatchObject({ code: "unexpected", requestId: "req-0000001" });
    expect(source.asked).toBeLessThan(20);
  });

  it("goes on in the same case when it need not be complete, after one look", async () => {
    const list = modelList({ count: 60, query: { per_page: 10, page: 3 } });
    const iteration = iteratePages(list.source);
    await iteration.next();
    for (let left = 60; left > 50; left--) list.change({ kind: "delete", at: 20.5 / left });
    expect(idsIn((await iteration.next()).value?.data ?? [])).toEqual(range(50).slice(40));
    expect(list.asked.length).toBe(3);
  });

  it("tells items apart by keyOf", async () => {
    const rows = ["a", "b", "b", "c"];
    const source = sourceOf(({ page = 1, per_page = 2 }) => {
      const end = Number(page) * Number(per_page);
      return { data: rows.slice(end - Number(per_page), end), page, per_page, total: 4 };
    });
    expect(await collectItems(source, { keyOf: String })).toEqual(["a", "b", "c"]);
    expect(await collectItems(source, { keyOf: () => null })).toEqual(rows);
  });

  it("leaves the answer as it was when it hands out a part of it, with headers that are not shown", async () => {
    const whole = pageResult(idRows([1, 2, 3]), { page: 1, per_page: 5, total: 3 });
    const source = { ...modelList({ count: 3 }).source, first: Promise.resolve(whole) };
    const [page] = await collect(iteratePages(source, { limit: 2 }));
    expect(idsIn(page?.data ?? [])).toEqual([1, 2]);
    expect(page?.headers).toBe(whole.headers);
    expect(Object.keys(page ?? {})).not.toContain("headers");
    expect(whole).toMatchObject({ data: idRows([1, 2, 3]) });
  });

  it("gives the items of its pages one by one", async () => {
    const list = modelList({ count: 5, query: { per_page: 2 } });
    expect(idsIn(await collect(iterateItems(list.source)))).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("onProgress", () => {
  it("is told after each page that the caller is done with", async () => {
    const { source } = modelList({ count: 5, query: { per_page: 2 } });
    const log: unknown[] = [];
    const onProgress = (progress: PaginateProgress): void => void log.push(progress);
    for await (const { data } of iteratePages(source, { onProgress })) log.push(data.length);
    expect(log).toEqual([
      2,
      { page: 1, pages: 3, retrieved: 2, total: 5 },
      2,
      { page: 2, pages: 3, retrieved: 4, total: 5 },
      1,
      { page: 3, pages: 3, retrieved: 5, total: 5 },
    ]);
  });

  it("cannot disturb the iteration", async () => {
    const { source } = modelList({ count: 5, query: { per_page: 2 } });
    const onProgress = (): never => {
      throw new Error("of the observer");
    };
    expect(idsIn(await collectItems(source, { onProgress }))).toEqual(range(5));
  });

  it("may be async: its rejection disturbs nobody", async () => {
    const { source } = modelList({ count: 5, query: { per_page: 2 } });
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    const onProgress = async (): Promise<never> => {
      throw new Error("of the observer");
    };
    expect(idsIn(await collectItems(source, { onProgress }))).toEqual(range(5));
    // Node tells of them when the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});

type Call = PagedCall<{ data: Unit[] }, never, Unit>;

describe("the types of a paged call", () => {
  it("give pages, items and arrays of the item", () => {
    expectTypeOf<ReturnType<Call["pages"]>>().toEqualTypeOf<AsyncIterable<{ data: Unit[] }>>();
    expectTypeOf<ReturnType<Call["items"]>>().toEqualTypeOf<AsyncIterable<Unit>>();
    expectTypeOf<ReturnType<Call["toArray"]>>().toEqualTypeOf<Promise<Unit[]>>();
  });

  it("take the options of an iteration, and keyOf knows the item", () => {
    const call = createFleetClient({ baseUrl }).units.listing();
    expectTypeOf(call.pages).toBeCallableWith({
      prefetch: 2,
      limit: 10,
      maxPages: 3,
      signal: AbortSignal.abort(),
      keyOf: (unit) => unit.id,
      onProgress: ({ page, pages, retrieved, total }) => [page + retrieved, pages, total],
    });
    expectTypeOf(call.toArray).toBeCallableWith({ limit: 10 });
  });

  it("refuse other options", () => {
    const call = createFleetClient({ baseUrl }).units.listing();
    // @ts-expect-error -- misspelt
    expectTypeOf(call.pages).toBeCallableWith({ prefech: 2 });
    // @ts-expect-error -- no key
    expectTypeOf(call.pages).toBeCallableWith({ keyOf: (unit: Unit) => unit.client });
    // @ts-expect-error -- an option of paginate
    expectTypeOf(call.items).toBeCallableWith({ resume: "" });
    // @ts-expect-error -- an option of paginate
    expectTypeOf(call.toArray).toBeCallableWith({ complete: true });
  });
});
