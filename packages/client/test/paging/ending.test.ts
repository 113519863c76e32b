import fc from "fast-check";
import type { PaginateOptions } from "@fleet-api/contract";
import { ReadableStream } from "node:stream/web";
import { describe, expect, it } from "vitest";
import { type AnySuccess, failureResult } from "../../src/call/result.ts";
import { createFleetClient } from "../../src/index.ts";
import type { PaginatedSource } from "../../src/paging/pagination.ts";
import { iterateItems, iteratePages } from "../../src/paging/iterate.ts";
import { paginate } from "../../src/paginate/index.ts";
import { paginateSource } from "../../src/paginate/paginate.ts";
import { baseUrl, jsonResponse, page } from "../support/answers.ts";
import { type ModelList, collect, idsIn, modelList } from "./support/model-list.ts";

/** A source whose request number `nth` (from 1) never gets an answer unless it is aborted. */
function stuckAt(list: ModelList, nth: number): PaginatedSource & { aborted: unknown[] } {
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

/** The iteration of a call, and those of `iteration`. */
const ways: Readonly<Record<string, (source: PaginatedSource, options: PaginateOptions) => AsyncIterable<AnySuccess>>> =
  {
    default: iteratePages,
    resumable: (source, options) => paginateSource(source, options).pages(),
    complete: (source, options) => paginateSource(source, { ...options, complete: true }).pages(),
  };

const endings = fc.record({
  prefetch: fc.nat(4),
  stopAfter: fc.integer({ min: 1, max: 5 }),
  way: fc.constantFrom(...Object.values(ways)),
});

describe("the end of an iteration", () => {
  it.each(["break", "throw", "return"] as const)(
    "by %s aborts what is in flight and sends nothing more",
    async (how) => {
      await fc.assert(
        fc.asyncProperty(endings, async ({ prefetch, stopAfter, way }) => {
          const list = modelList({ count: 200, query: { per_page: 20 }, delays: [3, 1, 0, 2] });
          let pages = 0;
          const iterate = async (): Promise<void> => {
            for await (const { ok } of way(list.source, { prefetch })) {
              if (ok && ++pages < stopAfter) continue;
              if (how === "throw") throw new Error("of the caller");
              if (how === "return") return;
              break;
            }
          };
          await iterate().catch((error: unknown) => expect(error).toEqual(new Error("of the caller")));
          expect([pages, list.inFlight()]).toEqual([stopAfter, 0]);
          const sent = list.asked.length;
          await new Promise((resolve) => setImmediate(resolve));
          expect(list.asked.length).toBe(sent);
          expect(sent).toBeLessThanOrEqual(stopAfter + prefetch);
        }),
      );
    },
  );

  it.each(["call", "iteration"] as const)("comes at once when the signal of the %s is aborted", async (whose) => {
    const controller = new AbortController();
    const { signal } = controller;
    const stuck = stuckAt(modelList({ count: 9, query: { per_page: 3 } }), 2);
    const iteration = iteratePages(
      whose === "call" ? { ...stuck, signal } : stuck,
      whose === "iteration" ? { signal } : {},
    );
    expect((await iteration.next()).value?.data).toHaveLength(3);
    const next = iteration.next();
    controller.abort("enough");
    await expect(next).rejects.toMatchObject({ name: "FleetError", code: "abort", cause: "enough" });
    expect(stuck.aborted).toEqual(["enough"]);
    expect(await iteration.next()).toEqual({ done: true, value: undefined });
  });

  it("comes at once while it waits for a first page that others wait for too", async () => {
    const controller = new AbortController();
    const { source } = modelList({ count: 9 });
    const iteration = iteratePages({ ...source, first: new Promise<never>(() => {}) }, { signal: controller.signal });
    const next = iteration.next();
    controller.abort("enough");
    await expect(next).rejects.toMatchObject({ code: "abort", cause: "enough" });
  });

  it("comes between two items, and before pages that were fetched ahead", async () => {
    const list = modelList({ count: 9, query: { per_page: 3 } });
    const controller = new AbortController();
    const ids: unknown[] = [];
    const iterate = async (): Promise<void> => {
      for await (const item of iterateItems(list.source, { prefetch: 4, signal: controller.signal }))
        if (ids.push(item) === 2) controller.abort("enough");
    };
    await expect(iterate()).rejects.toMatchObject({ code: "abort", cause: "enough" });
    expect(idsIn(ids)).toEqual([1, 2]);
  });

  it("sends nothing when the signal was aborted before", async () => {
    const list = modelList({ count: 9 });
    const signal = AbortSignal.abort("before");
    await expect(iteratePages(list.source, { signal }).next()).rejects.toMatchObject({
      code: "abort",
      cause: "before",
    });
    expect(list.asked).toEqual([]);
  });

  it("by a failure comes after the pages before it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.integer({ min: 1, max: 6 }), async (prefetch, bad) => {
        const list = modelList({ count: 60, query: { per_page: 10 }, delays: [4, 0, 1] });
        const ids: unknown[] = [];
        const source: PaginatedSource = {
          ...list.source,
          send: async (input, signal) =>
            Number(input.query?.["page"] ?? 1) === bad
              ? failureResult("unitsListing", { kind: "network", message: "no answer" })
              : list.source.send(input, signal),
        };
        const iterate = async (): Promise<void> => {
          for await (const item of iterateItems(source, { prefetch })) ids.push(item);
        };
        await expect(iterate()).rejects.toMatchObject({ code: "network" });
        expect(idsIn(ids)).toEqual(Array.from({ length: (bad - 1) * 10 }, (_, index) => index + 1));
      }),
    );
  });
});

/** A list of three pages; the request for the page number `stuck` is answered only when it is aborted. */
function stuckSource(stuck: number) {
  const list = modelList({ count: 9, query: { per_page: 3 } });
  const aborted: number[] = [];
  const source: PaginatedSource = {
    ...list.source,
    send: async (input, signal) => {
      if (Number(input.query?.["page"] ?? 1) !== stuck) return list.source.send(input, signal);
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted.push(stuck);
          resolve(failureResult("unitsListing", { kind: "abort", message: "aborted" }));
        });
      });
    },
  };
  return { source, aborted, asked: list.asked };
}

const done = { done: true, value: undefined };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe.each<[string, (source: PaginatedSource) => AsyncGenerator<unknown, void, undefined>, steps: number]>([
  ["pages", iteratePages, 1],
  ["items", iterateItems, 3],
])("leaving %s", (_name, iterateBy, stepsPerPage) => {
  it.each([1, 2, 3])("by return() ends the step that waits for page %i", async (stuck) => {
    const { source, aborted } = stuckSource(stuck);
    const iteration = iterateBy(source);
    for (let step = 0; step < stepsPerPage * (stuck - 1); step++)
      expect(await iteration.next()).toMatchObject({ done: false });
    const step = iteration.next();
    await turn();
    expect(await iteration.return()).toEqual(done);
    expect(await step).toEqual(done);
    expect(aborted).toEqual([stuck]);
    expect(await iteration.next()).toEqual(done);
    expect(await iteration.return()).toEqual(done);
  });

  it("by return() before the first step sends nothing", async () => {
    const { source, asked } = stuckSource(1);
    const iteration = iterateBy(source);
    expect(await iteration.return()).toEqual(done);
    expect(await collect(iteration)).toEqual([]);
    expect(asked).toEqual([]);
  });

  it("by cancel() of a stream made of it ends what is in flight", async () => {
    const { source, aborted } = stuckSource(1);
    const stream = ReadableStream.from(iterateBy(source));
    const reader = stream.getReader();
    const read = reader.read();
    await turn();
    await reader.cancel();
    expect(await read).toEqual(done);
    expect(aborted).toEqual([1]);
  });

  it("does not hide why a step failed that nobody left", async () => {
    const { source } = stuckSource(9);
    const failing = {
      ...source,
      send: async () => failureResult("unitsListing", { kind: "network", message: "no answer" }),
    };
    await expect(iterateBy(failing).next()).rejects.toMatchObject({ code: "network" });
  });
});

/** A signal, with the listeners that it has now, and that it ever got. */
function countedSignal() {
  const { signal } = new AbortController();
  const [now, all] = [new Set<unknown>(), new Set<unknown>()];
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    now.add(given[1]);
    all.add(given[1]);
    add(...given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    now.delete(given[1]);
    remove(...given);
  };
  return { signal, now, all };
}

describe("the signals of the caller", () => {
  const leavings: Readonly<Record<string, (steps: AsyncGenerator) => Promise<unknown>>> = {
    "was dropped": turn,
    "was returned from": (steps) => steps.return(undefined),
    "has ended": collect,
    "has thrown": (steps) => steps.throw(new Error("of the caller")).catch(() => {}),
  };

  it.each(Object.entries(leavings))("have no listener of an iteration that %s", async (_how, leave) => {
    for (const iterateBy of [iteratePages, iterateItems]) {
      const { signal, now } = countedSignal();
      const list = modelList({ count: 9, query: { per_page: 3 }, delays: [3] });
      const steps = iterateBy({ ...list.source, signal }, { signal, prefetch: 2 });
      const step = steps.next();
      await Promise.resolve();
      expect(now.size).toBe(2);
      await step;
      expect(now.size).toBe(2);
      await leave(steps);
      await turn();
      expect(now.size).toBe(0);
    }
  });

  it("have no listener of an iteration that was left while others wait for its request", async () => {
    const { signal, now } = countedSignal();
    const { source } = modelList({ count: 9 });
    const steps = iteratePages({ ...source, first: new Promise<never>(() => {}) }, { signal });
    const step = steps.next();
    expect(now.size).toBe(1);
    await steps.return();
    expect(await step).toEqual({ done: true, value: undefined });
    expect(now.size).toBe(0);
  });

  it("have none between two steps, and end the iteration all the same", async () => {
    const controller = new AbortController();
    const list = modelList({ count: 9, query: { per_page: 3 } });
    for (const whose of ["call", "iteration"]) {
      const { signal } = controller;
      const steps = iteratePages(
        whose === "call" ? { ...list.source, signal } : list.source,
        whose === "iteration" ? { signal } : {},
      );
      await (controller.signal.aborted ? undefined : steps.next());
      controller.abort("enough");
      await expect(steps.next()).rejects.toMatchObject({ code: "abort", cause: "enough" });
    }
    expect(list.asked).toHaveLength(1);
  });

  it("get none from an iteration that nobody takes a step of", async () => {
    const { signal, now, all } = countedSignal();
    const fetch = async (): Promise<Response> => jsonResponse(page([1], 1, 50, 1));
    const call = createFleetClient({ baseUrl, fetch }).units.listing({}, { signal });
    await call;
    const ofCall = all.size;
    const iterations = [call.pages({ signal }), call.items({ signal }), call, paginate(call, { signal })];
    await turn();
    expect(all.size).toBe(ofCall);
    await Promise.all(iterations.map((each) => each[Symbol.asyncIterator]().next()));
    await turn();
    expect(now.size).toBe(0);
  });
});
