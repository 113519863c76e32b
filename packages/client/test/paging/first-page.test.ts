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

/** Begins to iteration a call. */
function iteratorOf(call: ReturnType<FleetClient["units"]["listing"]>) {
  const controller = new AbortController();
  const result = call.toArray({ signal: controller.signal }).then(idsIn, (error: unknown) => Object(error).code);
  return { leave: () => controller.abort("enough"), result };
}

describe("the request of a call that is iterated", () => {
  it("goes on when an iteration is aborted by its own signal", async () => {
    const { fleet, sent } = waitingClient();
    const call = fleet.units.listing();
    const iteration = iteratorOf(call);
    iteration.leave();
    expect(await iteration.result).toBe("abort");
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false]);
    const other = iteratorOf(call);
    sent[0]?.answer(onlyPage());
    expect(await call).toMatchObject({ ok: true, data: [{ id: 1 }, { id: 2 }] });
    expect(await other.result).toEqual([1, 2]);
    expect(sent).toHaveLength(1);
  });

  it("is aborted by the signal of the call, for all who wait for it", async () => {
    const { fleet, sent } = waitingClient();
    const controller = new AbortController();
    const call = fleet.units.listing({}, { signal: controller.signal });
    const iterations = [iteratorOf(call), iteratorOf(call)];
    await turn();
    controller.abort("all");
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(await call).toMatchObject({ ok: false, kind: "abort", error: { cause: "all" } });
    expect(await Promise.all(iterations.map(({ result }) => result))).toEqual(["abort", "abort"]);
  });

  it("is repeated once for all who wait for it", async () => {
    const { fleet, sent, platform } = waitingClient();
    const call = fleet.units.listing();
    const iterations = [iteratorOf(call), iteratorOf(call)];
    sent[0]?.answer(jsonResponse(problem(503, "unavailable"), { status: 503 }));
    await platform.advance(60_000);
    sent[1]?.answer(onlyPage());
    expect(await call).toMatchObject({ ok: true });
    expect(await Promise.all(iterations.map(({ result }) => result))).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(sent).toHaveLength(2);
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
    const iteration = iteratorOf(fleet.units.listing({}, { signal }));
    await turn();
    expect(listeners.size).toBeGreaterThan(0);
    sent[0]?.answer(onlyPage());
    expect(await iteration.result).toEqual([1, 2]);
    expect(listeners.size).toBe(0);
  });
});

describe("the first page of a call", () => {
  it("may be changed by who awaited it: iterations read it as it came", async () => {
    const { fleet, sent } = waitingClient();
    const call = fleet.units.listing();
    const awaited = call.orThrow();
    await turn();
    sent[0]?.answer(onlyPage());
    const first = await awaited;
    first.data.length = 1;
    first.pagination.page = 9;
    expect(await iteratorOf(call).result).toEqual([1, 2]);
  });

  it("may be changed by who iterations: other iterations and awaits read it as it came", async () => {
    const { fleet, sent } = waitingClient();
    const call = fleet.units.listing();
    const iteration = call.pages()[Symbol.asyncIterator]();
    const next = iteration.next();
    await turn();
    sent[0]?.answer(onlyPage());
    const { value } = await next;
    expect(value).toMatchObject({ ok: true, status: 200 });
    value.data.length = 1;
    value.pagination.page = 9;
    expect(await iteratorOf(call).result).toEqual([1, 2]);
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
