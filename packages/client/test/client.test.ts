import { operationsOf } from "@fleet-api-tools/openapi-document";
import type { OperationId, OperationRow } from "@fleet-api/contract";
import { examples } from "@fleet-api/contract/examples";
import { operations } from "@fleet-api/contract/operations";
import { describe, expect, it, vi } from "vitest";
import { findMethod, lazy, operationGroups } from "../src/call/operation-groups.ts";
import { createCore } from "../src/core.ts";
import { type FleetClientOptions, createFleetClient, openapiFetchTransport } from "../src/index.ts";
import { baseUrl, deferred, jsonResponse, page, problem, requestOf } from "./support/answers.ts";
import { fakePlatform } from "./support/fake-platform.ts";
import { sendJson, serve } from "./support/server.ts";
import { contract } from "./testing/values-of-schema.ts";

type Fetch = NonNullable<FleetClientOptions["fetch"]>;

const ok = (status = 200, isList = true) =>
  vi.fn<Fetch>(async () => jsonResponse(isList ? page([], 1, 50, 0) : { data: {} }, { status }));

describe("a call", () => {
  it("is sent at once and only once, and gives one result", async () => {
    const fetch = ok();
    const call = createFleetClient({ baseUrl, fetch }).units.listing();
    expect(fetch).toHaveBeenCalledTimes(1);
    const [first, second, third] = await Promise.all([call, call, call.orThrow()]);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(second).toBe(first);
    expect(third).toBe(first);
  });

  it("reaches every operation of the contract by group and by id", async () => {
    // Streams are no calls: test/streams opens them.
    for (const row of Object.values<OperationRow>(operations).filter(({ stream }) => !stream)) {
      const fetch = ok(row.success[0], row.paged);
      const fleet = createFleetClient({ baseUrl, fetch });
      const input = {
        ...(row.pathParams.length > 0 && { path: Object.fromEntries(row.pathParams.map((name) => [name, "x"])) }),
        ...(row.body && { body: {} }),
      };
      const group = Reflect.get(fleet, row.group) as Record<string, (input: object) => PromiseLike<unknown>>;
      expect(await group[row.method]?.(input)).toMatchObject({ ok: true, meta: { operationId: row.id } });
      expect(await fleet.op(row.id as "testsPing", input as never)).toMatchObject({
        ok: true,
        meta: { operationId: row.id },
      });
      const sent = fetch.mock.calls.map(([url, init]) => `${init?.method} ${String(url)}`);
      const expected = `${row.verb} ${baseUrl}${row.path.replaceAll(/\{\w+\}/g, "x")}`;
      expect(sent).toEqual([expected, expected]);
    }
  });

  it("knows the documented statuses of every operation, which are paged, and which are safe to repeat", () => {
    const groups = operationGroups((facts) => facts);
    const documented = operationsOf(contract).map(({ operation }) => operation);
    const rows = Object.values<OperationRow & { id: OperationId }>(operations);
    for (const { id, verb, path, query, success, problems, paged, stream } of rows) {
      const statuses = [...success, ...Object.keys(problems).map(Number)];
      const lists = query.filter(({ csv }) => csv === true).map(({ name }) => name);
      // The example of a list by cursor is its last page.
      const data: Record<string, unknown> = Object(examples[id].data);
      const cursorList = Object.keys(data).find((name) => data["next_cursor"] === null && Array.isArray(data[name]));
      expect(findMethod(groups, id)).toEqual({
        id,
        verb,
        path,
        statuses,
        paged: paged ? "page" : cursorList && "cursor",
        cursorList,
        stream: stream ?? false,
        keyed: problems[409]?.includes("request_in_progress") ?? false,
        idempotent: documented.some((each) => each.operationId === id && each["x-idempotent"] === true),
        csv: lists.length > 0 ? lists : undefined,
      });
    }
  });

  it("refuses an operation that does not exist", () => {
    const fleet = createFleetClient({ baseUrl, fetch: ok() });
    expect(() => fleet.op("toString" as "testsPing")).toThrow("there is no operation toString");
  });
});

describe("limits", () => {
  it("gives up after timeoutMs, also when fetch ignores its signal, and leaves no timer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const fleet = createFleetClient({ baseUrl, retry: false, fetch: () => new Promise(() => {}) });
      const results = [fleet.tests.ping(), fleet.tests.ping({}, { timeoutMs: 5 })];
      await vi.advanceTimersByTimeAsync(5);
      expect(await results[1]).toMatchObject({ ok: false, kind: "timeout", status: null, error: { code: "timeout" } });
      await vi.advanceTimersByTimeAsync(29_994);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await results[0]).toMatchObject({
        kind: "timeout",
        error: { message: expect.stringContaining("30000 ms") },
      });

      await createFleetClient({ baseUrl, retry: false, fetch: ok() }).tests.ping();
      await createFleetClient({ baseUrl, retry: false, fetch: () => Promise.reject(new Error("x")) }).tests.ping();
      void createFleetClient({ baseUrl, retry: false, fetch: () => new Promise(() => {}), timeoutMs: 0 }).tests.ping();
      await Promise.resolve();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("covers the body as well as the headers", async () => {
    const [answered, closed] = [deferred(), deferred()];
    const server = await serve((_seen, response) => {
      response.on("close", closed.resolve);
      response.writeHead(200, { "content-type": "application/json" }).write('{"data":');
    });
    const ownFetch: Fetch = async (...request) => {
      const response = await fetch(...request);
      answered.resolve();
      return response;
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const result = createFleetClient({ baseUrl: server.baseUrl, retry: false, fetch: ownFetch }).tests.ping();
      await answered.promise;
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await result).toMatchObject({ kind: "timeout" });
      await closed.promise;
    } finally {
      vi.useRealTimers();
    }
  });

  it.each<[string, Fetch | undefined, FleetClientOptions["transport"]]>([
    ["the default fetch", undefined, undefined],
    ["a fetch that passes on its arguments", (...request) => fetch(...request), undefined],
    ["a fetch that makes a Request of them", (...request) => fetch(requestOf(...request)), undefined],
    ["a fetch that is given a Request by openapi-fetch", (request) => fetch(request), openapiFetchTransport],
  ])("aborts the exchange itself with %s, and keeps the reason as cause", async (_name, ownFetch, transport) => {
    const closed = deferred();
    const controller = new AbortController();
    const server = await serve((_seen, response) => {
      response.on("close", closed.resolve);
      controller.abort("changed my mind");
    });
    const fleet = createFleetClient({ baseUrl: server.baseUrl, retry: false, fetch: ownFetch, transport });
    const result = await fleet.tests.ping({}, { signal: controller.signal });
    expect(result).toMatchObject({ ok: false, kind: "abort", error: { cause: "changed my mind" } });
    await closed.promise;
  });

  it("gives fetch a signal that is aborted with the reason of the caller, or when the time is over", async () => {
    const reasons: unknown[] = [];
    const hanging: Fetch = (_url, init) =>
      new Promise(() => {
        init?.signal?.addEventListener("abort", () =>
          reasons.push(Object(init.signal?.reason).name ?? init.signal?.reason),
        );
      });
    const platform = fakePlatform();
    const fleet = createFleetClient({ baseUrl, retry: false, fetch: hanging, ...platform });
    const controller = new AbortController();
    const call = fleet.tests.ping({}, { signal: controller.signal });
    await platform.advance(0);
    controller.abort("changed my mind");
    expect(await call).toMatchObject({ kind: "abort" });
    expect(await platform.finish(fleet.tests.ping({}, { timeoutMs: 5 }))).toMatchObject({ kind: "timeout" });
    expect(reasons).toEqual(["changed my mind", "AbortError"]);
  });

  it("sends nothing when the signal is aborted already", async () => {
    const fetch = ok();
    const result = await createFleetClient({ baseUrl, fetch }).tests.ping({}, { signal: AbortSignal.abort("no") });
    expect(result).toMatchObject({ kind: "abort", error: { cause: "no" } });
    expect(fetch).not.toHaveBeenCalled();
  });

  it("leaves no listener on a signal that outlives the call", async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    vi.spyOn(signal, "addEventListener").mockImplementation(
      (_type: string, listener: unknown) => void listeners.add(listener),
    );
    vi.spyOn(signal, "removeEventListener").mockImplementation(
      (_type: string, listener: unknown) => void listeners.delete(listener),
    );
    const fleet = createFleetClient({ baseUrl, retry: false, fetch: ok() });
    const failing = createFleetClient({ baseUrl, retry: false, fetch: () => Promise.reject(new Error("x")) });
    await Promise.all([fleet.tests.ping({}, { signal }), failing.tests.ping({}, { signal })]);
    expect(signal.addEventListener).toHaveBeenCalledTimes(2);
    expect(listeners.size).toBe(0);
  });

  it.each([-1, Number.NaN, Infinity, 2 ** 31])("refuses timeoutMs %s", async (timeoutMs) => {
    expect(() => createFleetClient({ baseUrl, timeoutMs })).toThrow("timeoutMs must be");
    expect(await createFleetClient({ baseUrl, retry: false, fetch: ok() }).tests.ping({}, { timeoutMs })).toMatchObject(
      {
        kind: "request",
      },
    );
  });
});

describe("options", () => {
  it.each([
    "",
    "fleet.example.com",
    "/api/v1",
    "ftp://fleet.example.com/api/v1",
    `${baseUrl}?key=1`,
    `${baseUrl}?`,
    `${baseUrl}#top`,
    "https://user:password@fleet.example.com/api/v1",
    "{base_url}",
    "https://{host}/api/v1",
  ])("refuses the base address %j", (wrong) => {
    for (const create of [createFleetClient, createCore])
      expect(() => create({ baseUrl: wrong })).toThrow(/^baseUrl must be an absolute/);
  });

  it("resolves a relative base address where there is a page", async () => {
    vi.stubGlobal("location", { href: "https://fleet.example.com/app/index.html" });
    try {
      const fetch = ok();
      await createFleetClient({ baseUrl: "/api/v1/", fetch }).tests.ping();
      expect(fetch.mock.calls[0]?.[0]).toBe(`${baseUrl}/tests/ping`);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each([undefined, null, "", 5])("refuses the base address %j in a page too, where it would be a path", (wrong) => {
    vi.stubGlobal("location", { href: "https://fleet.example.com/app/index.html" });
    try {
      expect(() => createFleetClient({ baseUrl: wrong as string })).toThrow(/^baseUrl must be/);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each([
    ["an object", { "X-Trace": "t1" }],
    ["pairs", [["x-trace", "t1"]] as [string, string][]],
    ["Headers", new Headers({ "x-trace": "t1" })],
  ])("sends headers given as %s", async (_name, headers) => {
    const server = await serve((_seen, response) => sendJson(response, 200, { data: {} }));
    await createFleetClient({ baseUrl: server.baseUrl, headers }).tests.ping();
    expect(server.seen[0]?.headers["x-trace"]).toBe("t1");
  });

  it("looks the global fetch up per call", async () => {
    const fleet = createFleetClient({ baseUrl });
    vi.stubGlobal("fetch", ok(200, false));
    try {
      expect(await fleet.tests.ping()).toMatchObject({ ok: true });
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe("with", () => {
  it("replaces options, adds headers, and leaves the first client as it was", async () => {
    const [first, second] = [ok(), ok()];
    const fleet = createFleetClient({ baseUrl, fetch: first, headers: { "x-a": "1", "x-b": "1" } });
    await fleet.with({ fetch: second, headers: { "X-B": "2" } }).tests.ping();
    await fleet.tests.ping();
    const sent = [first, second].map((each) => Object.fromEntries(new Headers(each.mock.calls[0]?.[1]?.headers)));
    expect(sent).toEqual([
      { "x-a": "1", "x-b": "1" },
      { "x-a": "1", "x-b": "2" },
    ]);
  });
});

describe("composition", () => {
  it("takes fetch and Request from an auth package, whose rotation it carries from call to call", async () => {
    const server = await serve((seen, response) =>
      sendJson(response, 200, { data: { sent: seen.headers.authorization } }, { authorization: "bearer t2" }),
    );
    class MarkedRequest extends Request {}
    const made: boolean[] = [];
    let token = "t1";
    const bind = (): { Request: typeof Request; fetch: Fetch } => ({
      Request: MarkedRequest,
      fetch: async (input, init) => {
        made.push(input instanceof MarkedRequest);
        const { headers } = requestOf(input, init);
        headers.set("authorization", `bearer ${token}`);
        const response = await fetch(input, { ...init, headers });
        token = response.headers.get("authorization")?.split(" ")[1] ?? token;
        return response;
      },
    });
    const fleet = createFleetClient({ baseUrl: server.baseUrl, ...bind() });
    expect(await fleet.tests.ping()).toMatchObject({ data: { sent: "bearer t1" } });
    expect(await fleet.with({ timeoutMs: 0 }).tests.ping()).toMatchObject({ data: { sent: "bearer t2" } });
    expect((await fleet.raw.GET("/tests/ping")).data).toMatchObject({ data: { sent: "bearer t2" } });
    expect(made).toEqual([false, false, true]);
  });
});

describe("a fetch of one call", () => {
  it.each([
    ["fetch", undefined],
    ["openapi-fetch", openapiFetchTransport],
  ] as const)("sends its retries and all pages of its list, over %s", async (_name, transport) => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => expect.unreachable("the fetch of the client"));
    const responses = [
      jsonResponse(problem(503, "unavailable"), { status: 503, headers: { "retry-after": "0" } }),
      jsonResponse(page([1], 1, 1, 2)),
      jsonResponse(page([2], 2, 1, 2)),
    ];
    const own = vi.fn(async () => responses.shift() ?? Response.error());
    const fleet = createFleetClient({ baseUrl, fetch, transport, random: () => 0 });
    const ids: number[] = [];
    for await (const { id } of fleet.op("unitsListing", { query: { per_page: 1 } }, { fetch: own })) ids.push(id);
    expect([ids, own.mock.calls.length]).toEqual([[1, 2], 3]);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("raw", () => {
  it("is made when it is first used, and once", async () => {
    const fetch = ok();
    const RequestOfRaw = vi.fn(Request);
    const fleet = createFleetClient({ baseUrl, fetch, Request: RequestOfRaw });
    await fleet.tests.ping();
    expect(RequestOfRaw).not.toHaveBeenCalled();
    expect(fleet.raw).toBe(fleet.raw);
    await fleet.raw.GET("/tests/ping");
    expect(RequestOfRaw).toHaveBeenCalledTimes(1);
    expect(fetch.mock.calls.map(([input]) => requestOf(input).url)).toEqual([
      `${baseUrl}/tests/ping`,
      `${baseUrl}/tests/ping`,
    ]);
  });

  it("calls a path that the contract does not have", async () => {
    const fetch = ok(200, false);
    const { raw } = createFleetClient({ baseUrl, fetch });
    const { data } = await raw.request("get", "/reports/{day}", {
      params: { path: { day: 1 }, query: { of: ["a,b"] } },
    });
    expect(data).toEqual({ data: {} });
    expect(fetch.mock.calls.map(([input]) => requestOf(input).url)).toEqual([`${baseUrl}/reports/1?of=a%2Cb`]);
  });

  it.each([
    ["fetch", undefined],
    ["openapi-fetch", openapiFetchTransport],
  ] as const)(
    "calls an undocumented path with a body, headers and a fetch of the call, over %s",
    async (_name, transport) => {
      const fetch = vi.fn<typeof globalThis.fetch>(async () => expect.unreachable("the fetch of the client"));
      const own = vi.fn(async (request: Request) => jsonResponse({ seen: await request.json() }, { status: 418 }));
      const { raw } = createFleetClient({ baseUrl, fetch, transport, headers: { "x-client": "a" } });
      const { data, error, response } = await raw.request("post", "/reports", {
        body: { day: 1 },
        headers: { "x-call": "b" },
        fetch: own,
      });
      expect([data, error, response.status]).toEqual([undefined, { seen: { day: 1 } }, 418]);
      const [request] = own.mock.calls[0] ?? [];
      expect(request).toMatchObject({ method: "POST", url: `${baseUrl}/reports` });
      expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
        "content-type": "application/json",
        "x-client": "a",
        "x-call": "b",
      });
      await expect(raw.request("get", "/reports/{day}")).rejects.toThrow("path parameter day");
      await expect(raw.request("get", "/reports/{day}", { params: { path: { day: ".." } } })).rejects.toThrow("day");
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it.each<[string, FleetClientOptions["transport"], string[]]>([
    [
      "sees the calls of the groups with openapiFetchTransport",
      openapiFetchTransport,
      ["/units/listing", "/tests/ping"],
    ],
    ["sees its own calls only by default", undefined, ["/tests/ping"]],
  ])("middleware of it %s", async (_what, transport, expected) => {
    const fleet = createFleetClient({ baseUrl, fetch: ok(), transport });
    const seen: string[] = [];
    fleet.raw.use({ onRequest: ({ schemaPath }) => void seen.push(schemaPath) });
    await fleet.units.listing();
    await fleet.raw.GET("/tests/ping");
    expect(seen).toEqual(expected);
  });
});

describe("the groups of operations", () => {
  it("make an operation when it is first used, and once", () => {
    const make = vi.fn(({ id }: { id: string }) => ({ id }));
    const groups = operationGroups(make);
    expect(Object.keys(groups)).toEqual([...new Set(Object.values(operations).map(({ group }) => group))]);
    expect(Object.keys(groups["tests"] ?? {})).toEqual(["ping"]);
    expect(make).not.toHaveBeenCalled();
    expect(groups["units"]?.["listing"]).toBe(findMethod(groups, "unitsListing"));
    expect(groups["units"]).toBe(groups["units"]);
    expect(make.mock.calls.map(([facts]) => facts.id)).toEqual(["unitsListing"]);
  });

  it.each(["", "units", "unitslisting", "unitsListin", "unitsToString", "listing", "Units", "toString"])(
    "have no operation %j",
    (id) => {
      expect(findMethod(operationGroups(String), id)).toBeUndefined();
    },
  );

  it("are members of the client that can be spread, replaced and spied upon", async () => {
    const fleet = createFleetClient({ baseUrl, fetch: async () => jsonResponse({}) });
    expect(Object.keys(fleet)).toEqual(
      expect.arrayContaining(["auth", "units", "tests", "op", "raw", "with", "close"]),
    );
    expect({ ...fleet }.tests).toBe(fleet.tests);
    const listing = vi.spyOn(fleet.units, "listing");
    void fleet.units.listing();
    expect(listing).toHaveBeenCalledTimes(1);
    const ping = vi.fn();
    fleet.tests.ping = ping;
    void fleet.tests.ping();
    expect(ping).toHaveBeenCalledTimes(1);
  });
});

describe("lazy", () => {
  it("gives a member that is made again after it failed", () => {
    const target: Record<string, number> = {};
    const make = vi
      .fn(() => 1)
      .mockImplementationOnce(() => {
        throw new Error("not yet");
      });
    lazy(target, "one", make);
    expect(() => target["one"]).toThrow("not yet");
    expect([target["one"], target["one"]]).toEqual([1, 1]);
    expect(make).toHaveBeenCalledTimes(2);
  });
});
