import { describe, expect, it } from "vitest";
import { createFleetClient } from "../../src/index.ts";
import { walkItems, walkPages } from "../../src/paging/walk.ts";
import { walk } from "../../src/walks/index.ts";
import { baseUrl, jsonResponse, page } from "../support/answers.ts";
import { collect, modelList } from "./support/model-list.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

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

  it.each(Object.entries(leavings))("have no listener of a walk that %s", async (_how, leave) => {
    for (const walkOf of [walkPages, walkItems]) {
      const { signal, now } = countedSignal();
      const list = modelList({ count: 9, query: { per_page: 3 }, delays: [3] });
      const steps = walkOf({ ...list.source, signal }, { signal, prefetch: 2 });
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

  it("have no listener of a walk that was left while others wait for its request", async () => {
    const { signal, now } = countedSignal();
    const { source } = modelList({ count: 9 });
    const steps = walkPages({ ...source, first: () => new Promise(() => {}) }, { signal });
    const step = steps.next();
    expect(now.size).toBe(1);
    await steps.return();
    expect(await step).toEqual({ done: true, value: undefined });
    expect(now.size).toBe(0);
  });

  it("have none between two steps, and end the walk all the same", async () => {
    const controller = new AbortController();
    const list = modelList({ count: 9, query: { per_page: 3 } });
    for (const whose of ["call", "walk"]) {
      const { signal } = controller;
      const steps = walkPages(
        whose === "call" ? { ...list.source, signal } : list.source,
        whose === "walk" ? { signal } : {},
      );
      await (controller.signal.aborted ? undefined : steps.next());
      controller.abort("enough");
      await expect(steps.next()).rejects.toMatchObject({ code: "abort", cause: "enough" });
    }
    expect(list.asked).toHaveLength(1);
  });

  it("get none from a walk that nobody takes a step of", async () => {
    const { signal, now, all } = countedSignal();
    const fetch = async (): Promise<Response> => jsonResponse(page([1], 1, 50, 1));
    const call = createFleetClient({ baseUrl, fetch }).units.listing({}, { signal });
    const walks = [call.pages({ signal }), call.items({ signal }), call, walk(call, { signal })];
    await turn();
    expect(all.size).toBe(0);
    await Promise.all(walks.map((each) => each[Symbol.asyncIterator]().next()));
    await turn();
    expect(now.size).toBe(0);
  });
});
