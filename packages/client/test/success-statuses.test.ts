import type { CallOptions } from "@fleet-api/contract";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { revalidate, withIfMatch } from "../src/conditional/index.ts";
import { createCore } from "../src/call/pipeline.ts";
import { list } from "../src/call/operation-function.ts";
import { type LogRecord, logger } from "../src/observe/index.ts";
import type { AnySuccess } from "../src/call/result.ts";
import type { OperationFacts } from "../src/call/operation.ts";
import { pageStrategy } from "../src/paging/page-strategy.ts";
import { retry } from "../src/retry/index.ts";
import type { TransportFactory } from "../src/transport/transport.ts";
import { openapiFetchTransport } from "../src/transport/openapi-fetch.ts";
import { fetchTransport } from "../src/transport/fetch.ts";
import { validate } from "../src/validate/index.ts";
import { baseUrl, jsonResponse, page } from "./support/answers.ts";
import { sendJson, serve } from "./support/server.ts";

/** Operations with several successes, which the contract does not have yet. */
const get: OperationFacts = { id: "unitsGet", verb: "GET", path: "/units/{id}", statuses: [200, 304, 404] };
const put: OperationFacts = { id: "unitsPut", verb: "PUT", path: "/units/{id}", statuses: [200, 201, 404] };
const remove: OperationFacts = { id: "unitsDelete", verb: "DELETE", path: "/units/{id}", statuses: [204] };
const listing = { id: "unitsListing", verb: "GET", path: "/units", statuses: [200, 304], paged: "page" } as const;

const path = { id: 1 };
const condition = { "If-None-Match": '"v7"' };
const unchanged = () => new Response(null, { status: 304, headers: { etag: '"v7"', "x-request-id": "req-1" } });

const transports: [name: string, transport: TransportFactory][] = [
  ["openapi-fetch", openapiFetchTransport],
  ["fetch", fetchTransport],
];

/** A fleet whose unit 1 has the version 7; every other one is made by a PUT. */
async function service() {
  return serve(({ method, url, headers }, response) => {
    if (method === "DELETE") return void response.writeHead(204).end();
    if (method === "PUT") return sendJson(response, url.endsWith("/1") ? 200 : 201, { data: { id: 1 } });
    // A 304 may say how long the body of a 200 would be (RFC 9110 section 8.6).
    if (headers["if-none-match"] === '"v7"')
      return void response.writeHead(304, { etag: '"v7"', "content-length": "20" }).end();
    return sendJson(response, 200, { data: { id: 1 } }, { etag: '"v7"' });
  });
}

describe.each(transports)("over %s", (_name, transport) => {
  it("the status says which success it is", async () => {
    const server = await service();
    const core = createCore({ baseUrl: server.baseUrl, transport });
    expect(await core.call(put, { path, body: {} })).toMatchObject({ ok: true, status: 200, data: { id: 1 } });
    expect(await core.call(put, { path: { id: 2 }, body: {} })).toMatchObject({ ok: true, status: 201 });
  });

  it("a success without a body has data that is null", async () => {
    const server = await service();
    const core = createCore({ baseUrl: server.baseUrl, transport });
    expect(await core.call(remove, { path })).toMatchObject({ ok: true, status: 204, data: null, notices: [] });
  });

  it("304 is a success of a call with a condition, and the connection goes on", async () => {
    const server = await service();
    const core = createCore({ baseUrl: server.baseUrl, transport });
    const first = await core.call(get, { path }).orThrow();
    const tag = first.headers.get("etag");
    const again = core.call(get, { path, headers: { "If-None-Match": tag } });
    expect(await again.orThrow()).toMatchObject({
      ok: true,
      status: 304,
      data: null,
      notices: [],
      meta: { attempts: 1 },
    });
    expect((await again).headers?.get("etag")).toBe('"v7"');
    expect((await again.withResponse()).response?.status).toBe(304);
    expect(await core.call(get, { path })).toMatchObject({ status: 200, data: { id: 1 } });
    expect(server.seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"v7"', undefined]);
  });

  it.each<[string, OperationFacts, Record<string, unknown>, CallOptions]>([
    ["the call sent no condition", get, {}, {}],
    ["the condition is not in the input, and so not in the types", get, {}, { headers: condition }],
    ["the condition has no value", get, { "If-None-Match": undefined }, {}],
    ["the operation does not document it", { ...get, statuses: [200] }, condition, {}],
  ])("304 is unexpected where %s", async (_what, facts, headers, options) => {
    const core = createCore({ baseUrl, transport, fetch: async () => unchanged() });
    const call = core.call(facts, { path, headers }, options);
    expect(await call).toMatchObject({ ok: false, kind: "unexpected", status: 304, error: { requestId: "req-1" } });
    await expect(call.orThrow()).rejects.toMatchObject({ code: "unexpected", status: 304 });
  });
});

it("bytes after a 304, which HTTP does not allow, do not become its body", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end('HTTP/1.1 304 Not Modified\r\nETag: "v7"\r\n\r\n{"data":{"id":2}}'));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const core = createCore({ baseUrl: `http://127.0.0.1:${port}/api/v1` });
  const result = await core.call(get, { path, headers: condition });
  expect(result).toMatchObject({ ok: true, status: 304, data: null });
});

it("a body that a transport gives nevertheless is unexpected", async () => {
  const transport: TransportFactory = () => ({
    async send({ onSend }) {
      onSend();
      return { response: unchanged(), content: '{"data":{}}' };
    },
  });
  const result = await createCore({ baseUrl, transport }).call(get, { path, headers: condition });
  expect(result).toMatchObject({ ok: false, kind: "unexpected", status: 304 });
  expect(!result.ok && result.kind !== "http" && result.error.message).toMatch(/^unitsGet: 304 has a body/);
});

describe("a 304 that a caller asked for", () => {
  it("is not sent again, is logged as a success, and is what the contract says", async () => {
    const records: LogRecord[] = [];
    const breaches: unknown[] = [];
    const core = createCore({
      baseUrl,
      fetch: async () => unchanged(),
      use: [
        validate({ mode: "report", onDrift: (drift) => breaches.push(drift) }),
        logger({ log: (record, level) => records.push({ ...record, level } as LogRecord), bodies: true }),
        retry(),
      ],
    });
    // The validators of the listing have no 304, and so say nothing of it.
    const result = await core.call(listing, { headers: condition });
    expect(result).toMatchObject({ ok: true, status: 304, meta: { attempts: 1 } });
    expect(records).toMatchObject([{ event: "call", level: "info", status: 304, kind: null, responseBody: null }]);
    expect(breaches).toEqual([]);
  });

  it("is handed on by revalidate, whose own condition ends in the kept success", async () => {
    const server = await service();
    const core = createCore({ baseUrl: server.baseUrl, use: [revalidate()] });
    await core.call(get, { path });
    expect(await core.call(get, { path })).toMatchObject({ ok: true, status: 200, data: { id: 1 } });
    expect(await core.call(get, { path, headers: condition })).toMatchObject({ ok: true, status: 304, data: null });
    expect(server.seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"v7"', '"v7"']);
  });

  it("names the version that a write may rely on", async () => {
    const core = createCore({ baseUrl, fetch: async () => unchanged() });
    const result: AnySuccess = await core.call(get, { path, headers: condition }).orThrow();
    expect(withIfMatch(result).headers["if-match"]).toBe('"v7"');
  });

  it("is a result when it is awaited, and an error when it is iterated", async () => {
    const core = createCore({ baseUrl, fetch: async () => unchanged() });
    const units = list(pageStrategy, listing);
    // What a caller without types can do.
    const call = units(core, JSON.parse(`{ "headers": { "If-None-Match": "\\"v7\\"" } }`));
    const iterated = call.toArray();
    expect(await call).toMatchObject({ ok: true, status: 304, data: null });
    await expect(iterated).rejects.toMatchObject({
      name: "FleetError",
      kind: "unexpected",
      status: 304,
      requestId: "req-1",
      message: "unitsListing: 304 has no page to iterate",
    });
  });

  it("in the middle of an iteration is an error after the pages before it", async () => {
    const fetch = async (url: string | Request) =>
      String(url).includes("page=2") ? unchanged() : jsonResponse(page([1, 2], 1, 2, 4));
    const call = list(pageStrategy, listing)(
      createCore({ baseUrl, fetch }),
      JSON.parse(`{ "headers": { "If-None-Match": "a" } }`),
    );
    const seen: unknown[] = [];
    const iteration = (async () => {
      for await (const { id } of call) seen.push(id);
    })();
    await expect(iteration).rejects.toMatchObject({ code: "unexpected", status: 304 });
    expect(seen).toEqual([1, 2]);
  });
});
