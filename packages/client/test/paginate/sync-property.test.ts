import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFleetClient } from "../../src/index.ts";
import { sync } from "../../src/paginate/index.ts";
import { baseUrl } from "../support/answers.ts";
import { createModelFeed } from "./support/model-feed.ts";

/** What happens at one moment of a run: around a request, and before and after each handler. */
type Event = "nothing" | "fail" | "abort" | "expire" | { set: number; name: string } | { remove: number };

const id = fc.integer({ min: 1, max: 12 });
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.constant("nothing" as const) },
  { weight: 2, arbitrary: fc.constantFrom("fail" as const, "abort" as const, "expire" as const) },
  { weight: 3, arbitrary: fc.record({ set: id, name: fc.string({ maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ remove: id }) },
);
const story = fc.record({
  ids: fc.uniqueArray(id),
  events: fc.array(event, { maxLength: 60 }),
  perPage: fc.integer({ min: 1, max: 4 }),
  /** Whether the copy is never empty: a reset marks its records. */
  marks: fc.boolean(),
});

/** A copy that survives its program: its records, which of them may be gone, and the cursor. */
interface Copy {
  readonly rows: Map<number, string>;
  readonly marked: Set<number>;
  cursor: string | undefined;
}

describe("a copy", () => {
  it("equals the service after a run, whatever happened to the runs before it", async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ ids, events, perPage, marks }) => {
        const feed = createModelFeed(ids);
        const copy: Copy = { rows: new Map([[99, "from another life"]]), marked: new Set(), cursor: undefined };
        const left = [...events];
        let controller = new AbortController();
        const crash = new Error("crash");
        const moment = (): void => {
          const next = left.shift() ?? "nothing";
          if (next === "fail") throw crash;
          else if (next === "abort") controller.abort();
          else if (next === "expire") feed.expire();
          else if (next === "nothing") return;
          else if ("set" in next) feed.set(next.set, next.name);
          else feed.remove(next.remove);
        };
        /** What may be interrupted before it does anything, or when it has done all. */
        const between = async (work: () => unknown): Promise<void> => {
          await Promise.resolve();
          moment();
          work();
          moment();
        };
        const fleet = createFleetClient({
          baseUrl,
          retry: false,
          async fetch(url) {
            moment();
            const response = await feed.fetch(url);
            moment();
            return response;
          },
        });
        const run = async (): Promise<boolean> => {
          controller = new AbortController();
          const result = await sync(fleet.units, {
            cursor: copy.cursor,
            query: { per_page: perPage },
            signal: controller.signal,
            onUpsert: (unit) => between(() => (copy.rows.set(unit.id, unit.name), copy.marked.delete(unit.id))),
            onRemove: (gone) => between(() => copy.rows.delete(gone)),
            onReset: () =>
              between(() =>
                marks ? [...copy.rows.keys()].forEach((each) => copy.marked.add(each)) : copy.rows.clear(),
              ),
            onCursor: (cursor) => between(() => (copy.cursor = cursor)),
          }).catch((error: unknown) => {
            expect(error).toBe(crash);
            return null;
          });
          if (!result?.ok) return false;
          expect(result.data.cursor).toBe(copy.cursor);
          for (const gone of copy.marked) copy.rows.delete(gone);
          copy.marked.clear();
          return true;
        };
        while (left.length > 0) await run();
        expect(await run()).toBe(true);
        expect([...copy.rows].toSorted()).toEqual([...feed.rows].toSorted());
      }),
      { numRuns: 2000 },
    );
  });
});
