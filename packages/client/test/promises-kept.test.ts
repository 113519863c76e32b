/** What the client promises of results, whatever a middleware, a caller or an observer does with them. */
import { inspect } from "node:util";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type ExactFleetClient, type FleetClient, isFleetError, type Middleware } from "../src/index.ts";
import { createFleetClient, FleetError } from "../src/index.ts";
import { withIfMatch } from "../src/conditional/index.ts";
import { createCore } from "../src/core.ts";
import { exactInt64, type ExactInt64 } from "../src/json/index.ts";
import { testsPing } from "../src/built/operations.ts";
import { download } from "../src/streams/index.ts";
import { baseUrl, jsonResponse, page, problem } from "./support/answers.ts";
import { fakePlatform } from "./support/fake-platform.ts";

const etag = '"v3"';
const answering = async (): Promise<Response> => jsonResponse({ data: { id: 1 } }, { headers: { etag } });
const failing = async (): Promise<Response> => jsonResponse(problem(503, "unavailable"), { status: 503 });

describe("request, which means that nothing was sent", () => {
  const throwing = (when: "before" | "after"): Middleware => {
    return async (context, next) => {
      if (when === "after") await next(context);
      throw new Error("a defect of the middleware");
    };
  };

  it.each([
    ["before", "request", 0, null],
    ["after", "unexpected", 1, 200],
  ] as const)("is not the kind of a middleware that throws %s it sent: %s", async (when, kind, attempts, status) => {
    const result = await createFleetClient({ baseUrl, fetch: answering, use: [throwing(when)] }).tests.ping();
    expect(result).toMatchObject({ ok: false, kind, status, meta: { attempts } });
    expect(result.headers?.get("etag") ?? null).toBe(status && etag);
  });

  it("is not that of a failure about which shouldRetry throws", async () => {
    const shouldRetry = (): boolean => {
      throw new Error("a defect of the application");
    };
    const fleet = createFleetClient({ baseUrl, fetch: failing, retry: { shouldRetry } });
    expect(await fleet.tests.ping()).toMatchObject({ kind: "http", status: 503, meta: { attempts: 1 } });
  });

  it("says so where the request failed before it was sent", async () => {
    const result = await createFleetClient({
      baseUrl,
      transport: () => ({ send: () => Promise.reject(new Error("no")) }),
    }).tests.ping();
    expect(result).toMatchObject({
      kind: "request",
      error: { message: expect.stringContaining("before it was sent") },
    });
  });
});

describe("a copy of a result that a middleware makes", () => {
  const renaming: Middleware = async (context, next) => {
    const result = await next(context);
    return result.ok ? { ...result, data: { name: "other" } } : result;
  };

  it("has the headers and the response of the answer, for callers and for middleware around it", async () => {
    const seen: (string | null | undefined)[] = [];
    const watching: Middleware = async (context, next) => {
      const result = await next(context);
      seen.push(result.headers?.get("etag"));
      return result;
    };
    const fleet = createFleetClient({ baseUrl, fetch: answering, use: [watching, renaming] });
    const { result, response } = await fleet.unitGroups.get({ path: { unit_group_id: 1 } }).withResponse();
    expect(result).toMatchObject({ ok: true, data: { name: "other" }, status: 200 });
    expect([result.headers?.get("etag"), response?.status, ...seen]).toEqual([etag, 200, etag]);
    if (result.ok && result.status === 200) expect(withIfMatch(result)).toEqual({ headers: { "if-match": etag } });
  });
});

describe("a result", () => {
  it("can be read through a proxy, as frameworks put around state", async () => {
    const result = await createFleetClient({ baseUrl, fetch: answering }).unitGroups.get({
      path: { unit_group_id: 1 },
    });
    const proxy = new Proxy(result, { get: (target, name, receiver) => Reflect.get(target, name, receiver) });
    expect(proxy.headers?.get("etag")).toBe(etag);
    expect(Object.keys(proxy)).not.toContain("headers");
  });
});

describe("a deadline, an abort and the end of a client", () => {
  const deaf: Middleware = () => new Promise(() => {});

  it("end a call in which a middleware heeds no signal", async () => {
    const platform = fakePlatform();
    const fleet = createFleetClient({ baseUrl, fetch: answering, use: [deaf], ...platform });
    const late = fleet.tests.ping({}, { deadlineMs: 20 });
    await platform.advance(20);
    expect(await late).toMatchObject({ kind: "timeout" });
    const controller = new AbortController();
    const aborted = fleet.tests.ping({}, { signal: controller.signal });
    await Promise.resolve();
    controller.abort();
    expect(await aborted).toMatchObject({ kind: "abort" });
    const open = fleet.tests.ping();
    await Promise.resolve();
    fleet.close();
    expect(await open).toMatchObject({ kind: "abort" });
  });

  it("tell a limit of the caller's signal from its abort", async () => {
    const signal = AbortSignal.abort(new DOMException("too late", "TimeoutError"));
    const fleet = createFleetClient({ baseUrl, fetch: answering });
    expect(await fleet.tests.ping({}, { signal })).toMatchObject({ kind: "timeout" });
    expect(await fleet.tests.ping({}, { signal: AbortSignal.abort() })).toMatchObject({ kind: "abort" });
  });
});

describe("a call as a promise", () => {
  it.each<[string, (fleet: FleetClient) => Promise<unknown>]>([
    ["a call", (fleet) => fleet.tests.ping()],
    ["the call of a list", (fleet) => fleet.units.listing()],
  ])("has a constructor that works as that of any promise: %s", async (_what, call) => {
    const made = call(createFleetClient({ baseUrl, fetch: async () => jsonResponse(page([], 1, 50, 0)) }));
    const type = made.constructor as PromiseConstructor;
    expect(await type.resolve(1)).toBe(1);
    expect(await type.all([made, 2])).toMatchObject([{ status: 200 }, 2]);
    await expect(type.reject(new Error("no"))).rejects.toThrow("no");
  });
});

describe("a core", () => {
  it("shows no token when it is printed", () => {
    const core = createCore({ baseUrl, headers: { authorization: "bearer canary" } });
    const fleet = createFleetClient({ baseUrl, headers: { authorization: "bearer canary" } });
    for (const shown of [core, fleet])
      expect(inspect(shown, { depth: 9 }) + JSON.stringify(shown)).not.toContain("canary");
  });

  it("takes null for what an untyped caller leaves out", async () => {
    const core = createCore({ baseUrl, fetch: answering });
    expect(await testsPing(core, null as never, null as never)).toMatchObject({ ok: true });
  });
});

describe("integers", () => {
  it("are typed as both where only the program knows how they are read", () => {
    const codec = exactInt64 as ExactInt64 | undefined;
    const fleet = createFleetClient({ baseUrl, int64: codec });
    expectTypeOf(fleet).toEqualTypeOf<FleetClient | ExactFleetClient>();
    expectTypeOf(createFleetClient({ baseUrl, int64: undefined })).toEqualTypeOf<FleetClient>();
    expectTypeOf(createFleetClient({ baseUrl, int64: exactInt64 })).toEqualTypeOf<ExactFleetClient>();
  });
});

describe("isFleetError", () => {
  it("narrows to a code, and leaves the others in the other branch", () => {
    const error = new FleetError("no", { kind: "timeout", operationId: "testsPing" }) as FleetError;
    if (isFleetError(error, "timeout")) expectTypeOf(error.code).toEqualTypeOf<"timeout">();
    else expectTypeOf(error).toEqualTypeOf<FleetError>();
    expect([isFleetError(error), isFleetError(error, "timeout"), isFleetError(error, "abort")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("a stream", () => {
  it("says what the session said, as a call does", async () => {
    const rejected = Object.assign(new Error("the service rejected the password"), {
      [Symbol.for("fleet-api.auth-error")]: true,
    });
    const fetch = (): Promise<Response> => Promise.reject(rejected);
    await expect(download({ url: `${baseUrl}/export`, fetch })).rejects.toMatchObject({
      kind: "auth",
      message: "download: the service rejected the password",
    });
    expect(await createFleetClient({ baseUrl, fetch }).tests.ping()).toMatchObject({
      kind: "auth",
      error: { message: "testsPing: the service rejected the password" },
    });
  });
});
