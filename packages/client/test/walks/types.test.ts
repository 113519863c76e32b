import type { Unit } from "@fleet-api/contract/types/units";
import { describe, expectTypeOf, it } from "vitest";
import { unitsListing } from "../../src/built/operations.ts";
import { createCore } from "../../src/core.ts";
import { createFleetClient, type SuccessOf } from "../../src/index.ts";
import { type ResumableWalkOptions, type Walk, walk } from "../../src/walks/index.ts";
import { baseUrl, jsonResponse } from "../support/answers.ts";

const list = { type: "UnitList", data: [], notices: [], pagination: { page: 1, per_page: 50, total: 0 } };
const options = { baseUrl, fetch: async () => jsonResponse(list) };
const fleet = createFleetClient(options);

describe("the types of walk", () => {
  it("give the items and successes of the call", () => {
    const units = walk(fleet.units.listing(), { complete: true });
    expectTypeOf(units).toEqualTypeOf<Walk<SuccessOf<typeof fleet.units.listing>, Unit>>();
    expectTypeOf(units.pages()).toEqualTypeOf<AsyncIterable<SuccessOf<typeof fleet.units.listing>>>();
    expectTypeOf(units.toArray()).resolves.toEqualTypeOf<Unit[]>();
  });

  it("give the items of an operation function", () => {
    const core = createCore(options);
    const units = walk(unitsListing(core)).toArray();
    expectTypeOf(units).resolves.items.toHaveProperty("client_id").toEqualTypeOf<number>();
  });

  it("take the options of any walk, and those of its own", () => {
    expectTypeOf(walk<SuccessOf<typeof fleet.units.listing>, Unit>).toBeCallableWith(fleet.units.listing(), {
      prefetch: 2,
      limit: 10,
      maxPages: 3,
      signal: AbortSignal.abort(),
      resume: undefined,
      complete: true,
      keyOf: (unit) => unit.id,
      onProgress: ({ page, pages, retrieved, total, resume }) => [page + retrieved, pages, total, resume.length],
    });
    expectTypeOf<ResumableWalkOptions<Unit>["complete"]>().toEqualTypeOf<boolean | undefined>();
  });
});
