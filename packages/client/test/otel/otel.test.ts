import {
  type Context,
  type ContextManager,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from "vitest";
import { type FleetClientOptions, type Middleware, createFleetClient } from "../../src/index.ts";
import { traceAttempts, traceCalls } from "../../src/otel/index.ts";
import { retry } from "../../src/retry/index.ts";
import { baseUrl, jsonResponse, problem } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { sendJson, serve } from "../support/server.ts";

const pong = async () => jsonResponse({ data: {} }, { headers: { "x-request-id": "r-1" } });
const unavailable = () => jsonResponse(problem(503, "unavailable"), { status: 503 });

/** A client with both kinds of spans around its retries. */
function traced(fetch: () => Promise<Response>, base = baseUrl, between: Middleware[] = []) {
  const platform = fakePlatform();
  const use = [traceCalls(), retry(), ...between, traceAttempts()];
  return { platform, fleet: createFleetClient({ baseUrl: base, fetch, use, ...platform, retry: false }) };
}

describe("spans", () => {
  it("are one for the call and one for each request, by the HTTP conventions", async () => {
    const { named, spans } = telemetry();
    const answers = [unavailable(), await pong()];
    const { fleet, platform } = traced(async () => answers.shift() ?? Response.error());
    await platform.finish(
      fleet.auth.permission({ path: { resource: "units", action: "view" }, query: { client_id: 7 } }),
    );

    const operation = {
      "fleet.operation.id": "authPermission",
      "http.request.method": "GET",
      "url.template": "/auth/permission/{resource}/action/{action}",
    };
    const request = {
      ...operation,
      "server.address": "fleet.example.com",
      "server.port": 443,
      "url.full": `${baseUrl}/auth/permission/units/action/view?client_id=7`,
    };
    const [call] = named("authPermission");
    expect(call).toMatchObject({ kind: SpanKind.INTERNAL, status: { code: SpanStatusCode.UNSET } });
    expect(call?.attributes).toEqual({
      ...operation,
      "fleet.attempts": 2,
      "fleet.request.id": "r-1",
      "http.response.status_code": 200,
    });
    const attempts = named("GET /auth/permission/{resource}/action/{action}");
    expect(attempts.map(({ kind, status }) => [kind, status.code])).toEqual([
      [SpanKind.CLIENT, SpanStatusCode.ERROR],
      [SpanKind.CLIENT, SpanStatusCode.UNSET],
    ]);
    expect(attempts.map(({ attributes }) => attributes)).toEqual([
      { ...request, "error.type": "503", "fleet.problem.code": "unavailable", "http.response.status_code": 503 },
      { ...request, "fleet.request.id": "r-1", "http.request.resend_count": 1, "http.response.status_code": 200 },
    ]);
    expect(spans()).toHaveLength(3);
  });

  it.each([false, true])("of requests are children of the call's span; with a context manager: %s", async (manager) => {
    const { named } = telemetry({ manager });
    const { fleet } = traced(pong);
    const outer = trace.getTracer("test").startSpan("outer");
    const within = trace.setSpan(context.active(), outer);
    await context.with(within, async () => fleet.tests.ping());
    const [call, attempt] = [...named("testsPing"), ...named("GET /tests/ping")];
    expect(attempt?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
    expect(call?.parentSpanContext?.spanId).toBe(manager ? outer.spanContext().spanId : undefined);
    expect(attempt?.spanContext().traceId).toBe(call?.spanContext().traceId);
  });

  it("of two calls at a time do not mix", async () => {
    const { named } = telemetry();
    const { fleet } = traced(pong);
    await Promise.all([fleet.tests.ping(), fleet.auth.token()]);
    for (const [id, request] of [
      ["testsPing", "GET /tests/ping"],
      ["authToken", "GET /auth/token"],
    ] as const)
      expect(named(request)[0]?.parentSpanContext?.spanId).toBe(named(id)[0]?.spanContext().spanId);
  });

  it("are the active ones while fetch runs, where there is a context manager", async () => {
    const { named } = telemetry({ manager: true });
    let active: string | undefined;
    const { fleet } = traced(async () => {
      active = trace.getActiveSpan()?.spanContext().spanId;
      return pong();
    });
    await fleet.tests.ping();
    expect(active).toBe(named("GET /tests/ping")[0]?.spanContext().spanId);
  });

  it.each<[string, () => Promise<Response>, object]>([
    [
      "no answer",
      () =>
        Promise.reject(
          new TypeError("fetch failed", { cause: Object.assign(new Error("hunter22"), { code: "EPIPE" }) }),
        ),
      { "error.type": "network" },
    ],
    [
      "a status that is not in the contract",
      async () => new Response("hunter22", { status: 418 }),
      { "error.type": "418", "http.response.status_code": 418 },
    ],
    [
      "a body that is none",
      async () => jsonResponse("{hunter22"),
      { "error.type": "decode", "http.response.status_code": 200 },
    ],
  ])("say what failed, but no words of others: %s", async (_what, fetch, attributes) => {
    const { spans } = telemetry();
    const fleet = createFleetClient({ baseUrl, fetch, use: [traceCalls(), traceAttempts()], retry: false });
    await fleet.tests.ping();
    for (const span of spans()) {
      expect(span.attributes).toMatchObject(attributes);
      expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
      expect(span.events).toEqual([]);
      expect(JSON.stringify(span.attributes)).not.toContain("hunter22");
    }
    expect(spans()).toHaveLength(2);
  });

  it("have no secrets in their addresses", async () => {
    const { spans } = telemetry();
    const { fleet } = traced(pong);
    await fleet.auth.registration({ path: { registration_token: "hunter22" } });
    // @ts-expect-error the contract has no such parameter; an untyped caller may give it
    await fleet.tests.ping({ query: { api_key: "hunter22", q: "a b" } });
    expect(spans().flatMap(({ attributes }) => attributes["url.full"] ?? [])).toEqual([
      `${baseUrl}/auth/registration/REDACTED`,
      `${baseUrl}/tests/ping?api_key=REDACTED&q=a%20b`,
    ]);
    expect(JSON.stringify(spans().map(({ attributes, name }) => [name, attributes]))).not.toContain("hunter22");
  });

  it.each([
    ["http://127.0.0.1:8080/api/v1", "127.0.0.1", 8080],
    ["http://[::1]/api/v1", "::1", 80],
  ])("know the server of %s", async (base, address, port) => {
    const { named } = telemetry();
    await traced(pong, base).fleet.tests.ping();
    expect(named("GET /tests/ping")[0]?.attributes).toMatchObject({ "server.address": address, "server.port": port });
  });
});

describe("the end of spans", () => {
  it("comes once, after the work, also when the caller aborts", async () => {
    const { spans } = telemetry();
    const caller = new AbortController();
    let answer = (_response: Response): void => {};
    const { fleet, platform } = traced(() => new Promise((resolve) => (answer = resolve)));
    const call = fleet.tests.ping({}, { signal: caller.signal }).withResponse();
    await platform.advance(5);
    expect(spans()).toEqual([]);
    caller.abort();
    expect((await call).result).toMatchObject({ kind: "abort" });
    expect(spans().map(({ name, ended, attributes }) => [name, ended, attributes["error.type"]])).toEqual([
      ["GET /tests/ping", true, "abort"],
      ["testsPing", true, "abort"],
    ]);
    answer(await pong());
    await platform.advance(5);
    expect(spans()).toHaveLength(2);
  });

  it("comes while a retry waits and the caller aborts", async () => {
    const { spans } = telemetry();
    const caller = new AbortController();
    const { fleet, platform } = traced(async () => unavailable());
    const call = fleet.tests.ping({}, { signal: caller.signal }).withResponse();
    await platform.advance(1);
    caller.abort();
    await call;
    expect(spans().map(({ name, attributes }) => [name, attributes["error.type"]])).toEqual([
      ["GET /tests/ping", "503"],
      ["testsPing", "abort"],
    ]);
  });

  it("comes when a middleware further in throws, without its words", async () => {
    const { spans } = telemetry();
    const broken: Middleware = () => Promise.reject(new RangeError("hunter22"));
    const fleet = createFleetClient({ baseUrl, fetch: pong, use: [traceCalls(), broken], retry: false });
    expect(await fleet.tests.ping()).toMatchObject({ ok: false, kind: "request" });
    expect(spans().map(({ status, attributes }) => [status, typeof attributes["error.type"]])).toEqual([
      [{ code: SpanStatusCode.ERROR }, "string"],
    ]);
    expect(JSON.stringify(spans()[0]?.attributes)).not.toContain("hunter22");
  });
});

describe("propagation", () => {
  it("puts the traceparent of each attempt into its request", async () => {
    const { named } = telemetry();
    const { baseUrl: real, seen } = await serve((_seen, response) => sendJson(response, 200, { data: {} }));
    const again: Middleware = async (call, next) => (await next(call), next(call));
    const use = [traceCalls(), again, traceAttempts()];
    await createFleetClient({ baseUrl: real, use, retry: false }).tests.ping({}, { headers: { "X-Tenant": "a" } });
    const expected = named("GET /tests/ping").map((span) => {
      const { traceId, spanId } = span.spanContext();
      return ["a", `00-${traceId}-${spanId}-01`];
    });
    expect(expected).toHaveLength(2);
    expect(seen.map(({ headers }) => [headers["x-tenant"], headers["traceparent"]])).toEqual(expected);
  });

  it("is off when asked to, and without a propagator", async () => {
    const seen: (string | null)[] = [];
    const fetch: FleetClientOptions["fetch"] = async (_url, init) => {
      seen.push(new Headers(init?.headers).get("traceparent"));
      return pong();
    };
    const run = (propagate: boolean) =>
      createFleetClient({ baseUrl, fetch, use: [traceAttempts({ propagate })], retry: false }).tests.ping();
    await run(true);
    telemetry();
    await run(false);
    await run(true);
    expect(seen).toEqual([null, null, expect.stringMatching(/^00-/)]);
  });
});

describe("without an SDK", () => {
  it("a call goes as always", async () => {
    const { fleet } = traced(pong);
    const passed = vi.spyOn(context, "with");
    expect(await fleet.tests.ping()).toMatchObject({ ok: true, meta: { attempts: 1 } });
    expect(passed).not.toHaveBeenCalled();
    passed.mockRestore();
  });

  it("middleware that was made before the SDK is registered uses it", async () => {
    const { fleet } = traced(pong);
    const { spans } = telemetry();
    await fleet.tests.ping();
    expect(spans()).toHaveLength(2);
  });

  it("a tracer that is given is used", async () => {
    const given = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new InMemorySpanExporter())] });
    const tracer = given.getTracer("mine");
    const started = vi.spyOn(tracer, "startSpan");
    const use = [traceCalls({ tracer }), traceAttempts({ tracer })];
    await createFleetClient({ baseUrl, fetch: pong, use, retry: false }).tests.ping();
    expect(started.mock.calls.map(([name]) => name)).toEqual(["testsPing", "GET /tests/ping"]);
  });

  it("has the type of a middleware", () => {
    expectTypeOf(traceCalls).returns.toEqualTypeOf<Middleware>();
    // @ts-expect-error there is no such option
    traceAttempts({ inject: true });
  });
});

/** Registers the real SDK until the test ends. */
export function telemetry(options: { readonly manager?: boolean } = {}) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  if (options.manager) context.setGlobalContextManager(storageManager());
  onTestFinished(async () => {
    trace.disable();
    propagation.disable();
    context.disable();
    await provider.shutdown();
  });
  const spans = () => exporter.getFinishedSpans();
  return { spans, named: (name: string) => spans().filter((span) => span.name === name) };
}

/** The context manager of Node in short. */
function storageManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...rest) => storage.run(active, () => work.apply(self as never, rest)),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}
