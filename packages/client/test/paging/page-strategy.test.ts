import { describe, expect, it } from "vitest";
import type { AnyPage } from "../../src/call/result.ts";
import { pageStrategy } from "../../src/paging/page-strategy.ts";
import type { Position, ResumableStrategy, Step } from "../../src/paging/pagination.ts";
import { createSeenKeys } from "../../src/paging/dedupe.ts";
import { idsIn, pageResult } from "./support/model-list.ts";
import { idRows } from "./support/source-of.ts";

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

interface Given {
  readonly ids: readonly number[];
  readonly total: number;
  /** As asked, if it is not given. */
  readonly perPage?: number;
}

/** A list of 10 rows a page, whose responses a test gives one by one. */
function listOf({ complete = false, place, query = { per_page: 10 } }: ListOptions = {}) {
  const list = { input: { query }, operationId: "unitsListing" };
  const strategy: ResumableStrategy = pageStrategy(list, {}, createSeenKeys(), place, complete);
  const respond = (position: Position, { ids, total, perPage }: Given, isExtra = false): Step => {
    const pagination = { page: position.page ?? 1, per_page: perPage ?? position.per_page ?? 10, total };
    return strategy.take(pageResult(idRows(ids), pagination) as AnyPage, { position, isExtra }, Infinity);
  };
  return { strategy, respond };
}

interface ListOptions {
  readonly complete?: boolean;
  readonly place?: readonly unknown[];
  readonly query?: Readonly<Record<string, unknown>>;
}

/** What a step hands out, or asks for. */
function outcomeOf(step: Step): object {
  return "ask" in step ? step : { ids: idsIn(step.rows), last: step.last };
}

describe("a strategy by pages", () => {
  it("hands out pages by their index up to total", () => {
    const { strategy, respond } = listOf();
    expect(strategy.next(false)).toEqual({});
    expect(outcomeOf(respond({}, { ids: range(1, 10), total: 15 }))).toEqual({ ids: range(1, 10), last: false });
    const second = strategy.next(false) ?? {};
    expect(second).toEqual({ page: 2, per_page: 10 });
    expect(outcomeOf(respond(second, { ids: range(11, 15), total: 15 }))).toEqual({ ids: range(11, 15), last: true });
    expect(strategy.progress(15)).toEqual({ page: 2, pages: 2, retrieved: 15, total: 15 });
  });

  it("asks ahead only for pages of which it knows that there are any", () => {
    const { strategy, respond } = listOf();
    respond({}, { ids: range(1, 10), total: 25 });
    expect([strategy.next(true), strategy.next(true), strategy.next(true)]).toEqual([
      { page: 2, per_page: 10 },
      { page: 3, per_page: 10 },
      undefined,
    ]);
  });

  it("asks once more for a short page, then for smaller ones that overlap, and for none ahead of them", () => {
    const { strategy, respond } = listOf();
    respond({}, { ids: range(1, 10), total: 40 });
    const page = { page: 2, per_page: 10 };
    const again = respond(page, { ids: range(11, 17), total: 40 });
    expect(again).toEqual({ ask: page, again: false });
    const smaller = respond(Object(again).ask, { ids: range(11, 17), total: 40 });
    expect(smaller).toEqual({ ask: { page: 2, per_page: 7 }, again: false });
    expect(strategy.next(true)).toBeUndefined();
    const rows = respond(Object(smaller).ask, { ids: range(8, 14), total: 40 }, true);
    expect(outcomeOf(rows)).toEqual({ ids: range(11, 14), last: false });
    expect(strategy.next(false)).toEqual({ page: 3, per_page: 7 });
  });

  it("asks again for what came as another page, and does not believe it the second time", () => {
    const { respond } = listOf();
    respond({}, { ids: range(1, 10), total: 40 });
    const again = respond({ page: 2, per_page: 10 }, { ids: range(1, 10), total: 40 });
    expect(again).toMatchObject({ ask: { page: 2, per_page: 10 } });
    expect(respond(Object(again).ask, { ids: range(1, 10), total: 40 })).toEqual({
      ask: { page: 2, per_page: 11 },
      again: false,
    });
  });

  it("believes that rows have moved when total says so, or when two responses do", () => {
    const grown = listOf();
    grown.respond({}, { ids: range(1, 10), total: 40 });
    const rows = grown.respond({ page: 2, per_page: 10 }, { ids: range(8, 17), total: 43 });
    expect(outcomeOf(rows)).toEqual({ ids: range(11, 17), last: false });
    expect(grown.strategy.next(false)).toEqual({ page: 3, per_page: 10 });

    const { strategy, respond } = listOf();
    respond({}, { ids: range(1, 10), total: 40 });
    const again = respond({ page: 2, per_page: 10 }, { ids: range(8, 17), total: 40 });
    const other = respond(Object(again).ask, { ids: range(8, 17), total: 40 });
    expect(other).toMatchObject({ ask: { page: 1, per_page: 16 } });
    expect(outcomeOf(respond({ page: 2, per_page: 9 }, { ids: range(7, 15), total: 40 }, true))).toEqual({
      ids: range(11, 15),
      last: false,
    });
    expect(strategy.next(false)).toEqual({ page: 2, per_page: 10 });
  });

  it("looks once over the boundary when total has changed", () => {
    const { respond } = listOf();
    respond({}, { ids: range(1, 10), total: 40 });
    const page = { page: 2, per_page: 10 };
    const look = respond(page, { ids: range(12, 21), total: 39 });
    expect(look).toEqual({ ask: { page: 1, per_page: 16 }, again: true });
    const ids = [...range(1, 5), ...range(7, 17)];
    expect(outcomeOf(respond(Object(look).ask, { ids, total: 39 }, true))).toEqual({ ids: range(11, 17), last: false });
    expect(outcomeOf(respond(page, { ids: range(12, 21), total: 39 }))).toEqual({ ids: range(18, 21), last: false });
  });

  it("goes on after a full page that total has no room for", () => {
    const { strategy, respond } = listOf();
    expect(outcomeOf(respond({}, { ids: range(1, 10), total: 4 }))).toEqual({ ids: range(1, 10), last: false });
    expect(outcomeOf(respond(strategy.next(false) ?? {}, { ids: [11], total: 4 }))).toEqual({ ids: [11], last: true });
  });

  it("omits rows behind the limit, of a service that ignores it", () => {
    const { strategy, respond } = listOf({ query: { per_page: 10, limit: 13 } });
    respond({}, { ids: range(1, 10), total: 40 });
    const page = strategy.next(false) ?? {};
    expect(outcomeOf(respond(page, { ids: range(11, 20), total: 40 }))).toEqual({ ids: range(11, 13), last: true });
    expect(strategy.progress(13)).toMatchObject({ page: 2, pages: 2, total: 40 });
  });

  it("cuts a page that is too long, and demands an anchor from then on", () => {
    const { strategy, respond } = listOf();
    expect(outcomeOf(respond({}, { ids: range(1, 50), total: 90 }))).toEqual({ ids: range(1, 10), last: false });
    expect(strategy.next(false)).toEqual({ page: 2, per_page: 9 });
    // Of a service that has pages of 50, whatever it is asked for.
    const page = { page: 2, per_page: 9 };
    expect(respond(page, { ids: range(51, 90), total: 90 })).toEqual({ ask: page, again: false });
  });

  it("goes on from its place, with the rows of a page and the size of the first", () => {
    const { strategy, respond } = listOf({ place: [20, 5, 40, 10] });
    expect(strategy.next(false)).toEqual({ page: 5, per_page: 5 });
    respond({ page: 5, per_page: 5 }, { ids: range(21, 25), total: 40 });
    expect(strategy.place()).toEqual([25, 5, 40, 10]);
  });

  it("that is complete ends with a page that is not full, and demands anchors and keys", () => {
    const { strategy, respond } = listOf({ complete: true });
    expect(outcomeOf(respond({}, { ids: range(1, 10), total: 10 }))).toEqual({ ids: range(1, 10), last: false });
    const page = strategy.next(false) ?? {};
    expect(page).toEqual({ page: 2, per_page: 9 });
    expect(respond(page, { ids: [11], total: 10 })).toEqual({ ask: page, again: false });
    expect(outcomeOf(respond(page, { ids: [10], total: 10 }))).toEqual({ ids: [], last: true });
    const keyless = pageStrategy({ input: {}, operationId: "x" }, { keyOf: () => null }, createSeenKeys(), [], true);
    const given = pageResult([{}], { page: 1, per_page: 1, total: 1 }) as AnyPage;
    expect(() => keyless.take(given, { position: {}, isExtra: false }, 9)).toThrow("give keyOf");
  });
});
