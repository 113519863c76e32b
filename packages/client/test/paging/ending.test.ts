import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnyPage, failureResult } from "../../src/call/result.ts";
import { walkItems, walkPages } from "../../src/paging/walk.ts";
import type { WalkOptions } from "@fleet-api/contract";
import type { WalkSource } from "../../src/paging/source.ts";
import { walkOver } from "../../src/walks/walk.ts";
import { idsIn, modelList, type ModelList } from "./support/model-list.ts";

/** A source whose request number `nth` (from 1) never gets an answer unless it is aborted. */
function stuckAt(list: ModelList, nth: number): WalkSource & { aborted: unknown[] } {
  const aborted: unknown[] = [];
  let sent = 0;
  return {
    ...list.source,
    aborted,
    send: async (input, signal) => {
      if (++sent < nth) return list.source.send(input, signal);
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted.push(signal.reason);
          resolve(failureResult("unitsListing", { kind: "abort", message: "aborted", cause: signal.reason }));
        });
      });
    },
  };
}

/** The walk of a call, and those of `walk`. */
const ways: Readonly<Record<string, (source: WalkSource, options: WalkOptions) => AsyncIterable<AnyPage>>> = {
  default: walkPages,
  resumable: (source, options) => walkOver(source, options).pages(),
  complete: (source, options) => walkOver(source, { ...options, complete: true }).pages(),
};

const endings = fc.record({
  prefetch: fc.nat(4),
  stopAfter: fc.integer({ min: 1, max: 5 }),
  way: fc.constantFrom(...Object.values(ways)),
});

describe("the end of a walk", () => {
  it.each(["break", "throw", "return"] as const)(
    "by %s aborts what is in flight and sends nothing more",
    async (how) => {
      await fc.assert(
        fc.asyncProperty(endings, async ({ prefetch, stopAfter, way }) => {
          const list = modelList({ count: 200, query: { per_page: 20 }, delays: [3, 1, 0, 2] });
          let pages = 0;
          const walk = async (): Promise<void> => {
            for await (const { ok } of way(list.source, { prefetch })) {
              if (ok && ++pages < stopAfter) continue;
              if (how === "throw") throw new Error("of the caller");
              if (how === "return") return;
              break;
            }
          };
          await walk().catch((error: unknown) => expect(error).toEqual(new Error("of the caller")));
          expect([pages, list.inFlight()]).toEqual([stopAfter, 0]);
          const sent = list.asked.length;
          await new Promise((resolve) => setImmediate(resolve));
          expect(list.asked.length).toBe(sent);
          expect(sent).toBeLessThanOrEqual(stopAfter + prefetch);
        }),
      );
    },
  );

  it.each(["call", "walk"] as const)("comes at once when the signal of the %s is aborted", async (whose) => {
    const controller = new AbortController();
    const { signal } = controller;
    const stuck = stuckAt(modelList({ count: 9, query: { per_page: 3 } }), 2);
    const walk = walkPages(whose === "call" ? { ...stuck, signal } : stuck, whose === "walk" ? { signal } : {});
    expect((await walk.next()).value?.data).toHaveLength(3);
    const next = walk.next();
    controller.abort("enough");
    await expect(next).rejects.toMatchObject({ name: "FleetError", code: "abort", cause: "enough" });
    expect(stuck.aborted).toEqual(["enough"]);
    expect(await walk.next()).toEqual({ done: true, value: undefined });
  });

  it("comes at once while it waits for a first page that others wait for too", async () => {
    const controller = new AbortController();
    const { source } = modelList({ count: 9 });
    const walk = walkPages({ ...source, first: () => new Promise(() => {}) }, { signal: controller.signal });
    const next = walk.next();
    controller.abort("enough");
    await expect(next).rejects.toMatchObject({ code: "abort", cause: "enough" });
  });

  it("comes between two items, and before pages that were fetched ahead", async () => {
    const list = modelList({ count: 9, query: { per_page: 3 } });
    const controller = new AbortController();
    const ids: unknown[] = [];
    const walk = async (): Promise<void> => {
      for await (const item of walkItems(list.source, { prefetch: 4, signal: controller.signal }))
        if (ids.push(item) === 2) controller.abort("enough");
    };
    await expect(walk()).rejects.toMatchObject({ code: "abort", cause: "enough" });
    expect(idsIn(ids)).toEqual([1, 2]);
  });

  it("sends nothing when the signal was aborted before", async () => {
    const list = modelList({ count: 9 });
    const signal = AbortSignal.abort("before");
    await expect(walkPages(list.source, { signal }).next()).rejects.toMatchObject({ code: "abort", cause: "before" });
    expect(list.asked).toEqual([]);
  });

  it("by a failure comes after the pages before it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.integer({ min: 1, max: 6 }), async (prefetch, bad) => {
        const list = modelList({ count: 60, query: { per_page: 10 }, delays: [4, 0, 1] });
        const ids: unknown[] = [];
        const source: WalkSource = {
          ...list.source,
          send: async (input, signal) =>
            Number(input.query?.["page"] ?? 1) === bad
              ? failureResult("unitsListing", { kind: "network", message: "no answer" })
              : list.source.send(input, signal),
        };
        const walk = async (): Promise<void> => {
          for await (const item of walkItems(source, { prefetch })) ids.push(item);
        };
        await expect(walk()).rejects.toMatchObject({ code: "network" });
        expect(idsIn(ids)).toEqual(Array.from({ length: (bad - 1) * 10 }, (_, index) => index + 1));
      }),
    );
  });
});
