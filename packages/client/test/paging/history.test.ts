import type { Position } from "@fleet-api/contract/types/monitoring";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { monitoringHistory } from "../../src/built/operations.ts";
import { createCore } from "../../src/core.ts";
import { createFleetClient, type FleetClientOptions, isFleetError, type ItemOf } from "../../src/index.ts";
import { paginate } from "../../src/paginate/index.ts";
import { example } from "../../src/testing/index.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { setUp } from "../testing/support.ts";
import { collect } from "./support/model-list.ts";

const query = { from: "2026-01-15T00:00:00Z", to: "2026-01-16T00:00:00Z", unit_id: 1, per_page: 2 };

/** A history whose pages have these positions, each known by its `unit_id`; a page can be made to fail. */
function historyOf(pages: readonly (readonly number[])[], isDown: (page: number) => boolean = () => false) {
  const asked: string[] = [];
  const fetch: NonNullable<FleetClientOptions["fetch"]> = async (url) => {
    const { pathname, searchParams } = new URL(String(url));
    asked.push(`${pathname.slice("/api/v1".length)}?${searchParams}`);
    const at = Number(searchParams.get("cursor")?.slice(1) ?? 0);
    if (isDown(at)) return jsonResponse(problem(503, "unavailable"), { status: 503 });
    const has_more = at + 1 < pages.length;
    const positions = (pages[at] ?? []).map((unit_id) => ({ unit_id }));
    return jsonResponse({ data: { positions, next_cursor: has_more ? `c${at + 1}` : null, has_more } });
  };
  return { asked, fetch, fleet: createFleetClient({ baseUrl, fetch, retry: false }) };
}

const idsOf = (positions: readonly Position[]): number[] => positions.map(({ unit_id }) => unit_id);

describe("a history", () => {
  it("is iterated by cursor, with the same parameters in every request", async () => {
    const { fleet, asked } = historyOf([[1, 2], [], [3]]);
    const ids: number[] = [];
    for await (const position of fleet.monitoring.history({ query })) ids.push(position.unit_id);
    expect(ids).toEqual([1, 2, 3]);
    const first = `/monitoring/positions/history?${new URLSearchParams({ ...query, unit_id: "1", per_page: "2" })}`;
    expect(asked).toEqual([first, `${first}&cursor=c1`, `${first}&cursor=c2`]);
  });

  it("gives its first page to all who wait for it, and asks only for those after it", async () => {
    const { fleet, asked } = historyOf([[1], [2]]);
    const call = fleet.monitoring.history({ query });
    const result = await call.orThrow();
    expect(result.data).toEqual({ positions: [{ unit_id: 1 }], next_cursor: "c1", has_more: true });
    result.data.positions.pop();
    expect(idsOf(await call.toArray())).toEqual([1, 2]);
    expect(idsOf(await collect(call.items({ limit: 1 })))).toEqual([1]);
    expect(asked).toHaveLength(2);
  });

  it("has pages as the results of its calls, and the caller may change them", async () => {
    const { fleet } = historyOf([[1, 2], [3, 4], [5]]);
    const pages = await collect(fleet.monitoring.history({ query }).pages({ limit: 3, prefetch: 1 }));
    expect(pages).toMatchObject([
      {
        ok: true,
        status: 200,
        data: { positions: [{ unit_id: 1 }, { unit_id: 2 }], next_cursor: "c1", has_more: true },
      },
      { ok: true, status: 200, data: { positions: [{ unit_id: 3 }], next_cursor: "c2", has_more: true } },
    ]);
    expect(pages.map((page) => [Object.keys(page).includes("pagination"), page.headers.get("content-type")])).toEqual([
      [false, "application/json"],
      [false, "application/json"],
    ]);
    for await (const { data } of fleet.monitoring.history({ query }).pages()) {
      data.next_cursor = "c0";
      data.positions.length = 0;
    }
  });

  it("begins at a cursor of the caller", async () => {
    const { fleet } = historyOf([[1], [2], [3]]);
    expect(idsOf(await fleet.monitoring.history({ query: { ...query, cursor: "c1" } }).toArray())).toEqual([2, 3]);
  });

  it("cancels the request in progress when the loop is left or aborted", async () => {
    const signals: AbortSignal[] = [];
    const { fetch } = historyOf([[1], [2]]);
    const fleet = createFleetClient({
      baseUrl,
      fetch: async (url, init) => {
        if (!String(url).includes("cursor=")) return fetch(url);
        if (init?.signal) signals.push(init.signal);
        return new Promise((_resolve, reject) =>
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
        );
      },
    });
    for await (const { data } of fleet.monitoring.history({ query }).pages({ prefetch: 1 })) {
      expect(data.positions).toHaveLength(1);
      break;
    }
    const controller = new AbortController();
    const pages = fleet.monitoring.history({ query }).pages({ signal: controller.signal })[Symbol.asyncIterator]();
    await pages.next();
    const waiting = pages.next();
    controller.abort("enough");
    await expect(waiting).rejects.toMatchObject({ name: "FleetError", code: "abort", cause: "enough" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it("ends with a clear error when the service repeats a cursor", async () => {
    const repeats = async () => jsonResponse({ data: { positions: [], next_cursor: "c1", has_more: true } });
    await expect(
      createFleetClient({ baseUrl, fetch: repeats }).monitoring.history({ query }).toArray(),
    ).rejects.toThrow("monitoringHistory: the service gave a cursor that was used before");
  });

  it.each([
    { next_cursor: null, has_more: false },
    { positions: {}, next_cursor: null, has_more: false },
    { positions: [{}], next_cursor: null, has_more: true },
    { positions: [{}], next_cursor: 5, has_more: true },
    { positions: [{}], next_cursor: "c2" },
  ])("ends with an error rather than early for a page of another shape: %j", async (data) => {
    const fleet = createFleetClient({ baseUrl, fetch: async () => jsonResponse({ data }) });
    const error = { kind: "unexpected", status: 200, message: "monitoringHistory: 200 has no page to iterate" };
    await expect(fleet.monitoring.history({ query }).toArray()).rejects.toMatchObject(error);
  });

  it("is a function of the small client, too", async () => {
    const core = createCore({ baseUrl, fetch: historyOf([[1], [2]]).fetch });
    expect(idsOf(await monitoringHistory(core, { query }).toArray())).toEqual([1, 2]);
  });

  it("yields every position once and in order with any page size, and continues after a failure", async () => {
    const plan = fc.record({
      sizes: fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }),
      prefetch: fc.nat(4),
      failures: fc.array(fc.boolean(), { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ sizes, prefetch, failures }) => {
        let next = 1;
        const pages = sizes.map((size) => Array.from({ length: size }, () => next++));
        const left = new Map(failures.map((fails, page) => [page, fails]));
        const { fleet } = historyOf(pages, (page) => left.get(page) === true && left.delete(page));
        const got: number[] = [];
        let resume: string | undefined;
        for (let isDone = false; !isDone;) {
          try {
            const options = { prefetch, resume, onProgress: (progress: { resume: string }) => ({ resume } = progress) };
            for await (const { data } of paginate(fleet.monitoring.history({ query }), options).pages())
              got.push(...idsOf(data.positions));
            isDone = true;
          } catch (error) {
            expect(isFleetError(error, "unavailable")).toBe(true);
          }
        }
        expect(got).toEqual(pages.flat());
      }),
    );
  });

  it("of the test server has the example, and the pages of handlers", async () => {
    const { server, fleet } = setUp();
    expect(await fleet.monitoring.history({ query }).toArray()).toEqual(example("monitoringHistory").positions);
    expect(await fleet.monitoring.history({ query: { ...query, cursor: "c1" } }).toArray()).toEqual([]);
    const [position] = example("monitoringHistory").positions;
    const positions = position ? [position] : [];
    server.use({
      monitoringHistory: ({ query: { cursor } }) => ({
        data: cursor
          ? { positions, next_cursor: null, has_more: false }
          : { positions, next_cursor: "c1", has_more: true },
      }),
    });
    expect(await fleet.monitoring.history({ query }).toArray()).toEqual([position, position]);
    server.assertNoErrors();
  });
});

describe("the types of a history", () => {
  const { fleet } = historyOf([[]]);

  it("are those of its call and of its positions", async () => {
    expectTypeOf(() => fleet.monitoring.history({ query }).toArray()).returns.resolves.toEqualTypeOf<Position[]>();
    expectTypeOf<ItemOf<typeof fleet.monitoring.history>>().toEqualTypeOf<Position>();
    expectTypeOf<ItemOf<typeof fleet.monitoring.feed>>().toBeNever();
    for await (const page of fleet.monitoring.history({ query }).pages()) {
      expectTypeOf(page.data.positions).toEqualTypeOf<Position[]>();
      expectTypeOf(page.data.next_cursor).toEqualTypeOf<string | null>();
      // @ts-expect-error a page of a list by cursor has no numbers
      expect(page.pagination).toBeUndefined();
    }
    expectTypeOf(() => fleet.op("monitoringHistory", { query })).returns.toEqualTypeOf(
      fleet.monitoring.history({ query }),
    );
  });

  it("refuse what cannot be iterated, and what a history does not take", () => {
    const wrong = [
      // @ts-expect-error a feed has no end: `follow` reads it
      () => fleet.monitoring.feed().toArray(),
      // @ts-expect-error nor has the count of units
      () => paginate(fleet.monitoring.summary()),
      // @ts-expect-error the period is missing
      () => fleet.monitoring.history({ query: { unit_id: 1 } }),
      // @ts-expect-error a cursor is a string
      () => fleet.monitoring.history({ query: { ...query, cursor: 1 } }),
    ];
    expect(wrong).toHaveLength(4);
  });
});
