import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFleetClient, type FleetClient, type FleetClientOptions, type Middleware } from "../../src/index.ts";
import { baseUrl, jsonResponse, page, problem } from "../support/answers.ts";
import { type FakePlatform, fakePlatform } from "../support/fake-platform.ts";
import { idsIn } from "./support/model-list.ts";

/** A request that waits for its answer. */
interface Waiting {
  readonly signal: AbortSignal;
  readonly answer: (response: Response) => void;
}

/** A client whose requests wait until the test answers them. */
function waitingClient(): { fleet: FleetClient; sent: Waiting[]; platform: FakePlatform } {
  const sent: Waiting[] = [];
  const platform = fakePlatform();
  const fetch: FleetClientOptions["fetch"] = (_url, init) =>
    new Promise((answer, reject) => {
      const signal = init?.signal ?? new AbortController().signal;
      signal.addEventListener("abort", () => reject(signal.reason));
      sent.push({ signal, answer });
    });
  return { fleet: createFleetClient({ baseUrl, fetch, ...platform, timeoutMs: 0 }), sent, platform };
}

const onlyPage = (): Response => jsonResponse(page([1, 2], 1, 50, 2));
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Begins to walk a call. */
function walkOf(call: ReturnType<FleetClient["units"]["listing"]>) {
  const controller = new AbortController();
  const result = call.toArray({ signal: controller.signal }).then(idsIn, (error: unknown) => Object(error).code);
  return { leave: () => controller.abort("enough"), result };
}

describe("the first request of a walk", () => {
  it("is aborted with the signal of the walk", async () => {
    const { fleet, sent, platform } = waitingClient();
    const walk = walkOf(fleet.units.listing());
    await turn();
    walk.leave();
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(await walk.result).toBe("abort");
    await platform.advance(60_000);
    expect(sent).toHaveLength(1);
  });

  it("is not sent again when the walk is left while its repetition waits", async () => {
    const { fleet, sent, platform } = waitingClient();
    const walk = walkOf(fleet.units.listing());
    await turn();
    sent[0]?.answer(jsonResponse(problem(503, "unavailable"), { status: 503 }));
    await platform.advance(0);
    expect(platform.pending()).toBe(1);
    walk.leave();
    expect(await walk.result).toBe("abort");
    await platform.advance(60_000);
    expect(sent).toHaveLength(1);
  });

  it("goes on for the one who awaits the call", async () => {
    const { fleet, sent } = waitingClient();
    const call = fleet.units.listing();
    const walk = walkOf(call);
    await turn();
    const awaited = Promise.resolve(call);
    await turn();
    walk.leave();
    expect(await walk.result).toBe("abort");
    sent[0]?.answer(onlyPage());
    expect(await awaited).toMatchObject({ ok: true, data: [{ id: 1 }, { id: 2 }] });
    expect(sent).toHaveLength(1);
  });

  it("goes on when the call was awaited before", async () => {
    const { fleet, sent } = waitingClient();
    const call = fleet.units.listing();
    const awaited = call.orThrow();
    const walk = walkOf(call);
    await turn();
    walk.leave();
    expect(await walk.result).toBe("abort");
    sent[0]?.answer(onlyPage());
    expect(await awaited).toMatchObject({ ok: true });
    expect(sent).toHaveLength(1);
  });

  it("is sent anew for who comes after it was aborted", async () => {
    const { fleet, sent } = waitingClient();
    const call = fleet.units.listing();
    const walk = walkOf(call);
    await turn();
    walk.leave();
    const awaited = Promise.resolve(call);
    const other = walkOf(call);
    await turn();
    sent[1]?.answer(onlyPage());
    expect(await awaited).toMatchObject({ ok: true });
    expect(await other.result).toEqual([1, 2]);
    expect(await walk.result).toBe("abort");
    expect(sent).toHaveLength(2);
  });

  it("is still aborted by the signal of the call when the walk that sent it has left", async () => {
    const { fleet, sent } = waitingClient();
    const controller = new AbortController();
    const call = fleet.units.listing({}, { signal: controller.signal });
    const walk = walkOf(call);
    await turn();
    const awaited = Promise.resolve(call);
    await turn();
    walk.leave();
    expect(sent[0]?.signal.aborted).toBe(false);
    controller.abort("all");
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(await awaited).toMatchObject({ ok: false, kind: "abort", error: { cause: "all" } });
    expect(await call).toBe(await awaited);
    expect(sent).toHaveLength(1);
  });

  it("leaves no listener on the signal of the call", async () => {
    const { fleet, sent } = waitingClient();
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => (listeners.add(given[1]), add(...given));
    signal.removeEventListener = (...given: Parameters<typeof remove>) => (
      listeners.delete(given[1]),
      remove(...given)
    );
    const walk = walkOf(fleet.units.listing({}, { signal }));
    await turn();
    expect(listeners.size).toBeGreaterThan(0);
    sent[0]?.answer(onlyPage());
    expect(await walk.result).toEqual([1, 2]);
    expect(listeners.size).toBe(0);
  });

  it("is the only one for walks and awaits of a call, also of those that come later", async () => {
    const { fleet, sent } = waitingClient();
    const call = fleet.units.listing();
    const before = walkOf(call);
    await turn();
    sent[0]?.answer(onlyPage());
    expect(await before.result).toEqual([1, 2]);
    expect(await call).toBe(await call);
    expect(await walkOf(call).result).toEqual([1, 2]);
    expect(sent).toHaveLength(1);
  });

  it("is aborted when nobody waits for it any more, and never otherwise", async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom("walk", "await") }),
      fc.record({ kind: fc.constant("leave"), which: fc.nat(9) }),
    );
    const steps = fc.array(step, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { fleet, sent } = waitingClient();
        const call = fleet.units.listing();
        const awaits: Promise<{ ok: boolean }>[] = [];
        const left: ReturnType<typeof walkOf>[] = [];
        let walks: ReturnType<typeof walkOf>[] = [];
        let [requests, pending] = [0, false];
        // Walked in the code that makes it, the call is claimed: nobody else asks for its result.
        const claimed = all[0]?.kind === "walk";
        for (const each of all) {
          if (each.kind === "walk") walks.push(walkOf(call));
          if (each.kind === "await") awaits.push(Promise.resolve(call));
          const goes = "which" in each ? walks[each.which % walks.length] : undefined;
          if (goes) left.push(goes);
          goes?.leave();
          walks = walks.filter((walk) => walk !== goes);
          await turn();
          const wanted = !claimed || walks.length + awaits.length > 0;
          if (wanted && !pending) requests++;
          pending = wanted;
          expect(sent.map(({ signal }) => signal.aborted)).toEqual(
            sent.map((_, index) => index < requests - 1 || !pending),
          );
          expect(sent).toHaveLength(requests);
        }
        sent.at(-1)?.answer(onlyPage());
        for (const { result } of walks) expect(await result).toEqual([1, 2]);
        for (const { result } of left) expect(await result).toBe("abort");
        for (const awaited of awaits) expect(await awaited).toMatchObject({ ok: true });
      }),
    );
  });
});

describe("the first page of a call", () => {
  it("may be changed by who awaited it: walks read it as it came", async () => {
    const { fleet, sent } = waitingClient();
    const call = fleet.units.listing();
    const awaited = call.orThrow();
    await turn();
    sent[0]?.answer(onlyPage());
    const first = await awaited;
    first.data.length = 1;
    first.pagination.page = 9;
    expect(await walkOf(call).result).toEqual([1, 2]);
  });

  it("may be changed by who walks: other walks and awaits read it as it came", async () => {
    const { fleet, sent } = waitingClient();
    const call = fleet.units.listing();
    const walk = call.pages()[Symbol.asyncIterator]();
    const next = walk.next();
    await turn();
    sent[0]?.answer(onlyPage());
    const { value } = await next;
    expect(value).toMatchObject({ ok: true, status: 200 });
    value.data.length = 1;
    value.pagination.page = 9;
    expect(await walkOf(call).result).toEqual([1, 2]);
    expect(await call).toMatchObject({ data: [{ id: 1 }, { id: 2 }], pagination: { page: 1 } });
  });

  it("may be anything that a middleware makes of it, for who awaits it", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    const odd: Middleware = async (context, next) => Object.assign(await next(context), { data: 7 });
    const fleet = createFleetClient({ baseUrl, fetch: async () => onlyPage(), use: [odd] });
    expect(await fleet.units.listing()).toMatchObject({ ok: true, data: 7 });
    await turn();
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
    await expect(fleet.units.listing().toArray()).rejects.toThrow(TypeError);
  });
});
