import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rangeAt, rangeOn, rangeOver } from "../../src/paging/page-range.ts";
import { pageStrategy } from "../../src/paging/page-strategy.ts";
import { createSeenKeys } from "../../src/paging/dedupe.ts";
import type { StrategyFactory } from "../../src/paging/pagination.ts";
import { iteratePages } from "../../src/paging/iterate.ts";
import { paginateSource } from "../../src/paginate/paginate.ts";
import { collect, idsIn, modelList } from "../paging/support/model-list.ts";
import { idRows, sourceOf } from "../paging/support/source-of.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A list that nobody changes: what is asked, and what an iteration gives. */
const sizes = fc.record({
  count: fc.nat(120),
  perPage: fc.integer({ min: 1, max: 40 }),
  prefetch: fc.nat(4),
  delays: fc.array(fc.nat(6), { maxLength: 7 }),
});

describe("a complete iteration", () => {
  it("gives what any iteration gives, with few requests more", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ count, perPage, prefetch, delays }) => {
        const list = modelList({ count, delays, query: { per_page: perPage } });
        expect(idsIn(await paginateSource(list.source, { prefetch, complete: true }).toArray())).toEqual(range(count));
        expect(list.asked.length).toBeLessThanOrEqual(3 + Math.ceil((1.6 * count) / Math.max(perPage, 16)));
        expect(list.mostInFlight()).toBeLessThanOrEqual(Math.max(prefetch, 1));
      }),
    );
  });

  it("throws when it meets a service that has a page size of its own", async () => {
    const source = sourceOf(({ page = 1 }) => ({ data: idRows([1, 2]), page, per_page: 2, total: 9 }));
    await expect(paginateSource(source, { complete: true }).toArray()).rejects.toMatchObject({ code: "unexpected" });
    expect(source.asked).toBeLessThan(20);
  });

  it("throws when it meets items without a key", async () => {
    const source = sourceOf(({ page = 1 }) => ({ data: [{ id: 1 }, {}], page, per_page: 2, total: 9 }));
    await expect(paginateSource(source, { complete: true }).toArray()).rejects.toThrow(/key/);
  });

  it("throws rather than leave a gap when all rows that it knew are gone, and there are others before them", async () => {
    const list = modelList({ count: 60, query: { per_page: 10, page: 3 } });
    const iteration = paginateSource(list.source, { complete: true }).pages()[Symbol.asyncIterator]();
    expect(idsIn((await iteration.next()).value?.data ?? [])).toEqual(range(30).slice(20));
    for (let left = 60; left > 50; left--) list.change({ kind: "delete", at: 20.5 / left });
    await expect(iteration.next()).rejects.toMatchObject({ code: "unexpected" });
    expect(list.asked.length).toBeLessThan(20);
  });

  it("goes on when all rows that it gave are gone, and it began with the list", async () => {
    const list = modelList({ count: 60, query: { per_page: 10 } });
    const pages = paginateSource(list.source, { complete: true }).pages();
    await pages[Symbol.asyncIterator]().next();
    for (let gone = 0; gone < 10; gone++) list.change({ kind: "delete", at: 0 });
    const rest = await collect(pages);
    expect(rest.flatMap(({ data }) => idsIn([data].flat()))).toEqual(range(60).slice(10));
  });

  it("keeps few keys, however long the list is", async () => {
    const list = modelList({ count: 30_000, query: { per_page: 200 } });
    const seen = createSeenKeys();
    const strategy: StrategyFactory = (asked, options) => pageStrategy(asked, options, seen, [], true);
    let most = 0;
    for await (const { ok } of iteratePages({ ...list.source, strategy }, { prefetch: 2 }))
      most = Math.max(most, ok ? seen.size() : 0);
    expect(most).toBeGreaterThan(2000);
    expect(most).toBeLessThanOrEqual(4000);
    expect(seen.all).toBe(false);
    expect(list.asked.length).toBeLessThan(150 * 1.17);
  });
});

it("a window lies over its index, within the largest size, for all but multiples of 720,720", () => {
  const index = fc.integer({ min: 1, max: 720_719 });
  fc.assert(
    fc.property(index, fc.integer({ min: 16, max: 200 }), fc.boolean(), (at, most, left) => {
      const { page, per_page } = left ? rangeOver(at, most) : rangeOn(at, most);
      expect(per_page).toBeLessThanOrEqual(most);
      expect((page - 1) * per_page).toBeLessThan(at);
      expect(page * per_page).toBeGreaterThan(at);
      // Some rows may be deleted before it is answered: it still reaches back over the boundary.
      expect(at - (page - 1) * per_page).toBeGreaterThan(left ? 0 : per_page >> 4);
      expect(page).toBeLessThan(1_000_000);
    }),
  );
});

it("windows in a row cost a sixth more than pages of 200", () => {
  let requests = 0;
  for (let at = 200; at < 100_000; requests++) {
    const { page, per_page } = rangeOn(at, 200);
    at = page * per_page;
  }
  expect(requests).toBeLessThan(500 * 1.17);
});

it("a page has the row at its index", () => {
  expect(rangeAt(0, 10)).toEqual({ page: 1, per_page: 10 });
  expect(rangeAt(19, 10)).toEqual({ page: 2, per_page: 10 });
  expect(rangeAt(20, 10)).toEqual({ page: 3, per_page: 10 });
});
