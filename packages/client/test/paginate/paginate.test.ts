import type { Unit } from "@fleet-api/contract/types/units";
import { describe, expect, expectTypeOf, it } from "vitest";
import { unitsListing } from "../../src/built/operations.ts";
import { createCore } from "../../src/core.ts";
import { type SuccessOf, createFleetClient } from "../../src/index.ts";
import { type PaginatedItems, type ResumableOptions, paginate } from "../../src/paginate/index.ts";
import { collect, idsIn } from "../paging/support/model-list.ts";
import { baseUrl, jsonResponse, page } from "../support/answers.ts";

/** A service with a list of `rows`, and what was asked of it. */
function service(rows: readonly number[]) {
  const asked: string[] = [];
  const fetch = async (url: string | Request): Promise<Response> => {
    const { search, searchParams } = new URL(String(url));
    asked.push(search);
    const [at, size] = [Number(searchParams.get("page") ?? 1), Number(searchParams.get("per_page") ?? 20)];
    return jsonResponse(page(rows.slice((at - 1) * size, at * size), at, size, rows.length));
  };
  return { fetch, asked };
}

const rows = Array.from({ length: 50 }, (_, index) => index + 1);

describe("paginate", () => {
  it("begins an iteration each time that it is taken", async () => {
    const { fetch } = service(rows);
    const units = paginate(createFleetClient({ baseUrl, fetch }).units.listing(), { complete: true });
    expect(idsIn(await collect(units))).toEqual(rows);
    expect((await collect(units.pages())).flatMap(({ data }) => idsIn(data))).toEqual(rows);
    expect(idsIn(await units.toArray())).toEqual(rows);
  });

  it("takes the call of an operation function", async () => {
    const { fetch, asked } = service(rows);
    const core = createCore({ baseUrl, fetch });
    expect(idsIn(await paginate(unitsListing(core), { complete: true }).toArray())).toEqual(rows);
    expect(asked).toHaveLength(3);
  });

  it("takes the options of any iteration", async () => {
    const { fetch, asked } = service(rows);
    const told: unknown[] = [];
    const fleet = createFleetClient({ baseUrl, fetch });
    const options = {
      limit: 30,
      prefetch: 1,
      onProgress: ({ retrieved }: { retrieved: number }) => told.push(retrieved),
    };
    expect(idsIn(await paginate(fleet.units.listing({ query: { per_page: 20 } }), options).toArray())).toEqual(
      rows.slice(0, 30),
    );
    expect(asked).toEqual(["?per_page=20", "?per_page=20&page=2"]);
    expect(told).toEqual([20, 30]);
    await expect(paginate(fleet.units.listing(), { limit: -1 }).toArray()).rejects.toMatchObject({ code: "request" });
  });

  it("heeds the signals of call and iteration", async () => {
    const { fetch, asked } = service(rows);
    const fleet = createFleetClient({ baseUrl, fetch });
    const signal = AbortSignal.abort("no");
    await expect(paginate(fleet.units.listing(), { signal }).toArray()).rejects.toMatchObject({
      code: "abort",
      cause: "no",
    });
    // The call has another signal than the iteration: it has been sent.
    expect(asked).toHaveLength(1);
    await expect(paginate(fleet.units.listing({}, { signal })).toArray()).rejects.toMatchObject({ code: "abort" });
    expect(asked).toHaveLength(1);
  });

  it.each<[string, () => unknown]>([
    ["the call of another operation", () => createFleetClient({ baseUrl, fetch: service([]).fetch }).tests.ping()],
    ["a function", () => createFleetClient({ baseUrl }).units.listing],
    ["any promise", () => Promise.resolve()],
    ["nothing", () => undefined],
    ["a text", () => "units"],
  ])("refuses %s of an untyped caller", (_what, given) => {
    const untyped: (call: never) => unknown = paginate;
    const refused = given();
    expect(() => untyped(refused as never)).toThrow(new TypeError("only the call of a list can be iterated"));
  });
});

describe("the default iteration", () => {
  it.each([{ complete: true }, { complete: false }, { resume: "text" }, { resume: undefined }])(
    "refuses %o of an untyped caller",
    async (options: object) => {
      const { fetch, asked } = service(rows);
      const fleet = createFleetClient({ baseUrl, fetch });
      const wrong = {
        name: "FleetError",
        kind: "request",
        message: expect.stringContaining("@fleet-api/client/paginate"),
      };
      await expect(fleet.units.listing().toArray(options)).rejects.toMatchObject(wrong);
      await expect(collect(fleet.units.listing().items(options))).rejects.toMatchObject(wrong);
      await expect(collect(fleet.units.listing().pages(options))).rejects.toMatchObject(wrong);
      // The three calls; nothing is sent for the iterations.
      expect(asked).toHaveLength(3);
    },
  );
});

const list = { type: "UnitList", data: [], notices: [], pagination: { page: 1, per_page: 50, total: 0 } };
const options = { baseUrl, fetch: async () => jsonResponse(list) };
const fleet = createFleetClient(options);

describe("the types of iteration", () => {
  it("give the items and successes of the call", () => {
    const units = paginate(fleet.units.listing(), { complete: true });
    expectTypeOf(units).toEqualTypeOf<PaginatedItems<SuccessOf<typeof fleet.units.listing>, Unit>>();
    expectTypeOf(units.pages()).toEqualTypeOf<AsyncIterable<SuccessOf<typeof fleet.units.listing>>>();
    expectTypeOf(units.toArray()).resolves.toEqualTypeOf<Unit[]>();
  });

  it("give the items of an operation function", () => {
    const core = createCore(options);
    const units = paginate(unitsListing(core)).toArray();
    expectTypeOf(units).resolves.items.toHaveProperty("client_id").toEqualTypeOf<number>();
  });

  it("take the options of any iteration, and those of its own", () => {
    expectTypeOf(paginate<SuccessOf<typeof fleet.units.listing>, Unit>).toBeCallableWith(fleet.units.listing(), {
      prefetch: 2,
      limit: 10,
      maxPages: 3,
      signal: AbortSignal.abort(),
      resume: undefined,
      complete: true,
      keyOf: (unit) => unit.id,
      onProgress: (told) => [told.page + told.retrieved, told.pages, told.total, told.resume.length],
    });
    expectTypeOf<ResumableOptions<Unit>["complete"]>().toEqualTypeOf<boolean | undefined>();
  });
});
