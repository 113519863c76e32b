import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFleetError } from "../../src/index.ts";
import { collectItems } from "../../src/paging/iterate.ts";
import { paginateSource } from "../../src/paginate/paginate.ts";
import { idsIn, type ModelList, type ModelOptions, modelList } from "./support/model-list.ts";

const runs = { numRuns: 1000 };

const change = fc.record({
  kind: fc.constantFrom("insert" as const, "delete" as const),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
});

const world = fc.record({
  count: fc.nat(150),
  perPage: fc.integer({ min: 1, max: 30 }),
  prefetch: fc.nat(4),
  changes: fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 60 }),
  delays: fc.array(fc.nat(6), { maxLength: 7 }),
  staleTotal: fc.boolean(),
});

interface World extends ModelOptions {
  readonly perPage: number;
  readonly prefetch: number;
}

function listOf({ perPage, ...rest }: World): ModelList {
  return modelList({ ...rest, query: { per_page: perPage } });
}

/** Ids of the first list that are in the second. */
const both = (one: readonly number[], other: readonly number[]): number[] => one.filter((id) => other.includes(id));

describe("rows that come and go during an iteration", () => {
  it.each([false, true])("are given at most once and in order (complete: %s)", async (complete) => {
    let failures = 0;
    await fc.assert(
      fc.asyncProperty(world, async (each) => {
        const list = listOf(each);
        const ids = await take(list, { complete, prefetch: each.prefetch });
        if (!ids) return void failures++;
        expect(new Set(ids).size).toBe(ids.length);
        expect(both(ids, list.order())).toEqual(ids);
        // Those that were there all the time.
        const lived = list.order().filter((id) => list.lived().includes(id));
        if (complete) expect(both(ids, lived)).toEqual(lived);
      }),
      runs,
    );
    // It may give up where up to six rows of a few come and go between any two responses.
    expect(failures).toBeLessThan(runs.numRuns / 50);
  });

  it.each([false, true])(
    "end hardly any iteration when one comes or goes between two requests (complete: %s)",
    async (complete) => {
      let failures = 0;
      const oneEach = fc.array(fc.array(change, { maxLength: 1 }), { maxLength: 60 });
      const perPage = fc.integer({ min: 10, max: 30 });
      await fc.assert(
        fc.asyncProperty(world, oneEach, perPage, async (each, changes, size) => {
          const list = listOf({ ...each, changes, perPage: size, staleTotal: false });
          if (!(await take(list, { complete, prefetch: each.prefetch }))) failures++;
        }),
        runs,
      );
      // A complete one gives up where a change before each response moves the same page again and again: about once in 20,000 runs.
      expect(failures).toBeLessThan(complete ? 3 : 1);
    },
  );

  it("leave no gap and stay in order when one row at most is deleted between two requests", async () => {
    const fewer = fc.array(fc.array(change, { maxLength: 1 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(world, fewer, async (each, some) => {
        const changes = some.map((all) => all.map(({ at }) => ({ kind: "delete" as const, at })));
        const list = listOf({ ...each, changes, staleTotal: false });
        expect(both(idsIn(await collectItems(list.source)), list.lived())).toEqual(list.lived());
      }),
      runs,
    );
  });
});

/** The ids that an iteration gives; undefined when it gives up. */
async function take(
  { source }: ModelList,
  { complete, prefetch }: { complete: boolean; prefetch: number },
): Promise<number[] | undefined> {
  try {
    return idsIn(
      await (complete ? paginateSource(source, { prefetch, complete }).toArray() : collectItems(source, { prefetch })),
    );
  } catch (error) {
    if (!isFleetError(error, "unexpected")) throw error;
    return undefined;
  }
}
