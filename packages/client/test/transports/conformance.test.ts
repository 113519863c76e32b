import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCore } from "../../src/call/pipeline.ts";
import type { OperationFacts } from "../../src/call/operation.ts";
import type { CallInput, TransportFactory } from "../../src/transport/transport.ts";
import { openapiFetchTransport } from "../../src/transport/openapi-fetch.ts";
import { fetchTransport } from "../../src/transport/fetch.ts";
import { baseUrl, jsonResponse, page, problem, requestOf } from "../support/answers.ts";
import { fakePlatform } from "../support/fake-platform.ts";
import { sendJson, serve } from "../support/server.ts";

/** Operations of every kind that HTTP has, beyond those of the contract. */
const read = operation({ verb: "GET", path: "/units/{unit_id}", csv: ["lifecycle_status"] });
const list = operation({ verb: "GET", path: "/units/listing", paged: "page" });
const write = operation({ verb: "POST", path: "/units" });
const remove = operation({ verb: "DELETE", path: "/units/{unit_id}", statuses: [204, 500] });

const transports: [name: string, transport: TransportFactory][] = [
  ["openapi-fetch", openapiFetchTransport],
  ["fetch", fetchTransport],
];

describe.each(transports)("the transport over %s", (_name, transport) => {
  describe("on the wire", () => {
    it("sends method, path, query, headers and body", async () => {
      const server = await serve((_seen, response) => sendJson(response, 200, { data: {} }));
      const core = createCore({ baseUrl: server.baseUrl, transport, headers: { "X-A": "client", "X-B": "client" } });
      await core.call(read, {
        path: { unit_id: "a b/ü" },
        query: { lifecycle_status: ["active", "retired"], tag: ["x&y", "z"], since: new Date(0), none: null },
        headers: { "x-b": "parameter", "X-C": 7, "x-none": undefined },
      });
      const own = { "X-A": "call", "x-none": undefined, "x-null": null };
      await core.call(write, { body: { name: "Ünï", when: new Date(0) } }, { headers: own as never });
      expect(server.seen).toMatchObject([
        {
          method: "GET",
          url:
            "/api/v1/units/a%20b%2F%C3%BC" +
            "?lifecycle_status=active,retired&tag=x%26y&tag=z&since=1970-01-01T00%3A00%3A00.000Z",
          headers: { "x-a": "client", "x-b": "parameter", "x-c": "7" },
          body: "",
        },
        {
          method: "POST",
          url: "/api/v1/units",
          headers: { "x-a": "call", "x-b": "client", "content-type": "application/json" },
          body: '{"name":"Ünï","when":"1970-01-01T00:00:00.000Z"}',
        },
      ]);
      expect(server.seen[0]?.headers).not.toHaveProperty("content-type");
      for (const { headers } of server.seen)
        for (const name of ["x-none", "x-null"]) expect(headers).not.toHaveProperty(name);
    });

    it("writes a body as JSON, whatever type the caller names", async () => {
      const server = await serve((_seen, response) => sendJson(response, 200, { data: {} }));
      const core = createCore({ baseUrl: server.baseUrl, transport });
      const types = ["application/merge-patch+json", "application/x-www-form-urlencoded"];
      for (const type of types) await core.call(write, { body: { a: 1 } }, { headers: { "CONTENT-TYPE": type } });
      expect(server.seen.map(({ headers, body }) => [headers["content-type"], body])).toEqual(
        types.map((type) => [type, '{"a":1}']),
      );
    });

    it("sends no header that nobody asked for, and clones no request, sent again or not", async () => {
      class Watched extends Request {
        override clone(): Request {
          return expect.unreachable("a request was cloned");
        }
      }
      const sent: unknown[] = [];
      const core = createCore({
        baseUrl,
        transport,
        Request: Watched,
        use: [async (context, next) => ((await next(context)).ok ? next(context) : expect.unreachable())],
        fetch: async (...given) => {
          const request = requestOf(...given);
          sent.push([...request.headers], await request.text());
          return jsonResponse({ data: {} });
        },
      });
      await core.call(write);
      await core.call(write, { body: { a: 1 } });
      const json = [["content-type", "application/json"]];
      expect(sent).toEqual([[], "", [], "", json, '{"a":1}', json, '{"a":1}']);
    });

    it("writes a list as its operation says, whatever another does with the same name", async () => {
      const server = await serve((_seen, response) => sendJson(response, 200, { data: {} }));
      const core = createCore({ baseUrl: server.baseUrl, transport });
      const query = { ids: [1, 2], tags: ["a", "b"] };
      await core.call(operation({ path: "/commas", csv: ["ids"] }), { query });
      await core.call(operation({ path: "/repeated" }), { query });
      expect(server.seen.map(({ url }) => url)).toEqual([
        "/api/v1/commas?ids=1,2&tags=a&tags=b",
        "/api/v1/repeated?ids=1&ids=2&tags=a&tags=b",
      ]);
    });

    it("sends neither a body nor its type where an optional body is left out", async () => {
      const server = await serve((_seen, response) => sendJson(response, 200, { data: {} }));
      const core = createCore({ baseUrl: server.baseUrl, transport });
      expect(await core.call(write, {})).toMatchObject({ ok: true });
      expect(await core.call(write, { body: undefined })).toMatchObject({ ok: true });
      for (const { body, headers } of server.seen) expect([body, headers["content-type"]]).toEqual(["", undefined]);
    });

    it("takes null for input that is left out", async () => {
      const server = await serve((_seen, response) => sendJson(response, 200, { data: {} }));
      const core = createCore({ baseUrl: server.baseUrl, transport });
      const nothing: CallInput = JSON.parse('{ "path": null, "query": null, "headers": null }');
      expect(await core.call(write, nothing)).toMatchObject({ ok: true });
      expect(await core.call(read, nothing)).toMatchObject({
        kind: "request",
        error: { message: expect.stringContaining("path parameter unit_id must not be empty") },
      });
      expect(server.seen.map(({ url }) => url)).toEqual(["/api/v1/units"]);
    });

    it("sends a list in a header as one line", async () => {
      const server = await serve((_seen, response) => sendJson(response, 200, { data: {} }));
      const core = createCore({ baseUrl: server.baseUrl, transport });
      await core.call(read, { path: { unit_id: ["a,b", 1] }, headers: { "If-None-Match": ['"a,b"', 'W/"c"'] } });
      expect(server.seen).toMatchObject([
        { url: "/api/v1/units/a%2Cb,1", headers: { "if-none-match": '"a,b",W/"c"' } },
      ]);
    });

    it("sends the same bytes again when a middleware calls next again", async () => {
      const server = await serve((_seen, response) => sendJson(response, 500, problem(500, "internal_error")));
      const core = createCore({
        baseUrl: server.baseUrl,
        transport,
        use: [
          async (context, next) => {
            await next(context);
            return next({ ...context, headers: { ...context.headers, "x-try": "2" } });
          },
        ],
      });
      const result = await core.call(write, { body: { text: "once more" } });
      expect(result).toMatchObject({ status: 500, meta: { attempts: 2 } });
      expect(server.seen.map(({ body, headers }) => [body, headers["x-try"]])).toEqual([
        ['{"text":"once more"}', undefined],
        ['{"text":"once more"}', "2"],
      ]);
    });

    it("gives fetch a signal that ends with the call", async () => {
      const aborting = new AbortController();
      const reasons: unknown[] = [];
      const core = createCore({
        baseUrl,
        transport,
        fetch: (...given) => {
          const { signal } = requestOf(...given);
          signal.addEventListener("abort", () => reasons.push(signal.reason));
          return new Promise(() => {});
        },
      });
      const call = core.call(read, { path: { unit_id: 1 } }, { signal: aborting.signal });
      await new Promise((resolve) => setImmediate(resolve));
      aborting.abort("no more");
      expect(await call).toMatchObject({ kind: "abort" });
      expect(reasons).toEqual(["no more"]);
    });
  });

  describe("what an answer becomes", () => {
    const cases: [what: string, respond: () => Response, result: object][] = [
      ["500 with an empty body", () => new Response("", { status: 500 }), { ok: false, kind: "unexpected" }],
      [
        "500 with Content-Length: 0",
        () => new Response(null, { status: 500, headers: { "content-length": "0" } }),
        { ok: false, kind: "unexpected", status: 500 },
      ],
      ["200 with an empty body", () => new Response(""), { ok: false, kind: "unexpected", status: 200 }],
      [
        "200 with Content-Length: 0",
        () => new Response(null, { headers: { "content-length": "0" } }),
        { ok: false, kind: "unexpected", status: 200 },
      ],
      ["304", () => new Response(null, { status: 304 }), { ok: false, kind: "unexpected", status: 304 }],
      ["205", () => new Response(null, { status: 205 }), { ok: false, kind: "unexpected", status: 205 }],
      ["204 where the contract has 200", () => new Response(null, { status: 204 }), { ok: false, status: 204 }],
      [
        "an HTML page of a proxy",
        () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } }),
        { ok: false, kind: "unexpected", status: 502 },
      ],
      [
        "an HTML page with 200",
        () => new Response("<h1>Log in</h1>", { headers: { "content-type": "text/html" } }),
        { ok: false, kind: "unexpected", status: 200 },
      ],
      ["JSON that breaks off", () => jsonResponse('{"data":{"name":"x'), { ok: false, kind: "decode", status: 200 }],
      ["a bare null", () => jsonResponse("null"), { ok: false, kind: "unexpected", status: 200 }],
      ["a problem", () => jsonResponse(problem(500, "internal_error"), { status: 500 }), { ok: false, kind: "http" }],
      ["a success", () => jsonResponse({ data: { id: 1 }, notices: ["n"] }), { ok: true, data: { id: 1 } }],
      [
        "a success with charset and a byte order mark",
        () =>
          jsonResponse('\uFEFF{"data":{"id":1}}', { headers: { "content-type": "application/json; charset=utf-8" } }),
        { ok: true, data: { id: 1 } },
      ],
    ];
    it.each(cases)("%s", async (_what, respond, expected) => {
      const core = createCore({ baseUrl, transport, fetch: async () => respond() });
      const result = await core.call(read, { path: { unit_id: 1 } });
      expect(result).toMatchObject(expected);
      expect(result.headers).toBeInstanceOf(Headers);
      expect(JSON.stringify(result)).not.toContain("<h1>");
    });

    it("204 is a success where the contract has it", async () => {
      const core = createCore({ baseUrl, transport, fetch: async () => new Response(null, { status: 204 }) });
      expect(await core.call(remove, { path: { unit_id: 1 } })).toMatchObject({ ok: true, data: null });
    });

    it("a response to HEAD, which has no body, is no success", async () => {
      const fetch = async () => new Response(null, { headers: { "content-length": "99" } });
      const head = { ...read, verb: "HEAD" };
      expect(await createCore({ baseUrl, transport, fetch }).call(head, { path: { unit_id: 1 } })).toMatchObject({
        kind: "unexpected",
        status: 200,
      });
    });

    it("a page has its pagination", async () => {
      const core = createCore({ baseUrl, transport, fetch: async () => jsonResponse(page([1], 1, 50, 1)) });
      expect(await core.call(list)).toMatchObject({ ok: true, data: [{ id: 1 }], pagination: { total: 1 } });
    });

    it("a page of a list by cursor is in its data", async () => {
      const byCursor = operation({ path: "/units/listing", paged: "cursor", cursorList: "events" });
      const data = { events: [], next_cursor: "c2", has_more: true };
      const core = createCore({ baseUrl, transport, fetch: async () => jsonResponse({ data }) });
      const result = await core.call(byCursor);
      expect(result).toMatchObject({ ok: true, data });
      expect(result).not.toHaveProperty("pagination");
    });

    it("a connection that breaks off in the body is a network failure", async () => {
      const server = await serve((_seen, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"data":', () => response.destroy());
      });
      const core = createCore({ baseUrl: server.baseUrl, transport });
      expect(await core.call(read, { path: { unit_id: 1 } })).toMatchObject({ kind: "network", meta: { attempts: 1 } });
    });
  });

  describe("what is refused before it is sent", () => {
    const inputs: [what: string, operation: OperationFacts, input: CallInput][] = [
      ["a path value of two dots", read, { path: { unit_id: ".." } }],
      ["a path value that is percent-encoded dots", read, { path: { unit_id: "%2e%2e" } }],
      ["an empty path value", read, { path: { unit_id: "" } }],
      ["a missing path value", read, {}],
      ["NaN in the query", list, { query: { page: Number.NaN } }],
      ["an object in the query", list, { query: { page: {} } }],
      ["an invalid date in the query", list, { query: { since: new Date(Number.NaN) } }],
      ["a cycle in the body", write, { body: cycle() }],
      ["NaN in the body", write, { body: { n: Number.NaN } }],
      ["a null body", write, { body: null }],
      ["a typed array as body", write, { body: new Uint8Array(2) }],
      ["URLSearchParams as body", write, { body: new URLSearchParams("a=1") }],
      ["a body where HTTP has none", list, { body: {} }],
      ["a header value with a line break", list, { headers: { "x-a": "a\r\nb: c" } }],
      ["a member that does not exist", list, { qeury: {} } as CallInput],
    ];
    it.each(inputs)("%s", async (_what, op, input) => {
      let calls = 0;
      const fetch = async (): Promise<Response> => ((calls += 1), jsonResponse({ data: {} }));
      const result = await createCore({ baseUrl, transport, fetch }).call(op, input);
      expect([result, calls]).toMatchObject([{ ok: false, kind: "request", status: null, meta: { attempts: 0 } }, 0]);
    });
  });

  it("stops for signal and time while headers and while the body are awaited", async () => {
    const server = await serve((seen, response) => {
      if (seen.url.endsWith("/1")) return;
      response.writeHead(200, { "content-type": "application/json" }).write('{"data":');
    });
    const platform = fakePlatform();
    const heads: Promise<Response>[] = [];
    const fetch = (...given: Parameters<typeof globalThis.fetch>): Promise<Response> => {
      const head = globalThis.fetch(...given);
      heads.push(head);
      return head;
    };
    const core = createCore({ baseUrl: server.baseUrl, transport, fetch, ...platform });
    for (const unit_id of [1, 2]) {
      const aborting = new AbortController();
      const aborted = core.call(read, { path: { unit_id } }, { signal: aborting.signal });
      const late = core.call(read, { path: { unit_id } }, { timeoutMs: 20 });
      await (unit_id === 1 || Promise.all(heads.slice(2)));
      await platform.advance(20);
      const status = unit_id === 1 ? null : 200;
      expect(await late).toMatchObject({ kind: "timeout", status, meta: { attempts: 1 } });
      aborting.abort(new Error("no more"));
      expect(await aborted).toMatchObject({ kind: "abort", status, error: { cause: { message: "no more" } } });
    }
  });
});

it("the transport over fetch makes no Request, and openapi-fetch the given one", async () => {
  class Own extends Request {}
  const seen: unknown[] = [];
  for (const [, transport] of transports) {
    const core = createCore({
      baseUrl,
      transport,
      Request: Own,
      fetch: async (input, init) => {
        seen.push(input instanceof Own, typeof input === "string" && init?.signal instanceof AbortSignal);
        return jsonResponse({ data: {} });
      },
    });
    await core.call(read, { path: { unit_id: 1 } });
  }
  expect(seen).toEqual([true, false, false, true]);
});

describe("both transports", () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("..", "%2e", "a/b", "\ud800", " "));
  const scalar = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.bigInt(), fc.constant(null), fc.date());
  const name = fc.stringMatching(/^[a-z_]{1,8}$/);
  const input: fc.Arbitrary<CallInput> = fc.record(
    {
      path: fc.record({ unit_id: fc.oneof(scalar, fc.array(scalar)) }),
      query: fc.dictionary(name, fc.oneof(scalar, fc.array(scalar))),
      headers: fc.dictionary(
        name,
        fc.oneof(fc.integer(), fc.stringMatching(/^[ -~]{0,9}$/), fc.array(fc.stringMatching(/^[ -~]{0,9}$/))),
      ),
      body: fc.oneof(fc.object(), fc.array(scalar)),
    },
    { requiredKeys: ["path"] },
  );

  it("send the same request for any input, or refuse it with the same words", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(read, list, write, remove), input, async (op, given) => {
        const [first, second] = await Promise.all(transports.map(([, transport]) => trace(transport, op, given)));
        expect(second).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });

  it("give the same result for any answer", async () => {
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom("", "null", '{"data":', '{"data":{"id":9007199254740993}}', "<h1>Bad gateway</h1>"),
      fc
        .constantFrom(problem(500, "internal_error"), page([1], 1, 50, 1), { data: {} })
        .map((each) => JSON.stringify(each)),
    );
    const answer = fc.record({
      content: body,
      status: fc.oneof(fc.constantFrom(200, 500), fc.integer({ min: 200, max: 599 })),
      type: fc.constantFrom("application/json", "application/problem+json", "text/html"),
      hasLength: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(read, list, write, remove),
        answer,
        async (op, { content, status, type, hasLength }) => {
          const length = `${new TextEncoder().encode(content).length}`;
          const headers = {
            "content-type": type,
            "x-request-id": "r-1",
            ...(hasLength && { "content-length": length }),
          };
          const isEmpty = [204, 205, 304].includes(status);
          const fetch = async (): Promise<Response> => new Response(isEmpty ? null : content, { status, headers });
          const [first, second] = await Promise.all(
            transports.map(async ([, transport]) => {
              const result = await createCore({ baseUrl, transport, fetch }).call(op, { path: { unit_id: 1 } });
              const error = result.ok ? null : { ...result.error, message: Object(result.error).message };
              return {
                ...result,
                error,
                meta: { ...result.meta, durationMs: 0 },
                headers: [...(result.headers ?? [])],
              };
            }),
          );
          expect(second).toEqual(first);
        },
      ),
      { numRuns: 300 },
    );
  });
});

async function trace(transport: TransportFactory, op: OperationFacts, input: CallInput): Promise<unknown> {
  const sent: unknown[] = [];
  const core = createCore({
    baseUrl,
    transport,
    headers: { "x-client": "1" },
    fetch: async (...given) => {
      const request = requestOf(...given);
      sent.push(request.method, request.url, [...request.headers], await request.text());
      return jsonResponse({ data: [], pagination: { page: 1, per_page: 1, total: 0 } });
    },
  });
  const result = await core.call(op, input);
  return [sent, result.ok || [result.kind, result.error instanceof Error && result.error.message]];
}

function operation(facts: Partial<OperationFacts>): OperationFacts {
  return {
    id: "made",
    verb: "GET",
    path: "/",
    statuses: [200, 500],
    paged: undefined,
    keyed: false,
    csv: [],
    ...facts,
  };
}

function cycle(): object {
  const self: Record<string, unknown> = {};
  self["self"] = self;
  return self;
}
