import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createFleetClient, type FleetClientOptions, isFleetError, type Middleware } from "../src/index.ts";
import { baseUrl, deferred, jsonResponse, problem } from "./support/answers.ts";
import { fakePlatform } from "./support/fake-platform.ts";
import { transports } from "./support/transports.ts";

const fetch = async () => jsonResponse({ data: { ok: true } }, { headers: { "x-request-id": "r-1" } });

describe("a middleware", () => {
  it("wraps those after it, and sees the result that they make", async () => {
    const steps: string[] = [];
    const step =
      (name: string): Middleware =>
      async (context, next) => {
        steps.push(`${name} ${context.operation.id}`);
        const result = await next(context);
        steps.push(`${name} ${result.status}`);
        return result;
      };
    await createFleetClient({ baseUrl, fetch, use: [step("outer"), step("inner")] }).tests.ping();
    expect(steps).toEqual(["outer testsPing", "inner testsPing", "inner 200", "outer 200"]);
  });

  it("changes what is sent by giving next a copy", async () => {
    const seen: (string | null)[] = [];
    const fleet = createFleetClient({
      baseUrl,
      headers: { "x-tenant": "a" },
      use: [(context, next) => next({ ...context, headers: { ...context.headers, "x-tenant": "b" } })],
      fetch: async (url, init) => {
        seen.push(new Headers(init?.headers).get("x-tenant"), new URL(String(url)).search);
        return jsonResponse({ data: {} });
      },
    });
    await fleet.tests.ping();
    await fleet.tests.ping({}, { headers: { "X-Tenant": "c" } });
    expect(seen).toEqual(["b", "", "b", ""]);
  });

  it("may answer by itself: then nothing is sent, and attempts is 0", async () => {
    let sent = 0;
    const counting = async () => ((sent += 1), fetch());
    const first = await createFleetClient({ baseUrl, fetch }).tests.ping();
    const fleet = createFleetClient({ baseUrl, fetch: counting, use: [async () => first] });
    expect(await fleet.tests.ping()).toMatchObject({ ok: true, meta: { attempts: 0, requestId: "r-1" } });
    expect(sent).toBe(0);
  });

  it("may send again; attempts says how often", async () => {
    const again: Middleware = async (context, next) => {
      await next(context);
      await next(context);
      return next(context);
    };
    const result = await createFleetClient({ baseUrl, fetch, use: [again] }).tests.ping();
    expect(result.meta).toMatchObject({ attempts: 3 });
  });

  it.each<[string, Middleware]>([
    [
      "throws",
      () => {
        throw new RangeError("a secret");
      },
    ],
    ["rejects", () => Promise.reject(new RangeError("a secret"))],
  ])("that %s makes the result a request failure, without its words", async (_how, broken) => {
    const result = await createFleetClient({ baseUrl, fetch, use: [broken] }).tests.ping();
    expect(result).toMatchObject({ ok: false, kind: "request", error: { cause: { message: "a secret" } } });
    expect(JSON.stringify(result)).toContain("a middleware failed (RangeError)");
    expect(JSON.stringify(result)).not.toContain("a secret");
  });

  it("sees how the call ended when one inside of it throws", async () => {
    const seen: unknown[] = [];
    const watching: Middleware = async (context, next) => {
      const result = await next(context);
      seen.push(result.ok || result.kind);
      return result;
    };
    const broken: Middleware = () => Promise.reject(new Error("x"));
    await createFleetClient({ baseUrl, fetch, use: [watching, broken] }).tests.ping();
    expect(seen).toEqual(["request"]);
  });

  it("knows the call as one object, with its attempts so far, its start and its deadline", async () => {
    let now = 1000;
    const clock = { now: () => 0, monotonic: () => now };
    const seen: unknown[] = [];
    const use: Middleware[] = [
      async (context, next) => {
        await next(context);
        now += 5;
        return next(context);
      },
      async (context, next) => {
        seen.push(context.call.attempts, context.call.startedAt, context.call.deadlineAt);
        return next(context);
      },
    ];
    const result = await createFleetClient({ baseUrl, fetch, use, clock, deadlineMs: 50 }).tests.ping();
    expect(seen).toEqual([0, 1000, 1050, 1, 1000, 1050]);
    expect(result.meta).toEqual({ operationId: "testsPing", requestId: "r-1", attempts: 2, durationMs: 5 });
  });
});

/** Sends a call twice at once, and gives the result of the second request; `onSecond` runs between the two results. */
function hedge(onSecond: () => void = () => {}): Middleware {
  return async (context, next) => {
    const first = next(context);
    await new Promise((resolve) => setImmediate(resolve));
    const second = await next({ ...context, options: { ...context.options, timeoutMs: 200 } });
    onSecond();
    await first;
    return second;
  };
}

/** A response whose body has its text only once `ready` has resolved. */
function lateResponse(text: string, ready: Promise<void>, init: ResponseInit): Response {
  const body = new ReadableStream({
    async pull(controller) {
      await ready;
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
  return new Response(body, { ...init, headers: { "x-request-id": "first" } });
}

describe.each(transports)("two requests of one call at once, through the transport over %s", (_name, transport) => {
  it.each([
    ["is refused", () => Promise.reject(new TypeError("fetch failed")), "network"],
    ["is silent", () => new Promise<Response>(() => {}), "timeout"],
  ])("have heads of their own: the second %s while the body of the first comes", async (_what, second, kind) => {
    const platform = fakePlatform();
    const { promise, resolve } = deferred();
    let sent = 0;
    const both = async (): Promise<Response> => (sent++ ? second() : lateResponse("{}", promise, { status: 201 }));
    const fleet = createFleetClient({
      baseUrl,
      transport,
      fetch: both,
      retry: false,
      use: [hedge(resolve)],
      ...platform,
    });
    const result = await platform.finish(fleet.units.create({ body: { name: "a" } as never }));
    expect(result).toMatchObject({ kind, status: null, headers: null, meta: { requestId: null, attempts: 2 } });
    expect(!result.ok && result.kind !== "http" && result.error.message).not.toContain("201");
  });

  it("have heads of their own: the first ends while the body of the second stalls", async () => {
    const platform = fakePlatform();
    const { promise, resolve } = deferred();
    let sent = 0;
    const both = async (): Promise<Response> => {
      if (sent++ === 0) return promise.then(() => jsonResponse(problem(503, "unavailable"), { status: 503 }));
      setImmediate(resolve);
      return lateResponse("", new Promise(() => {}), { status: 201 });
    };
    const fleet = createFleetClient({ baseUrl, transport, fetch: both, retry: false, use: [hedge()], ...platform });
    const result = await platform.finish(fleet.units.create({ body: { name: "a" } as never }));
    expect(result).toMatchObject({ kind: "timeout", status: 201, meta: { requestId: "first", attempts: 2 } });
  });

  it("keep their headers when a middleware copies the result of the first", async () => {
    let sent = 0;
    const both = async () => jsonResponse({ data: {} }, { headers: { "x-request-id": `r-${++sent}` } });
    const copy: Middleware = async (context, next) => {
      const first = await next(context);
      await next(context);
      return { ...first };
    };
    const result = await createFleetClient({ baseUrl, transport, fetch: both, use: [copy] }).tests.ping();
    expect(result.meta.requestId).toBe("r-1");
    expect(result.headers?.get("x-request-id")).toBe("r-1");
  });
});

describe("the signal of a call", () => {
  const copying: Middleware = (context, next) => next({ ...context });

  it.each<[string, Middleware[]]>([
    ["is there for a call without a signal and a limit", []],
    ["is that of the call inside of a copy", [copying]],
    [
      "is that of the call inside of a copy of a copy with other headers",
      [copying, (context, next) => next({ ...context, headers: { "x-a": "b" } })],
    ],
  ])("%s", async (_what, outer) => {
    const signals: AbortSignal[] = [];
    const watching: Middleware = (context, next) => {
      signals.push(context.call.signal);
      return next(context);
    };
    const given: unknown[] = [];
    const hanging: FleetClientOptions["fetch"] = (_url, init) => {
      given.push(init?.signal);
      return new Promise(() => {});
    };
    const fleet = createFleetClient({ baseUrl, fetch: hanging, use: [watching, ...outer, watching] });
    const call = fleet.tests.ping();
    await Promise.resolve();
    expect(signals).toEqual([expect.any(AbortSignal), expect.any(AbortSignal)]);
    expect(signals[1]).toBe(signals[0]);
    expect(given).toMatchObject([{ aborted: false }]);
    fleet.close();
    expect(await call).toMatchObject({ kind: "abort", meta: { attempts: 1 } });
    expect([...signals, ...given]).toMatchObject([{ aborted: true }, { aborted: true }, { aborted: true }]);
  });

  it("may be read when the call is over, and is not made for calls that nobody watches", async () => {
    const made = vi.spyOn(globalThis, "AbortController");
    onTestFinished(() => made.mockRestore());
    let seen: AbortSignal | undefined;
    const late: Middleware = async (context, next) => {
      const result = await next(context);
      seen = context.call.signal;
      return result;
    };
    await createFleetClient({ baseUrl, fetch }).tests.ping();
    const withoutIt = made.mock.calls.length;
    await createFleetClient({ baseUrl, fetch, use: [late] }).tests.ping({}, { deadlineMs: 50_000 });
    expect([withoutIt, made.mock.calls.length, seen?.aborted]).toEqual([1, 3, false]);
  });
});

describe("withResponse", () => {
  it("gives the answer beside the result", async () => {
    const call = createFleetClient({ baseUrl, fetch }).tests.ping();
    const { result, response } = await call.withResponse();
    expect(await call).toBe(result);
    expect(response?.headers.get("x-request-id")).toBe("r-1");
    expect(response?.bodyUsed).toBe(true);
  });

  it("has no answer where none came", async () => {
    const fleet = createFleetClient({ baseUrl, retry: false, fetch: () => Promise.reject(new TypeError("x")) });
    const { result, response } = await fleet.tests.ping().withResponse();
    expect([result.ok, response]).toEqual([false, null]);
  });
});

describe("the end of a client", () => {
  it("aborts what is under way and refuses what comes later, but not the calls of its children", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const hanging: FleetClientOptions["fetch"] = (_url, init) => {
      signals.push(init?.signal ?? undefined);
      return new Promise<Response>(() => {});
    };
    let child: ReturnType<typeof createFleetClient>;
    let waiting: Promise<unknown>;
    {
      await using fleet = createFleetClient({ baseUrl, fetch: hanging });
      child = fleet.with({ fetch });
      waiting = fleet.tests
        .ping()
        .orThrow()
        .catch((error: unknown) => error);
      await Promise.resolve();
    }
    const error = await waiting;
    expect(isFleetError(error, "abort") && error.message).toBe("testsPing: the client was closed");
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    expect(await child.tests.ping()).toMatchObject({ ok: true });
    const closed = createFleetClient({ baseUrl, fetch });
    await closed[Symbol.asyncDispose]();
    expect(await closed.tests.ping()).toMatchObject({
      kind: "request",
      error: { message: "testsPing: the client is closed" },
    });
  });
});

describe("deadlineMs", () => {
  it("ends a call over all its attempts, as a timeout, and leaves no timer", async () => {
    const platform = fakePlatform();
    const fleet = createFleetClient({ baseUrl, ...platform, retry: false, fetch: () => new Promise(() => {}) });
    const call = fleet.tests.ping({}, { deadlineMs: 100 });
    await Promise.resolve();
    expect(platform.waits).toEqual([100, 30_000]);
    expect(await platform.finish(call)).toMatchObject({ kind: "timeout", status: null, meta: { attempts: 1 } });
    expect([platform.clock.monotonic(), platform.pending()]).toEqual([100, 0]);
  });

  it.each([-1, Number.NaN, 2 ** 31])("cannot be %s", async (deadlineMs) => {
    expect(() => createFleetClient({ baseUrl, deadlineMs })).toThrow("deadlineMs must be 0 (no limit) to 2147483647");
    const result = await createFleetClient({ baseUrl, fetch }).tests.ping({}, { deadlineMs });
    expect(result).toMatchObject({ kind: "request" });
  });
});
