import { describe, expect, it, vi } from "vitest";
import { createFleetClient, type FleetClient } from "../src/index.ts";
import { baseUrl, jsonResponse } from "./support/answers.ts";
import { fakePlatform } from "./support/fake-platform.ts";
import { serve } from "./support/server.ts";
import { transports } from "./support/transports.ts";

const head = { "content-type": "application/json", "x-request-id": "r-1", authorization: "bearer newer" };

/** A body that ignores every signal: it gives bytes when it is pulled, for ever, until it is cancelled. */
function endless() {
  const counts = { pulled: 0, cancelled: 0 };
  const body = new ReadableStream(
    {
      async pull(controller) {
        counts.pulled += 1;
        await new Promise((resolve) => setImmediate(resolve));
        controller.enqueue(new TextEncoder().encode(" "));
      },
      cancel: () => void (counts.cancelled += 1),
    },
    { highWaterMark: 0 },
  );
  return { body, counts };
}

/** A body that says a little, and then nothing. */
function stalled() {
  const counts = { cancelled: 0 };
  const start = (controller: ReadableStreamDefaultController): void =>
    controller.enqueue(new TextEncoder().encode('{"da'));
  return { body: new ReadableStream({ start, cancel: () => void (counts.cancelled += 1) }), counts };
}

const create = (fleet: FleetClient) => fleet.units.create({ body: { name: "a", client_id: 1 } as never });

describe.each(transports)("a response whose body does not come, through the transport over %s", (_name, transport) => {
  it.each([201, 200, 401, 404, 503])("is known by its head after a timeout: %i", async (status) => {
    const platform = fakePlatform();
    const { body, counts } = stalled();
    const fetch = async (): Promise<Response> => new Response(body, { status, headers: head });
    const fleet = createFleetClient({ baseUrl, transport, fetch, retry: false, timeoutMs: 100, ...platform });
    const result = await platform.finish(create(fleet));
    expect(result).toMatchObject({
      ok: false,
      kind: "timeout",
      status,
      meta: { requestId: "r-1" },
      error: { status, requestId: "r-1", message: expect.stringContaining(`; the service had answered ${status}`) },
    });
    expect(result.headers?.get("x-request-id")).toBe("r-1");
    expect(counts.cancelled).toBe(1);
    expect(platform.pending()).toBe(0);
  });

  it.each([
    ["the deadline", { deadlineMs: 100 }, "timeout"],
    ["the deadline, around a middleware", { deadlineMs: 100, use: [(context, next) => next(context)] }, "timeout"],
    [
      "around two",
      { deadlineMs: 100, use: [(context, next) => next(context), (context, next) => next(context)] },
      "timeout",
    ],
  ] as const satisfies [string, Partial<Parameters<typeof createFleetClient>[0]>, string][])(
    "is known by its head after %s",
    async (_what, options, kind) => {
      const platform = fakePlatform();
      const { body, counts } = stalled();
      const fetch = async (): Promise<Response> => new Response(body, { status: 201, headers: head });
      const fleet = createFleetClient({ baseUrl, transport, fetch, ...platform, ...options });
      const result = await platform.finish(create(fleet));
      expect(result).toMatchObject({ kind, status: 201, meta: { requestId: "r-1", attempts: 1 } });
      expect(counts.cancelled).toBe(1);
    },
  );

  it("is known by its head when the caller aborts, or closes the client", async () => {
    for (const end of ["abort", "close"]) {
      const platform = fakePlatform();
      const { body, counts } = stalled();
      const controller = new AbortController();
      const fetch = async (): Promise<Response> => new Response(body, { status: 201, headers: head });
      const fleet = createFleetClient({ baseUrl, transport, fetch, ...platform });
      const call = fleet.units.create({ body: { name: "a" } as never }, { signal: controller.signal });
      await platform.advance(1);
      if (end === "abort") controller.abort();
      else fleet.close();
      expect(await call).toMatchObject({ kind: "abort", status: 201, meta: { requestId: "r-1" } });
      expect(counts.cancelled).toBe(1);
    }
  });

  it("is known by its head when the connection breaks", async () => {
    const server = await serve((_seen, response) => {
      response.writeHead(201, { ...head, "content-length": "1000" });
      response.write('{"data":', () => response.socket?.destroy());
    });
    const result = await create(createFleetClient({ baseUrl: server.baseUrl, transport, retry: false }));
    expect(result).toMatchObject({ kind: "network", status: 201, meta: { requestId: "r-1" } });
    expect(!result.ok && result.kind !== "http" && result.error.message).toMatch(
      /: the response was cut off \(.+\); the service had answered 201$/,
    );
  });

  it("is known by its head when it is cut off, but ends", async () => {
    const fetch = async (): Promise<Response> => new Response('{"data":', { status: 201, headers: head });
    const result = await create(createFleetClient({ baseUrl, transport, fetch, retry: false }));
    expect(result).toMatchObject({ kind: "decode", status: 201, meta: { requestId: "r-1" } });
  });

  it("is forgotten by the next attempt, which has no response", async () => {
    const platform = fakePlatform();
    let sent = 0;
    const fetch = async (): Promise<Response> => {
      if (sent++) throw new TypeError("fetch failed");
      return new Response(stalled().body, { status: 200, headers: head });
    };
    const fleet = createFleetClient({ baseUrl, transport, fetch, timeoutMs: 100, retry: { attempts: 2 }, ...platform });
    expect(await platform.finish(fleet.tests.ping())).toMatchObject({ kind: "network", status: null, headers: null });
  });

  it("is retried when it was a read", async () => {
    const platform = fakePlatform();
    let sent = 0;
    const fetch = async (): Promise<Response> =>
      sent++ ? jsonResponse({ data: {} }) : new Response(stalled().body, { status: 200, headers: head });
    const fleet = createFleetClient({ baseUrl, transport, fetch, timeoutMs: 100, ...platform });
    expect(await platform.finish(fleet.tests.ping())).toMatchObject({ ok: true, meta: { attempts: 2 } });
  });
});

describe.each(transports)("a fetch that ignores its signal, through the transport over %s", (_name, transport) => {
  it.each([200, 500])("is not read when it resolves too late: %i", async (status) => {
    const platform = fakePlatform();
    const { body, counts } = endless();
    let answer = (): void => {};
    const fetch = () =>
      new Promise<Response>((resolve) => (answer = () => resolve(new Response(body, { status, headers: head }))));
    const fleet = createFleetClient({ baseUrl, transport, fetch, retry: false, timeoutMs: 100, ...platform });
    const result = await platform.finish(fleet.tests.ping());
    expect(result).toMatchObject({ kind: "timeout", status: null });
    answer();
    await platform.advance(1);
    expect(counts).toEqual({ pulled: 0, cancelled: 1 });
  });

  it.each([200, 500])("is read no further once the call has ended: %i", async (status) => {
    const platform = fakePlatform();
    const { body, counts } = endless();
    const fetch = async (): Promise<Response> => new Response(body, { status, headers: head });
    const fleet = createFleetClient({ baseUrl, transport, fetch, retry: false, timeoutMs: 100, ...platform });
    const result = await platform.finish(fleet.tests.ping());
    expect(result).toMatchObject({ kind: "timeout", status });
    const { pulled } = counts;
    await platform.advance(1);
    await platform.advance(1);
    expect(counts).toEqual({ pulled, cancelled: 1 });
  });

  it.each<[string, () => unknown]>([
    ["gives no promise", () => undefined],
    [
      "throws",
      () => {
        throw new Error("cancel");
      },
    ],
    ["rejects", () => Promise.reject(new Error("cancel"))],
  ])("may give a body whose cancel %s", async (_what, cancel) => {
    const unhandled = vi.fn();
    for (const event of ["unhandledRejection", "uncaughtException"]) process.on(event, unhandled);
    const platform = fakePlatform();
    const body = { locked: false, cancel, getReader: () => ({ read: () => new Promise(() => {}), cancel }) };
    const fetch = async (): Promise<Response> => Object.defineProperty(jsonResponse({}), "body", { value: body });
    const fleet = createFleetClient({ baseUrl, transport, fetch, retry: false, timeoutMs: 100, ...platform });
    expect(await platform.finish(fleet.tests.ping())).toMatchObject({ kind: "timeout", status: 200 });
    await platform.advance(1);
    for (const event of ["unhandledRejection", "uncaughtException"]) process.off(event, unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it.each([
    ["bytes", [32]],
    ["empty chunks", []],
  ])("may give a body that is always ready: %s", async (_what, bytes) => {
    // If the client reads for ever, nothing else runs: then the body ends, and not the call by its limit.
    let pulled = 0;
    const pull = (controller: ReadableStreamDefaultController): void => {
      if (pulled++ < 500_000) controller.enqueue(new Uint8Array(bytes));
      else controller.close();
    };
    const fetch = async (): Promise<Response> => new Response(new ReadableStream({ pull }), { headers: head });
    const fleet = createFleetClient({ baseUrl, transport, fetch, retry: false, timeoutMs: 1 });
    expect(await fleet.tests.ping()).toMatchObject({ kind: "timeout", status: 200 });
  });

  it("leaves nothing unhandled when it rejects too late", async () => {
    const platform = fakePlatform();
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    let fail = (): void => {};
    const fetch = () => new Promise<Response>((_resolve, reject) => (fail = () => reject(new Error("late"))));
    const fleet = createFleetClient({ baseUrl, transport, fetch, retry: false, timeoutMs: 100, ...platform });
    await platform.finish(fleet.tests.ping());
    fail();
    await platform.advance(1);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it("may give a response without a stream, as polyfills do", async () => {
    const fetch = async (): Promise<Response> =>
      Object.defineProperty(jsonResponse({ data: { ok: true } }), "body", { value: undefined });
    expect(await createFleetClient({ baseUrl, transport, fetch }).tests.ping()).toMatchObject({ ok: true });
  });

  it.each([
    ["read", (response: Response) => response.text()],
    ["locked", async (response: Response) => response.body?.getReader()],
  ])("may not give a response that was %s before", async (_what, use) => {
    const fetch = async (): Promise<Response> => {
      const response = jsonResponse({ data: {} });
      await use(response);
      return response;
    };
    expect(await createFleetClient({ baseUrl, transport, fetch }).tests.ping()).toMatchObject({
      kind: "unexpected",
      error: { message: expect.stringContaining("was read before") },
    });
  });

  it("has its text decoded as UTF-8, whatever the chunks", async () => {
    const bytes = new TextEncoder().encode('\ufeff{"data":{"name":"Ünï 🚚"}}');
    const chunks = [...bytes].map((byte) => new Uint8Array([byte]));
    const fetch = async (): Promise<Response> =>
      new Response(new ReadableStream({ start: (to) => (chunks.forEach((each) => to.enqueue(each)), to.close()) }));
    expect(await createFleetClient({ baseUrl, transport, fetch }).tests.ping()).toMatchObject({
      data: { name: "Ünï 🚚" },
    });
  });
});
