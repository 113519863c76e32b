/** When calls are sent, and what of them can be had how often: promises of results, and the iterations of lists. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFleetClient, type FleetClientOptions, isFleetError, type OperationCall } from "../src/index.ts";
import { paginate } from "../src/paginate/index.ts";
import { unhandledIn } from "./observe/unhandled.ts";
import { collect, idsIn } from "./paging/support/model-list.ts";
import { baseUrl, jsonResponse, page, problem } from "./support/answers.ts";

type ListCall = OperationCall<"unitsListing">;

/** Lets everything that can go on do so, up to the next answer of the service. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A list of pages of two; each answer takes a turn, and an abort ends it. `asked` has the pages that were asked for. */
function service({ pages = 3, fails = false } = {}) {
  const asked: number[] = [];
  const fetch: FleetClientOptions["fetch"] = async (url, init) => {
    const at = Number(new URL(String(url)).searchParams.get("page") ?? 1);
    asked.push(at);
    await turn();
    init?.signal?.throwIfAborted();
    if (fails) return jsonResponse(problem(503, "unavailable"), { status: 503 });
    if (!String(url).includes("/listing")) return jsonResponse({ data: {} });
    return jsonResponse(page([2 * at - 1, 2 * at], at, 2, 2 * pages));
  };
  return { asked, fleet: createFleetClient({ baseUrl, fetch, retry: false }) };
}

describe("a call", () => {
  it("is a promise, and what its methods give are ordinary ones", async () => {
    const { fleet } = service();
    for (const call of [fleet.units.listing(), fleet.auth.logout()]) {
      expect(call).toBeInstanceOf(Promise);
      const made = [call.then(String), call.catch(String), call.finally(() => {}), call.orThrow().catch(String)];
      expect(made.map((each) => each.constructor)).toEqual([Promise, Promise, Promise, Promise]);
      expect(await Promise.race([call, new Promise(() => {})])).toBe(await call);
    }
  });

  it("is sent at once, though nobody awaits it", async () => {
    const { fleet, asked } = service();
    void fleet.auth.logout();
    void fleet.units.listing();
    expect(asked).toHaveLength(2);
    await turn();
    await turn();
    expect(asked).toHaveLength(2);
  });

  it("fails with `abort` if the client is closed right after it", async () => {
    const { fleet, asked } = service();
    const calls = [fleet.auth.logout(), fleet.units.listing()];
    const items = fleet.units.listing().toArray();
    fleet.close();
    for (const call of calls) expect(await call).toMatchObject({ ok: false, kind: "abort" });
    await expect(items).rejects.toMatchObject({ code: "abort" });
    expect(asked).toHaveLength(3);
  });

  it("runs beside one that was made before it", async () => {
    let most = 0;
    let running = 0;
    const fetch = async (): Promise<Response> => {
      most = Math.max(most, ++running);
      await turn();
      running--;
      return jsonResponse(page([1], 1, 50, 1));
    };
    const fleet = createFleetClient({ baseUrl, fetch });
    const first = fleet.units.listing();
    const second = fleet.auth.token();
    await first;
    await second;
    expect(most).toBe(2);
  });

  it("does not reject: `then` has the failure, `catch` nothing, `finally` runs", async () => {
    const { fleet } = service({ fails: true });
    for (const call of [fleet.units.listing(), fleet.auth.logout()]) {
      const steps: string[] = [];
      const caught = await call.catch(() => "caught").finally(() => void steps.push("finally"));
      expect(caught).toBe(await call);
      expect(await call.then(({ ok }) => ok)).toBe(false);
      expect(steps).toEqual(["finally"]);
      const error: unknown = await call.orThrow().catch((each: unknown) => each);
      expect(isFleetError(error, "unavailable")).toBe(true);
    }
    expect(await unhandledIn(() => Promise.all([fleet.units.listing(), fleet.auth.logout()]))).toEqual([]);
  });

  it("rejects with what a callback of `then` throws, as any promise", async () => {
    const { fleet } = service();
    for (const call of [fleet.units.listing(), fleet.auth.logout()]) {
      const thrown = call.then(() => {
        throw new RangeError("mine");
      });
      await expect(thrown).rejects.toThrow("mine");
    }
  });

  it("is aborted by its signal in the code that makes it", async () => {
    const { fleet, asked } = service();
    const controller = new AbortController();
    const { signal } = controller;
    const call = fleet.units.listing({}, { signal });
    controller.abort("no");
    expect(await call).toMatchObject({ kind: "abort", error: { cause: "no" } });
    expect(asked).toHaveLength(1);
    expect(await fleet.auth.logout({}, { signal })).toMatchObject({ kind: "abort", error: { cause: "no" } });
    await expect(fleet.units.listing({}, { signal }).toArray()).rejects.toMatchObject({ code: "abort", cause: "no" });
    expect(asked).toHaveLength(1);
  });
});

describe("a list call that is iterated", () => {
  it.each<[string, (call: ListCall) => Promise<unknown>]>([
    ["pages", async (call) => (await collect(call.pages())).flatMap(({ data }) => data)],
    ["items", (call) => collect(call.items())],
    ["toArray", (call) => call.toArray()],
    ["for await", (call) => collect(call)],
    ["iteration", (call) => collect(paginate(call))],
    ["iteration, pages", async (call) => (await collect(paginate(call).pages())).flatMap(({ data }) => data)],
    ["iteration, toArray", (call) => paginate(call).toArray()],
  ])("begins with the page of the call: %s", async (_how, take) => {
    const { fleet, asked } = service();
    expect(await take(fleet.units.listing())).toHaveLength(6);
    await turn();
    expect(asked).toEqual([1, 2, 3]);
  });

  it("sends only the request of the call where the iteration asks for nothing", async () => {
    const { fleet, asked } = service();
    expect(await fleet.units.listing().toArray({ limit: 0 })).toEqual([]);
    const left = fleet.units.listing().items()[Symbol.asyncIterator]();
    await left.return?.();
    void fleet.units.listing().pages();
    void paginate(fleet.units.listing());
    await expect(fleet.units.listing().toArray({ prefetch: 9 })).rejects.toMatchObject({ code: "request" });
    await turn();
    expect(asked).toEqual([1, 1, 1, 1, 1]);
  });

  it("shares the first request with who awaits it, before, beside or after", async () => {
    for (const order of ["before", "beside", "after"]) {
      const { fleet, asked } = service();
      const call = fleet.units.listing();
      const before = order === "before" ? call.orThrow() : null;
      const items = call.toArray();
      if (order === "after") await items;
      expect(await (before ?? call)).toMatchObject({ ok: true, data: [{ id: 1 }, { id: 2 }] });
      expect(idsIn(await items)).toEqual([1, 2, 3, 4, 5, 6]);
      expect({ order, asked }).toEqual({ order, asked: [1, 2, 3] });
    }
  });

  it("does not use the page of the call with `resume`", async () => {
    const { fleet, asked } = service();
    let resume = "";
    await paginate(fleet.units.listing(), {
      maxPages: 1,
      onProgress: (progress) => (resume = progress.resume),
    }).toArray();
    asked.length = 0;
    expect(idsIn(await paginate(fleet.units.listing(), { resume }).toArray())).toEqual([3, 4, 5, 6]);
    // That of the call, and the first of the iteration.
    expect(asked.slice(0, 2)).toEqual([1, 2]);
  });
});

describe("a list call that is iterated later", () => {
  it.each([0, 1, 3])("begins with the page of the call, %i turns on", async (turns) => {
    const { fleet, asked } = service();
    const call = fleet.units.listing();
    await Promise.resolve();
    for (let each = 0; each < turns; each += 1) await turn();
    expect(idsIn(await call.toArray())).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked).toEqual([1, 2, 3]);
  });

  it("begins elsewhere with `resume`", async () => {
    const { fleet, asked } = service();
    let resume = "";
    await paginate(fleet.units.listing(), {
      maxPages: 1,
      onProgress: (progress) => (resume = progress.resume),
    }).toArray();
    const call = fleet.units.listing();
    await call;
    asked.length = 0;
    expect(idsIn(await paginate(call, { resume }).toArray())).toEqual([3, 4, 5, 6]);
    expect(asked[0]).toBe(2);
  });

  it("does not abort the request of the call when the iteration is left", async () => {
    const { fleet } = service();
    const call = fleet.units.listing();
    await Promise.resolve();
    const items = call.items()[Symbol.asyncIterator]();
    const step = items.next();
    await items.return?.();
    expect(await step).toMatchObject({ done: true });
    expect(await call).toMatchObject({ ok: true, data: [{ id: 1 }, { id: 2 }] });
  });
});

/** Ways to take the result of a call. Each says how it went: whether the call succeeded. */
const takings = {
  await: async (call: ListCall) => (await call).ok,
  // oxlint-disable-next-line unicorn/no-thenable -- a name
  then: (call: ListCall) => call.then(({ ok }) => ok),
  catch: (call: ListCall) => call.catch(() => null).then((result) => result?.ok),
  finally: (call: ListCall) => call.finally(() => {}).then(({ ok }) => ok),
  orThrow: (call: ListCall) => succeeds(call.orThrow()),
  withResponse: (call: ListCall) => call.withResponse().then(({ result }) => result.ok),
};

/** Ways to iteration it. */
const walkings = {
  pages: (call: ListCall) => succeeds(collect(call.pages())),
  items: (call: ListCall) => succeeds(collect(call.items())),
  toArray: (call: ListCall) => succeeds(call.toArray()),
  forAwait: (call: ListCall) => succeeds(collect(call)),
  iteration: (call: ListCall) => succeeds(collect(paginate(call))),
};

/** Makes an iteration and takes no step of it. */
const unused = {
  items: async (call: ListCall) => void call.items(),
  iteration: async (call: ListCall) => void paginate(call),
};

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      if (!isFleetError(error)) throw error;
      return false;
    },
  );
}

const ways: Record<string, (call: ListCall) => Promise<boolean | null | undefined | void>> = {
  ...takings,
  ...walkings,
  unusedItems: unused.items,
  unusedWalk: unused.iteration,
};

/** One way to use a call: in the code that makes it (0), a microtask later (1), or some turns later. */
interface Step {
  readonly way: string;
  readonly at: number;
}

const steps = (names: readonly string[]): fc.Arbitrary<Step[]> =>
  fc
    .array(fc.record({ way: fc.constantFrom(...names), at: fc.nat(5) }), { maxLength: 8 })
    .map((all) => all.toSorted((a, b) => a.at - b.at));

/** Plays the steps, and says how each went when all are done. `each` is run at every moment before its steps. */
async function play(call: ListCall, all: readonly Step[], each = (_at: number): void => {}) {
  const results: Promise<unknown>[] = [];
  for (let at = 0; at <= 5; at += 1) {
    each(at);
    for (const step of all) if (step.at === at) results.push(Promise.resolve(ways[step.way]?.(call)));
    await (at === 0 ? Promise.resolve() : turn());
  }
  const outcomes = await Promise.all(results);
  for (let more = 0; more < 6; more += 1) await turn();
  return outcomes;
}

describe("whatever is done with a list call, in whatever order and however often", () => {
  it("sends the first request once, and each later page once for each iteration", async () => {
    const scenes = fc.record({
      all: steps(Object.keys(ways)),
      pages: fc.integer({ min: 1, max: 3 }),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(scenes, async ({ all, pages, fails }) => {
        const { fleet, asked } = service({ pages, fails });
        const unhandled = await unhandledIn(async () => {
          const outcomes = await play(fleet.units.listing(), all);
          expect(outcomes).toEqual(all.map(({ way }) => (way.startsWith("unused") ? undefined : !fails)));
        });
        const iterations = all.filter(({ way }) => way in walkings).length;
        const expected = Array.from({ length: pages }, (_, index) => (index === 0 ? 1 : fails ? 0 : iterations));
        expect(Array.from({ length: pages }, (_, index) => asked.filter((at) => at === index + 1).length)).toEqual(
          expected,
        );
        expect(unhandled).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("sends nothing more after an abort, and ends", async () => {
    const scenes = fc.record({ all: steps(Object.keys(ways)), abortAt: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(scenes, async ({ all, abortAt }) => {
        const { fleet, asked } = service();
        const controller = new AbortController();
        let sent = 0;
        const unhandled = await unhandledIn(async () => {
          const call = fleet.units.listing({}, { signal: controller.signal });
          await play(call, all, (at) => {
            if (at !== abortAt) return;
            // Aborted before it was made, the call would send nothing; here it has been sent.
            sent = asked.length;
            controller.abort("enough");
          });
        });
        expect(asked).toHaveLength(sent);
        expect(unhandled).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

it("whatever is done with another call, it is sent once", async () => {
  await fc.assert(
    fc.asyncProperty(steps(Object.keys(takings)), fc.boolean(), async (all, fails) => {
      const { fleet, asked } = service({ fails });
      const call = fleet.auth.token();
      const outcomes = await play(Object(call), all);
      expect(outcomes).toEqual(all.map(() => !fails));
      expect(asked).toHaveLength(1);
    }),
    { numRuns: 50 },
  );
});
