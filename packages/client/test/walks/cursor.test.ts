import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResumableWalkOptions, ResumableWalkProgress } from "../../src/walks/resumable.ts";
import { walkOver } from "../../src/walks/walk.ts";
import { cursorList } from "../paging/support/cursor-list.ts";
import { idsIn } from "../paging/support/model-list.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const sizes = fc.record({
  count: fc.nat(60),
  perPage: fc.integer({ min: 1, max: 20 }),
  prefetch: fc.nat(4),
  end: fc.constantFrom(null, undefined),
});

describe("a walk over a list with cursors", () => {
  it("that is complete sends the same requests", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ count, perPage, prefetch, end }) => {
        const { source, asked } = cursorList(() => range(count), perPage, end);
        expect(idsIn(await walkOver(source, { prefetch, complete: true }).toArray())).toEqual(range(count));
        expect(asked.length).toBe(Math.max(1, Math.ceil(count / perPage)));
      }),
    );
  });

  it("resumes at any page, also at one that was cut and at the end", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 70 }), fc.boolean(), async (size, limit, keyed) => {
        const { count, perPage, prefetch, end } = size;
        let rows = range(count);
        const { source } = cursorList(() => rows, perPage, end);
        const progress: ResumableWalkProgress[] = [];
        const options: ResumableWalkOptions = { prefetch, ...(!keyed && { keyOf: () => undefined }) };
        const onProgress = (each: ResumableWalkProgress): void => void progress.push(each);
        const ids = idsIn(await walkOver(source, { ...options, limit, onProgress }).toArray());
        rows = range(count + 5);
        for (const { retrieved, resume } of progress)
          expect([
            ...ids.slice(0, retrieved),
            ...idsIn(await walkOver(source, { ...options, resume }).toArray()),
          ]).toEqual(rows);
      }),
    );
  });
});
