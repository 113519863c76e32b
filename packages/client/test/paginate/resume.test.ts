import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFleetError } from "../../src/index.ts";
import type { PaginatedSource } from "../../src/paging/pagination.ts";
import type { ResumableOptions, ResumableProgress } from "../../src/paginate/resumable.ts";
import { paginateSource } from "../../src/paginate/paginate.ts";
import { cursorList, type End } from "../paging/support/cursor-list.ts";
import { idsIn, modelList } from "../paging/support/model-list.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const toArray = (source: PaginatedSource, options: ResumableOptions): Promise<unknown[]> =>
  paginateSource(source, options).toArray();

/** Walks, and collects what the observer was told. */
async function told(
  source: PaginatedSource,
  options: ResumableOptions,
): Promise<{ ids: number[]; progress: ResumableProgress[] }> {
  const progress: ResumableProgress[] = [];
  const items = await toArray(source, { ...options, onProgress: (each) => void progress.push(each) });
  return { ids: idsIn(items), progress };
}

describe("resume", () => {
  it("at any page, also one that was cut, gives the items that are left", async () => {
    const iteration = fc.record({
      count: fc.nat(120),
      perPage: fc.integer({ min: 1, max: 30 }),
      limit: fc.integer({ min: 1, max: 130 }),
      prefetch: fc.nat(4),
      complete: fc.boolean(),
      keyed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(iteration, async ({ count, perPage, limit, prefetch, complete, keyed }) => {
        const { source } = modelList({ count, query: { per_page: perPage } });
        const options = { prefetch, complete: complete && keyed, ...(!keyed && { keyOf: () => null }) };
        const first = await told(source, { ...options, limit });
        for (const { retrieved, resume } of first.progress) {
          const rest = await told(source, { ...options, resume });
          expect([...first.ids.slice(0, retrieved), ...rest.ids]).toEqual(range(count));
          expect(rest.progress.at(-1)?.retrieved ?? count).toBe(count);
        }
      }),
    );
  });

  it("of a complete iteration misses nothing that stayed, whatever changed before it was resumed", async () => {
    const change = fc.record({
      kind: fc.constantFrom("insert" as const, "delete" as const),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const iteration = fc.record({
      count: fc.integer({ min: 1, max: 120 }),
      perPage: fc.integer({ min: 1, max: 30 }),
      maxPages: fc.integer({ min: 1, max: 6 }),
      between: fc.array(change, { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(iteration, async ({ count, perPage, maxPages, between }) => {
        const list = modelList({ count, query: { per_page: perPage } });
        const first = await told(list.source, { complete: true, maxPages });
        for (const each of between) list.change(each);
        const resume = first.progress.at(-1)?.resume;
        const known = first.ids.slice(-16).some((id) => list.rows().includes(id));
        const rest = await told(list.source, { complete: true, resume }).catch((error: unknown) => {
          // Of what it knew nothing is left: it may fail, but it must not go wrong in silence.
          if (known || !isFleetError(error, "unexpected")) throw error;
        });
        if (!rest) return;
        const ids = [...first.ids, ...rest.ids];
        expect(new Set(ids).size).toBe(ids.length);
        expect(list.lived().filter((id) => !ids.includes(id))).toEqual([]);
      }),
    );
  });

  it("at the end gives what was added since", async () => {
    const list = modelList({ count: 25, query: { per_page: 10 } });
    const first = await told(list.source, {});
    const nothing = await told(list.source, { resume: first.progress.at(-1)?.resume });
    expect(nothing.ids).toEqual([]);
    for (let added = 0; added < 12; added++) list.change({ kind: "insert", at: 1 });
    const rest = await told(list.source, { resume: first.progress.at(-1)?.resume });
    expect(rest.ids).toEqual([26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37]);
  });

  it("is refused for another operation, other parameters, and what no iteration wrote", async () => {
    const { source } = modelList({ count: 25, query: { per_page: 10, lifecycle_status: ["active", "faulty"] } });
    const { progress } = await told(source, {});
    const resume = progress[0]?.resume ?? "";
    const wrong = { name: "FleetError", code: "request", operationId: expect.stringMatching(/^(units|users)Listing$/) };
    const query = { per_page: 10, lifecycle_status: ["active"] };
    await expect(toArray({ ...source, operationId: "usersListing" }, { resume })).rejects.toMatchObject(wrong);
    await expect(toArray({ ...source, input: { query } }, { resume })).rejects.toMatchObject(wrong);
    await expect(toArray({ ...source, input: { ...source.input, path: { id: 7 } } }, { resume })).rejects.toMatchObject(
      wrong,
    );
    const changed = (index: number, value: unknown): string =>
      JSON.stringify(JSON.parse(resume).toSpliced(index, 1, value));
    const broken = [
      [1, -1],
      [2, {}],
      [2, [1]],
      [3, -1],
      [3, 1.5],
      [4, 0],
      [4, 2e9],
      [5, "9"],
      [6, 1],
    ] as const;
    for (const [index, value] of broken)
      await expect(toArray(source, { resume: changed(index, value) })).rejects.toMatchObject(wrong);
    for (const text of ["", "null", "{}", "[1]", resume.replace("1 units", "2 units"), resume.slice(1)])
      await expect(toArray(source, { resume: text })).rejects.toMatchObject(wrong);
    const reordered = { page: 9, lifecycle_status: ["active", "faulty"], per_page: 10, limit: undefined };
    expect(idsIn(await toArray({ ...source, input: { query: reordered } }, { resume }))).toEqual(range(25).slice(10));
  });

  it("holds no value of a parameter", async () => {
    const { source } = modelList({ count: 5, query: { per_page: 2, token: "s3cret" } });
    const { progress } = await told(source, {});
    expect(JSON.stringify(progress)).not.toContain("s3cret");
  });
});

const sizes = fc.record({
  count: fc.nat(60),
  perPage: fc.integer({ min: 1, max: 20 }),
  prefetch: fc.nat(4),
  end: fc.constantFrom<End>(null, "end"),
});

describe("an iteration over a list with cursors", () => {
  it("that is complete sends the same requests", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ count, perPage, prefetch, end }) => {
        const { source, asked } = cursorList(() => range(count), perPage, end);
        expect(idsIn(await paginateSource(source, { prefetch, complete: true }).toArray())).toEqual(range(count));
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
        const progress: ResumableProgress[] = [];
        const options: ResumableOptions = { prefetch, ...(!keyed && { keyOf: () => undefined }) };
        const onProgress = (each: ResumableProgress): void => void progress.push(each);
        const ids = idsIn(await paginateSource(source, { ...options, limit, onProgress }).toArray());
        rows = range(count + 5);
        for (const { retrieved, resume } of progress)
          expect([
            ...ids.slice(0, retrieved),
            ...idsIn(await paginateSource(source, { ...options, resume }).toArray()),
          ]).toEqual(rows);
      }),
    );
  });
});
