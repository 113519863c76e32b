/** What the client promises of results, whatever a middleware, a caller or an observer does with them. */
import { inspect } from "node:util";
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from "vitest";
import { type FleetClient, FleetError, type Middleware, createFleetClient, isFleetError } from "../src/index.ts";
import { withIfMatch } from "../src/conditional/index.ts";
import { createCore } from "../src/core.ts";
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

describe("the input of a call", () => {
  /** A service that fails once before each success; what it was sent. */
  const recording = () => {
    const sent: string[] = [];
    const fetch = async (url: string | Request, init?: RequestInit): Promise<Response> => {
      sent.push(`${String(url).split("?")[1] ?? ""} ${init?.body ?? ""}`.trim());
      const { page: at = 1 } = Object.fromEntries(new URL(String(url)).searchParams);
      const ok = String(url).includes("listing") ? page([Number(at)], Number(at), 1, 2) : { data: { id: 1 } };
      return sent.length % 2
        ? jsonResponse(problem(503, "unavailable"), { status: 503 })
        : jsonResponse(ok, { status: init?.method === "POST" ? 201 : 200 });
    };
    return { sent, fetch };
  };
  const client = (fetch: ReturnType<typeof recording>["fetch"]) =>
    createFleetClient({ baseUrl, fetch, retry: { baseDelayMs: 0, budget: false } });

  it("is what it was when the call was made, in each try", async () => {
    const { sent, fetch } = recording();
    const body = { client_id: 1, name: "first" };
    const call = client(fetch).unitGroups.create({ body });
    body.name = "second";
    expect(await call).toMatchObject({ ok: true, meta: { attempts: 2 } });
    expect(sent).toEqual([`{"client_id":1,"name":"first"}`, `{"client_id":1,"name":"first"}`]);
  });

  it("is what it was when the call was made, in each page of a walk", async () => {
    const { sent, fetch } = recording();
    const query = { per_page: 1, lifecycle_status: ["active" as const] };
    const options = { headers: { "x-a": "b" } };
    const walk = client(fetch).units.listing({ query }, options).toArray();
    query.per_page = 7;
    query.lifecycle_status.pop();
    expect(await walk).toHaveLength(2);
    const [first, second] = ["per_page=1&lifecycle_status=active", "per_page=1&lifecycle_status=active&page=2"];
    expect(sent).toEqual([first, first, second, second]);
  });

  it("may throw where it is read: the call fails and says so", async () => {
    const { fetch } = recording();
    const options = {
      get headers(): never {
        throw new Error("a defect of the caller");
      },
    };
    for (const call of [client(fetch).auth.token({}, options), client(fetch).units.listing({}, options)])
      expect(await call).toMatchObject({ ok: false, kind: "request" });
    await expect(client(fetch).units.listing({}, options).toArray()).rejects.toMatchObject({ kind: "request" });
  });

  it("may have members that somebody added to every object", async () => {
    const { sent, fetch } = recording();
    // oxlint-disable-next-line no-extend-native -- what is tested is a program that does so
    Object.defineProperty(Object.prototype, "extended", {
      value: () => {},
      enumerable: true,
      configurable: true,
      writable: true,
    });
    try {
      expect(await client(fetch).units.listing({ query: { per_page: 1 } })).toMatchObject({ ok: true });
    } finally {
      Reflect.deleteProperty(Object.prototype, "extended");
    }
    expect(sent).toEqual(["per_page=1", "per_page=1"]);
  });
});

describe("fake timers", () => {
  it("that hold back queueMicrotask do not hold back calls", async () => {
    vi.useFakeTimers({ toFake: ["queueMicrotask", "setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    // Not a Response: reading one takes microtasks of the same queue.
    const answer = (body: object) =>
      ({ ok: true, status: 200, headers: new Headers(), text: async () => JSON.stringify(body) }) as Response;
    const fleet = createFleetClient({
      baseUrl,
      fetch: async (url) => answer(`${url}`.endsWith("/listing") ? page([1], 1, 50, 1) : { data: {} }),
    });
    expect(await fleet.units.listing()).toMatchObject({ ok: true });
    expect(await fleet.units.listing().toArray()).toHaveLength(1);
    expect(await fleet.auth.token()).toMatchObject({ ok: true });
  });
});

describe("what a fetch gives", () => {
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a double without headers", { ok: true, status: 200, text: async () => "{}", json: async () => ({}) }],
    ["a response that was read before", Object.assign(new Response("{}"), {})],
  ])("is %s: a mistake, which is not repeated", async (_what, given) => {
    if (given instanceof Response) await given.text();
    const fetch = vi.fn(async () => given as Response);
    const fleet = createFleetClient({ baseUrl, fetch });
    expect(await fleet.tests.ping()).toMatchObject({
      kind: "unexpected",
      error: { message: expect.stringContaining("fetch gave") },
    });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe("a call never rejects", () => {
  it.each<[string, object]>([
    ["a signal that is not one", { signal: { aborted: true } }],
    ["a signal without removeEventListener", { signal: { aborted: false, addEventListener() {} } }],
  ])("for %s", async (_what, options) => {
    const fleet = createFleetClient({ baseUrl, fetch: answering });
    expect(await fleet.tests.ping({}, options as never)).toMatchObject({ ok: false });
  });

  it("when a middleware gives a success without notices", async () => {
    const bare: Middleware = async (context, next) => ({ ...(await next(context)), notices: undefined as never });
    const fleet = createFleetClient({ baseUrl, fetch: answering, use: [bare], onNotice() {} });
    expect(await fleet.tests.ping()).toMatchObject({ kind: "request" });
  });

  it("for a key in a header where the contract takes none", async () => {
    const fleet = createFleetClient({ baseUrl, fetch: failing });
    const body = { username: "a", password: "b" };
    const result = await fleet.auth.login({ body }, { headers: { "idempotency-key": "x" } });
    expect(result).toMatchObject({ kind: "request", meta: { attempts: 0 } });
  });
});

describe("a call that a block ends with", () => {
  it("is sent before the client is closed", async () => {
    const fetch = vi.fn(answering);
    {
      await using fleet = createFleetClient({ baseUrl, fetch });
      void fleet.auth.logout();
    }
    expect(fetch).toHaveBeenCalledTimes(1);
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
