import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createFleetClient, type FleetClient, isFleetError } from "../src/index.ts";
import { baseUrl, jsonResponse, page, problem } from "./support/answers.ts";
import { sendJson, serve } from "./support/server.ts";

interface Asked {
  readonly page: number;
  readonly perPage: number;
  readonly limit: number;
}

/** A client whose service answers a list request with what `answer` says; `asked` has the requests. */
function pagedClient(answer: (asked: Asked) => object | Response) {
  const asked: Asked[] = [];
  const fetch = async (url: string | Request): Promise<Response> => {
    const query = new URL(String(url)).searchParams;
    const number = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);
    const one = { page: number("page", 1), perPage: number("per_page", 50), limit: number("limit", Infinity) };
    asked.push(one);
    const given = answer(one);
    return given instanceof Response ? given : jsonResponse(given);
  };
  return { asked, fleet: createFleetClient({ baseUrl, fetch }) };
}

/** The page of a listing of `rows` that a service by the contract answers with. */
function pageOf(rows: readonly number[], { page: at, perPage, limit }: Asked): object {
  const ids = rows.slice(0, limit).slice((at - 1) * perPage, at * perPage);
  return page(ids, at, perPage, rows.length);
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

async function idsOf(call: ReturnType<FleetClient["units"]["listing"]>): Promise<number[]> {
  const ids: number[] = [];
  for await (const unit of call) ids.push(unit.id);
  return ids;
}

describe("iterating a paged call", () => {
  it("walks a real server over several pages", async () => {
    const server = await serve((seen, response) => {
      const query = new URL(seen.url, "http://host").searchParams;
      sendJson(
        response,
        200,
        pageOf(range(126), { page: Number(query.get("page") ?? 1), perPage: 50, limit: Infinity }),
      );
    });
    const fleet = createFleetClient({ baseUrl: server.baseUrl });
    expect(await idsOf(fleet.units.listing({ query: { per_page: 50 } }))).toEqual(range(126));
    expect(server.seen.map((each) => each.url.split("?")[1])).toEqual([
      "per_page=50",
      "per_page=50&page=2",
      "per_page=50&page=3",
    ]);
  });

  it("gives every item from the asked page on exactly once, without a request too many", async () => {
    const sizes = fc.record({
      total: fc.nat(120),
      perPage: fc.integer({ min: 1, max: 40 }),
      start: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
      limit: fc.option(fc.integer({ min: 1, max: 130 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(sizes, async ({ total, perPage, start, limit }) => {
        const { fleet, asked } = pagedClient((one) => pageOf(range(total), one));
        const ids = await idsOf(fleet.units.listing({ query: { page: start, per_page: perPage, limit } }));
        const skipped = ((start ?? 1) - 1) * perPage;
        const expected = range(Math.min(total, limit ?? total)).slice(skipped);
        expect(ids).toEqual(expected);
        expect(asked.map((each) => each.page)).toEqual(
          range(Math.max(1, Math.ceil(expected.length / perPage))).map((each) => each + (start ?? 1) - 1),
        );
      }),
    );
  });

  it("ends, and gives no item twice, while rows are deleted mid-walk", async () => {
    const walk = fc.record({
      total: fc.nat(80),
      perPage: fc.integer({ min: 1, max: 20 }),
      gone: fc.array(fc.nat(100), { maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(walk, async ({ total, perPage, gone }) => {
        let rows = range(total);
        let step = 0;
        const { fleet, asked } = pagedClient((one) => {
          const answer = pageOf(rows, one);
          const victims = gone.slice(step, (step += 3));
          rows = rows.filter((_row, index) => !victims.includes(index));
          return answer;
        });
        const ids = await idsOf(fleet.units.listing({ query: { per_page: perPage } }));
        expect(new Set(ids).size).toBe(ids.length);
        expect(rows.filter((row) => ids.includes(row)).length).toBeLessThanOrEqual(ids.length);
        // A page whose total differs from the one before makes it look at the rows between the two, once.
        expect(asked.length).toBeLessThanOrEqual(Math.max(1, 2 * Math.ceil(total / perPage)));
      }),
    );
  });

  it("goes by the page size that the service applied, not by the asked one", async () => {
    const { fleet, asked } = pagedClient((one) => pageOf(range(7), { ...one, perPage: 3 }));
    expect(await idsOf(fleet.units.listing({ query: { per_page: 100 } }))).toEqual(range(7));
    expect(asked.map((each) => each.page)).toEqual([1, 2, 3]);
  });

  it("stops at a short page although total says more, and at an empty one", async () => {
    const short = pagedClient(({ page: at }) => page(at === 1 ? [1, 2] : [3], at, 2, 99));
    expect(await idsOf(short.fleet.units.listing())).toEqual([1, 2, 3]);
    const empty = pagedClient(({ page: at }) => page(at === 1 ? [1, 2] : [], at, 2, 99));
    expect(await idsOf(empty.fleet.units.listing())).toEqual([1, 2]);
    expect([short.asked.length, empty.asked.length]).toEqual([2, 2]);
  });

  it("stops at the asked limit although the service ignores it", async () => {
    const { fleet, asked } = pagedClient((one) => pageOf(range(50), { ...one, limit: Infinity }));
    await idsOf(fleet.units.listing({ query: { per_page: 10, limit: 20 } }));
    expect(asked.length).toBe(2);
  });

  it.each<[string, (asked: Asked) => object]>([
    ["answers every page with the first", () => page([1, 2], 1, 2, 99)],
    ["gives the same items under every page number", ({ page: at }) => page([1, 2], at, 2, 99)],
  ])("throws instead of going on for ever when the service %s", async (_name, answer) => {
    const { fleet, asked } = pagedClient(answer);
    await expect(idsOf(fleet.units.listing())).rejects.toMatchObject({
      name: "FleetError",
      code: "unexpected",
      operationId: "unitsListing",
    });
    expect(asked.length).toBe(2);
  });

  it("sends nothing more for the page that was awaited, and keeps the other parameters", async () => {
    const { fleet, asked } = pagedClient((one) => pageOf(range(4), one));
    const call = fleet.units.listing({ query: { per_page: 2, limit: 4 } });
    expect(await call).toMatchObject({ ok: true, pagination: { page: 1 } });
    expect(await idsOf(call)).toEqual(range(4));
    expect(asked).toEqual([
      { page: 1, perPage: 2, limit: 4 },
      { page: 2, perPage: 2, limit: 4 },
    ]);
  });

  it("is not disturbed when the caller empties a page", async () => {
    const { fleet } = pagedClient((one) => pageOf(range(5), one));
    const sizes: number[] = [];
    for await (const { data } of fleet.units.listing({ query: { per_page: 2 } }).pages())
      sizes.push(data.splice(0).length);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it("throws the failure of a page as FleetError", async () => {
    const { fleet } = pagedClient((one) =>
      one.page === 2 ? jsonResponse(problem(401, "token_revoked"), { status: 401 }) : pageOf(range(4), one),
    );
    const ids: number[] = [];
    const walk = async (): Promise<void> => {
      for await (const unit of fleet.units.listing({ query: { per_page: 2 } })) ids.push(unit.id);
    };
    const error: unknown = await walk().catch((each: unknown) => each);
    expect(isFleetError(error, "token_revoked")).toBe(true);
    expect(ids).toEqual([1, 2]);
  });

  it("stops at once when the caller aborts between two items, with the reason as cause", async () => {
    const { fleet, asked } = pagedClient((one) => pageOf(range(9), one));
    const controller = new AbortController();
    const ids: number[] = [];
    const walk = async (): Promise<void> => {
      for await (const unit of fleet.units.listing({ query: { per_page: 3 } }, { signal: controller.signal })) {
        ids.push(unit.id);
        if (unit.id === 2) controller.abort("enough");
      }
    };
    await expect(walk()).rejects.toMatchObject({ code: "abort", cause: "enough" });
    expect([ids, asked.length]).toEqual([[1, 2], 1]);
  });

  it("sends nothing more after break", async () => {
    const { fleet, asked } = pagedClient((one) => pageOf(range(9), one));
    for await (const unit of fleet.units.listing({ query: { per_page: 3 } })) if (unit.id === 4) break;
    expect(asked.length).toBe(2);
  });
});

describe("toArray", () => {
  it("gives all items, or at most limit, with as few requests as that takes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.integer({ min: 1, max: 10 }),
        fc.option(fc.nat(45), { nil: undefined }),
        async (total, perPage, limit) => {
          const { fleet, asked } = pagedClient((one) => pageOf(range(total), one));
          const call = fleet.units.listing({ query: { per_page: perPage } });
          const units = await (limit === undefined ? call.toArray() : call.toArray({ limit }));
          expect(units.map((each) => each.id)).toEqual(range(total).slice(0, limit));
          expect(asked.length).toBe(limit === 0 ? 0 : Math.max(1, Math.ceil(units.length / perPage)));
        },
      ),
    );
  });

  it.each([-1, Number.NaN])("refuses a limit of %s", async (limit) => {
    const fetch = vi.fn(async () => jsonResponse({}));
    await expect(createFleetClient({ baseUrl, fetch }).units.listing().toArray({ limit })).rejects.toMatchObject({
      code: "request",
    });
    expect(fetch).not.toHaveBeenCalled();
  });
});
