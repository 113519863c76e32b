import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFleetError } from "../../src/index.ts";
import type { PaginatedSource } from "../../src/paging/pagination.ts";
import { iterateItems } from "../../src/paging/iterate.ts";
import { paginateSource } from "../../src/paginate/paginate.ts";
import { idsIn } from "./support/model-list.ts";
import { type Glitch, type OddService, oddService } from "./support/odd-service.ts";

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index);

const glitch: fc.Arbitrary<Glitch> = fc.oneof(
  fc.record({ kind: fc.constantFrom("none" as const, "empty" as const) }),
  fc.record({ kind: fc.constant("repeat" as const), of: fc.constantFrom("page" as const, "response" as const) }),
  fc.record({ kind: fc.constantFrom("short" as const, "long" as const), rows: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constant("lacking" as const), row: fc.nat(50) }),
);

const askedFor = fc.record({
  page: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  per_page: fc.integer({ min: 1, max: 50 }),
  limit: fc.option(fc.integer({ min: 1, max: 150 }), { nil: undefined }),
});

const clamp = fc.record({
  count: fc.nat(150),
  query: askedFor,
  most: fc.integer({ min: 1, max: 60 }),
  echo: fc.constantFrom("asked" as const, "applied" as const),
  offset: fc.constantFrom("asked" as const, "applied" as const),
});

/** Rows that are too many from one cause look like the right ones when they are too few from another. */
const anyService: fc.Arbitrary<OddService> = fc.oneof(
  fc.tuple(clamp, fc.integer({ min: 1, max: 30 })).map(([service, least]) => ({ ...service, least })),
  fc
    .tuple(clamp, fc.array(glitch, { maxLength: 8 }), fc.constantFrom("request" as const, "page" as const))
    .map(([service, glitches, glitchBy]) => ({ ...service, glitches, glitchBy })),
);

const ways = fc.record({ prefetch: fc.nat(4), complete: fc.boolean() });

/** Whether a faulty response could be told from a right one by anybody. */
function isDetectable(
  { count, query = {}, offset, echo, least = 1, glitches = [] }: OddService,
  prefetch: number,
): boolean {
  const has = (kind: Glitch["kind"]): boolean => glitches.some((each) => each.kind === kind);
  const isFirst = (query["page"] ?? 1) === 1;
  // Of a first response, and of one that came for another request under way.
  if (has("repeat") && (!isFirst || prefetch > 0)) return false;
  // Another size was applied to the place of a page, which has by accident as many rows as it was asked for.
  if (offset === "applied" && (has("long") || (!isFirst && (echo === "asked" || least > 1)))) return false;
  // Rows of a page that lacked one, for another page of just that size.
  if (has("lacking") && glitches.some((each) => each.kind === "repeat" && each.of === "response")) return false;
  // The service ignores the limit: a row too few does not show where there are some too many.
  return !has("lacking") || Number(query["limit"] ?? Infinity) >= count;
}

/** The ids that are given before the end or the failure. */
async function take(source: PaginatedSource, { complete, prefetch }: { complete: boolean; prefetch: number }) {
  const given: unknown[] = [];
  let failure: unknown;
  const items = complete ? paginateSource(source, { complete, prefetch }) : iterateItems(source, { prefetch });
  try {
    for await (const item of items) given.push(item);
  } catch (error) {
    failure = error;
  }
  return { ids: idsIn(given), failure };
}

/** The ids that a list has from the asked page on. */
function expectedIds({ count, query = {} }: OddService): number[] {
  const first = (Number(query["page"] ?? 1) - 1) * Number(query["per_page"]) + 1;
  return range(first, Math.min(count, Number(query["limit"] ?? Infinity)));
}

describe("a list of a service that does not give what it was asked for", () => {
  it.each([false, true])("of 350 rows, in pages clamped to 100, has all of them (complete: %s)", async (complete) => {
    const { source, asked } = oddService({ count: 350, query: { per_page: 200 }, most: 100 });
    expect((await take(source, { complete, prefetch: 0 })).ids).toEqual(range(1, 350));
    // A short page may lack any row: the first 100 are read again.
    const pages = [1, 2, 3, 4].map((page) => ({ page, perPage: 100 }));
    if (!complete) expect(asked).toEqual([{ page: 1, perPage: 200 }, ...pages]);
    expect(asked.length).toBeLessThanOrEqual(7);
  });

  it("of 6 rows, of which page 2 has one too few, has all of them", async () => {
    const glitches: Glitch[] = [{ kind: "none" }, { kind: "short", rows: 1 }];
    const { source, asked } = oddService({ count: 6, query: { per_page: 2 }, glitches: [...glitches, glitches[0]!] });
    expect((await take(source, { complete: false, prefetch: 0 })).ids).toEqual(range(1, 6));
    expect(asked.map(({ page }) => page)).toEqual([1, 2, 2, 3]);
  });

  it.each([false, true])("has every row although total says that there are fewer (complete: %s)", async (complete) => {
    const total = fc.nat(120);
    await fc.assert(
      fc.asyncProperty(fc.nat(120), total, fc.integer({ min: 16, max: 50 }), async (count, less, perPage) => {
        const says = Math.min(less, count);
        const { source } = oddService({ count, total: says, query: { per_page: perPage } });
        // Where a page ends with that row, nothing says that there are more, and only a complete iteration looks.
        const isBelieved = !complete && says > 0 && says % perPage === 0;
        const expected = { ids: range(1, isBelieved ? says : count), failure: undefined };
        expect(await take(source, { complete, prefetch: 0 })).toEqual(expected);
      }),
    );
  });

  it("fails with an empty page before the end only when that comes twice", async () => {
    const query = { per_page: 2 };
    const empty: Glitch = { kind: "empty" };
    const never = oddService({ count: 6, query, glitches: [{ kind: "none" }, empty, empty] });
    const { ids, failure } = await take(never.source, { complete: false, prefetch: 0 });
    expect(ids).toEqual([1, 2]);
    expect(failure).toMatchObject({
      code: "unexpected",
      requestId: "req-0000001",
      message: "unitsListing: page 2 of 2 rows is empty, also when it is asked for again, in a list of 6",
    });
    expect(never.asked).toHaveLength(3);
  });

  it("has every row once and in order, or fails: no gap is silent", async () => {
    let [runs, failures] = [0, 0];
    await fc.assert(
      fc.asyncProperty(anyService, ways, async (service, way) => {
        fc.pre(isDetectable(service, way.prefetch));
        const { source, asked } = oddService(service);
        const { ids, failure } = await take(source, way);
        const expected = expectedIds(service);
        runs++;
        if (failure === undefined) expect(ids).toEqual(expected);
        else failures += Number(isFleetError(failure, "unexpected"));
        if (failure !== undefined) expect(failure).toMatchObject({ code: "unexpected" });
        expect(ids).toEqual(expected.slice(0, ids.length));
        expect(asked.length).toBeLessThan(40 + 12 * service.count);
      }),
      { numRuns: Number(process.env["RUNS"] ?? 3000) },
    );
    // Most of what such services do can be overcome.
    expect(failures).toBeLessThan(runs / 4);
  });

  it("has every row once and in order, or fails, also when it is resumed", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyService,
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        async (service, maxPages, complete) => {
          fc.pre(
            isDetectable(service, 0) && service.query?.["limit"] === undefined && (service.query?.["page"] ?? 1) === 1,
          );
          // It knows the last 16 rows: those of another page could be any.
          fc.pre(!service.glitches?.some((each) => each.kind === "repeat" && each.of === "response"));
          const { source } = oddService(service);
          const ids: number[] = [];
          let resume: string | undefined;
          let failure: unknown;
          try {
            const onProgress = (progress: { resume: string }): void => void (resume = progress.resume);
            ids.push(...idsIn(await paginateSource(source, { complete, maxPages, onProgress }).toArray()));
            // Without it there was no page at all.
            if (resume) ids.push(...idsIn(await paginateSource(source, { complete, resume }).toArray()));
          } catch (error) {
            failure = error;
          }
          if (failure === undefined) expect(ids).toEqual(expectedIds(service));
          else expect(isFleetError(failure, "unexpected")).toBe(true);
        },
      ),
      { numRuns: Number(process.env["RUNS"] ?? 1000) },
    );
  });

  it("has every row when pages are clamped, with hardly more requests than there are pages", async () => {
    await fc.assert(
      fc.asyncProperty(clamp, fc.nat(4), async (service, prefetch) => {
        const { query, most } = service;
        const list = oddService({ ...service, query: { ...query, page: undefined } });
        const expected = expectedIds({ ...service, query: { ...query, page: 1 } });
        expect(await take(list.source, { complete: false, prefetch })).toEqual({ ids: expected, failure: undefined });
        const pages = Math.ceil(expected.length / Math.min(most, query.per_page));
        // Once in a while it tries the asked size again: after at most 8 pages, after twice as many, and so on.
        const patience = Math.min(most, 8);
        const tries = Math.ceil(Math.log2(pages / patience + 1));
        expect(list.asked.length).toBeLessThanOrEqual(Math.max(pages, 1) + 2 + 2 * tries);
      }),
    );
  });

  it("has every row when now and then a page is short, empty or one that came before", async () => {
    const sizes = fc.record({ count: fc.nat(300), perPage: fc.integer({ min: 2, max: 50 }) });
    const every = fc.integer({ min: 3, max: 6 });
    await fc.assert(
      fc.asyncProperty(sizes, glitch, every, fc.boolean(), async ({ count, perPage }, bad, nth, complete) => {
        fc.pre(!complete || perPage >= 16);
        const glitches = Array.from({ length: nth }, (_, index): Glitch => (index < nth - 1 ? { kind: "none" } : bad));
        const list = oddService({ count, query: { per_page: perPage }, glitches });
        const way = { complete, prefetch: 0 };
        expect(await take(list.source, way)).toEqual({ ids: range(1, count), failure: undefined });
        if (!complete) expect(list.asked.length).toBeLessThanOrEqual(1 + 2 * Math.ceil(count / perPage));
      }),
    );
  });
});
