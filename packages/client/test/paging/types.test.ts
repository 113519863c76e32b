import type { PagedCall } from "@fleet-api/contract";
import type { Unit } from "@fleet-api/contract/types/units";
import { describe, expectTypeOf, it } from "vitest";
import { createFleetClient } from "../../src/index.ts";
import { baseUrl } from "../support/answers.ts";

type Call = PagedCall<{ data: Unit[] }, never, Unit>;

describe("the types of a paged call", () => {
  it("give pages, items and arrays of the item", () => {
    expectTypeOf<ReturnType<Call["pages"]>>().toEqualTypeOf<AsyncIterable<{ data: Unit[] }>>();
    expectTypeOf<ReturnType<Call["items"]>>().toEqualTypeOf<AsyncIterable<Unit>>();
    expectTypeOf<ReturnType<Call["toArray"]>>().toEqualTypeOf<Promise<Unit[]>>();
  });

  it("take the options of a walk, and keyOf knows the item", () => {
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
    // @ts-expect-error -- an option of walk
    expectTypeOf(call.items).toBeCallableWith({ resume: "" });
    // @ts-expect-error -- an option of walk
    expectTypeOf(call.toArray).toBeCallableWith({ complete: true });
  });
});
