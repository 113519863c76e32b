import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { FleetError, createFleetClient, isFleetError, openapiFetchTransport } from "../src/index.ts";
import { baseUrl, jsonResponse, page, problem } from "./support/answers.ts";
import { sendJson, serve } from "./support/server.ts";

describe("a success", () => {
  it("has status, data, notices, headers and meta", async () => {
    const server = await serve((_seen, response) =>
      sendJson(response, 200, { data: { allow: true }, notices: ["scope_widened: text"] }),
    );
    const fleet = createFleetClient({ baseUrl: server.baseUrl });
    const result = await fleet.auth.permission({ path: { resource: "units", action: "view" } });
    expect(result).toMatchObject({
      ok: true,
      status: 200,
      data: { allow: true },
      notices: ["scope_widened: text"],
      meta: { operationId: "authPermission", requestId: "req-0000001" },
    });
    expect(result.headers?.get("x-request-id")).toBe("req-0000001");
    expect(server.seen[0]).toMatchObject({ method: "GET", url: "/api/v1/auth/permission/units/action/view" });
  });

  it("has the pagination of a paged list, and no notices where the response has none", async () => {
    const server = await serve((_seen, response) => sendJson(response, 200, page([1, 2], 1, 2, 5)));
    const result = await createFleetClient({ baseUrl: server.baseUrl }).units.listing();
    expect(result).toMatchObject({ ok: true, notices: [], pagination: { page: 1, per_page: 2, total: 5 } });
  });

  it("has no kind, printed, serialised or copied", async () => {
    const fleet = createFleetClient({ baseUrl, fetch: async () => jsonResponse(page([], 1, 50, 0)) });
    const list = fleet.units.listing();
    const results = [await list, await list.orThrow(), (await list.withResponse()).result, { ...(await list) }];
    for await (const each of list.pages()) results.push(each);
    expect(results).toHaveLength(5);
    for (const result of results) {
      expect(result.kind).toBeUndefined();
      expect("kind" in result).toBe(false);
      expect(inspect(result) + JSON.stringify(result)).not.toContain("kind");
    }
  });

  it("sends a body as JSON", async () => {
    const server = await serve((_seen, response) => sendJson(response, 200, { data: { id: 7 } }));
    await createFleetClient({ baseUrl: server.baseUrl }).auth.login({ body: { username: "demo", password: "Ünï" } });
    expect(server.seen).toMatchObject([
      { method: "POST", headers: { "content-type": "application/json" }, body: '{"username":"demo","password":"Ünï"}' },
    ]);
  });

  it("tells notices to onNotice, whose errors stay out of the call", async () => {
    const onNotice = vi.fn(() => {
      throw new Error("observer");
    });
    const fleet = createFleetClient({
      baseUrl,
      onNotice,
      fetch: async () => jsonResponse({ data: {}, notices: ["a: 1", 5, "b: 2"] }),
    });
    expect(await fleet.tests.ping()).toMatchObject({ ok: true, notices: ["a: 1", "b: 2"] });
    expect(onNotice.mock.calls).toEqual([
      ["a: 1", "testsPing"],
      ["b: 2", "testsPing"],
    ]);
  });
});

describe("kind http", () => {
  it("is a documented problem, told apart by status and code", async () => {
    const answer = problem(403, "permission_denied");
    const server = await serve((_seen, response) => sendJson(response, 403, answer));
    const result = await createFleetClient({ baseUrl: server.baseUrl }).units.listing();
    expect(result).toMatchObject({
      ok: false,
      kind: "http",
      status: 403,
      error: answer,
      meta: { requestId: "req-0000001" },
    });
  });

  it("stays http when a documented status brings a code that is new in it", async () => {
    const fetch = async () => jsonResponse(problem(403, "gone"), { status: 403 });
    expect(await createFleetClient({ baseUrl, fetch }).units.listing()).toMatchObject({
      kind: "http",
      error: { code: "gone" },
    });
  });

  it("is thrown by orThrow with the code of the problem", async () => {
    const fetch = async () =>
      jsonResponse(problem(401, "token_expired"), { status: 401, headers: { "x-request-id": "req-1" } });
    const error: unknown = await createFleetClient({ baseUrl, fetch })
      .units.listing()
      .orThrow()
      .catch((each: unknown) => each);
    if (!isFleetError(error)) throw new Error("no FleetError");
    expect(error).toMatchObject({
      name: "FleetError",
      kind: "http",
      code: "token_expired",
      status: 401,
      operationId: "unitsListing",
      requestId: "req-1",
      message: "unitsListing: 401 token_expired: about token_expired",
    });
    expect(error.problem?.code).toBe("token_expired");
  });
});

describe("kinds unexpected and decode", () => {
  const html = { headers: { "content-type": "text/html" } };
  it.each<[string, Response, string, number]>([
    ["an undocumented success status", jsonResponse({ data: {} }, { status: 206 }), "unexpected", 206],
    [
      "an undocumented problem status",
      jsonResponse(problem(405, "method_not_allowed"), { status: 405 }),
      "unexpected",
      405,
    ],
    ["an HTML page with a documented status", new Response("<html>", { ...html, status: 503 }), "unexpected", 503],
    ["a success without data", jsonResponse({ items: [] }), "unexpected", 200],
    ["a list without pagination", jsonResponse({ data: [] }), "unexpected", 200],
    ["a list that is no array", jsonResponse({ ...page([], 1, 1, 0), data: {} }), "unexpected", 200],
    ["a page size of 0, which would never end", jsonResponse(page([], 1, 0, 5)), "unexpected", 200],
    ["a JSON error that is no problem", jsonResponse({ message: "no" }, { status: 401 }), "unexpected", 401],
    ["truncated JSON of a failure", jsonResponse('{"code":"gone"', { status: 500 }), "decode", 500],
  ])("%s", async (_name, response, kind, status) => {
    const call = createFleetClient({ baseUrl, retry: false, fetch: async () => response.clone() }).units.listing();
    expect(await call).toMatchObject({ ok: false, kind, status, error: { code: kind, status } });
    await expect(call.orThrow()).rejects.toMatchObject({ name: "FleetError", code: kind });
  });

  it("names the request of a failure without a body", async () => {
    const fetch = async () => new Response("", { status: 500, headers: { "x-request-id": "r-9" } });
    const result = await createFleetClient({ baseUrl, fetch, retry: false }).units.listing();
    expect(result.error).toBeInstanceOf(Error);
    expect(result.error).toMatchObject({ status: 500, requestId: "r-9", message: expect.stringMatching(/: 500 /) });
  });

  it("keeps the problem of an undocumented status at hand", async () => {
    const fetch = async () => jsonResponse(problem(405, "method_not_allowed"), { status: 405 });
    const result = await createFleetClient({ baseUrl, fetch }).units.listing();
    expect(!result.ok && isFleetError(result.error) && result.error.problem?.code).toBe("method_not_allowed");
    expect(!result.ok && result.error.code).toBe("unexpected");
  });

  it("accepts JSON that came without a content type", async () => {
    const response = new Response(new TextEncoder().encode('{"data":{}}'));
    expect(
      await createFleetClient({ baseUrl, retry: false, fetch: async () => response.clone() }).tests.ping(),
    ).toMatchObject({ ok: true });
  });
});

describe("the message about an envelope", () => {
  const messageOf = async (body: unknown, list: boolean) => {
    const fleet = createFleetClient({ baseUrl, fetch: async () => jsonResponse(JSON.stringify(body)) });
    const result = await (list ? fleet.units.listing() : fleet.tests.ping());
    return !result.ok && result.kind === "unexpected" ? result.error.message : null;
  };

  it.each<[string, unknown, boolean]>([
    ["200 has undefined in data of its envelope, where an object belongs", {}, false],
    ["200 has undefined in data of its envelope, where an object belongs", [1], false],
    ["200 has null in data of its envelope, where an object belongs", { data: null }, false],
    ["200 has string in data of its envelope, where an object belongs", { data: "secret" }, false],
    ["200 has array in data of its envelope, where an object belongs", { data: [] }, false],
    ["200 has number in data of its envelope, where an array belongs", { data: 1 }, true],
    ["200 has object in data of its envelope, where an array belongs", { data: {} }, true],
    ["200 has no valid pagination in its envelope", { data: [] }, true],
  ])("is %j", async (message, body, list) => {
    expect(await messageOf(body, list)).toBe(`${list ? "unitsListing" : "testsPing"}: ${message}`);
  });
});

describe("kind network", () => {
  it("is a refused connection, with its system code and the error as cause", async () => {
    const fleet = createFleetClient({ baseUrl: "http://127.0.0.1:19999/api/v1" });
    const result = await fleet.tests.ping();
    expect(result).toMatchObject({
      ok: false,
      kind: "network",
      status: null,
      headers: null,
      error: { code: "network" },
    });
    if (result.ok || result.kind === "http") throw new Error("not broken");
    expect(result.error.message).toContain("http://127.0.0.1:19999/api/v1");
    expect(result.error.cause).toBeInstanceOf(TypeError);
  });

  it("is an answer that breaks off in its body", async () => {
    const server = await serve((_seen, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"data":');
      response.socket?.destroy();
    });
    expect(await createFleetClient({ baseUrl: server.baseUrl }).tests.ping()).toMatchObject({ kind: "network" });
  });
});

describe("kind auth", () => {
  const brand: unique symbol = Symbol.for("fleet-api.auth-error");
  class AuthError extends Error {
    override readonly name = "AuthError";
    readonly code = "credentials_rejected";
    readonly [brand] = true;
  }

  it("is recognised by brand and kept as cause", async () => {
    const cause = new AuthError("given up");
    const result = await createFleetClient({ baseUrl, fetch: async () => Promise.reject(cause) }).units.listing();
    expect(result).toMatchObject({ ok: false, kind: "auth", status: null, error: { code: "auth" } });
    expect(!result.ok && result.kind === "auth" && result.error.cause).toBe(cause);
  });

  it("has the message of the session, which is written to be shown", async () => {
    const fetch = async () => Promise.reject(new AuthError("given up"));
    await expect(createFleetClient({ baseUrl, fetch }).units.listing().orThrow()).rejects.toThrow(
      "unitsListing: given up",
    );
  });
});

describe("kind request", () => {
  it("is an error before anything was sent, such as in a middleware", async () => {
    const fetch = vi.fn(async () => jsonResponse({ data: {} }));
    const fleet = createFleetClient({ baseUrl, fetch, transport: openapiFetchTransport });
    fleet.raw.use({
      onRequest() {
        throw new Error("refused");
      },
    });
    expect(await fleet.tests.ping()).toMatchObject({ ok: false, kind: "request", status: null });
    expect(fetch).not.toHaveBeenCalled();
  });
});

it("is printed by Node without a class, what is looked at first in front", async () => {
  const fetch = async () =>
    jsonResponse({ ...page([7], 1, 50, 1), notices: ["a: 1"] }, { headers: { "x-request-id": "r-1" } });
  const fleet = createFleetClient({ baseUrl, fetch, retry: false });
  const result = await fleet.units.listing();
  expect(Object.keys(result)).toEqual(["ok", "data", "pagination", "notices", "status", "meta"]);
  expect(inspect(result, { compact: false })).toMatch(/^\{\n {2}ok: true,\n {2}data: \[/);
  const failed = async () => jsonResponse(problem(503, "unavailable"), { status: 503 });
  const failure = await createFleetClient({ baseUrl, fetch: failed, retry: false }).units.listing();
  expect(Object.keys(failure)).toEqual(["ok", "kind", "error", "status", "meta"]);
  expect(inspect(failure)).toMatch(/^\{\s+ok: false,\s+kind: 'http'/);
});

it("does not show the headers of a result when it is logged or serialised", async () => {
  const fetch = async () =>
    jsonResponse(problem(503, "unavailable"), { status: 503, headers: { authorization: "bearer canary-token" } });
  const result = await createFleetClient({ baseUrl, fetch }).units.listing();
  expect(result.headers?.get("authorization")).toBe("bearer canary-token");
  expect(inspect(result, { depth: 9 }) + JSON.stringify(result)).not.toContain("canary");
});

/** Everything that a logger may make of an error. */
function printed(error: unknown): string {
  const own = JSON.stringify(Object.entries(error as object));
  return [
    String(error),
    inspect(error, { depth: 9, showHidden: false }),
    JSON.stringify(error),
    own,
    (error as Error).stack,
  ].join("\n");
}

describe("secrets", () => {
  const secret = "canary";
  const headers = { authorization: `bearer ${secret}`, "x-api-key": secret };
  const input = { path: { registration_token: secret } };
  const answers: Record<string, () => Promise<Response>> = {
    "a problem whose instance has the token": async () =>
      jsonResponse(problem(410, "gone", { instance: `/auth/registration/${secret}` }), { status: 410, headers }),
    "a truncated body": async () => jsonResponse(`{"data":{"api_key":"${secret}"`, { headers }),
    "a body that starts with the secret": async () => jsonResponse(secret, { headers }),
    "a body of another shape": async () => jsonResponse({ api_key: secret }, { headers }),
    "an undocumented status": async () => jsonResponse({ api_key: secret }, { status: 418, headers }),
    "a network error that quotes the URL": async () => Promise.reject(new TypeError(`cannot fetch /${secret}`)),
  };

  it.each(Object.entries(answers))("do not show with %s", async (_name, fetch) => {
    const fleet = createFleetClient({ baseUrl, headers, fetch });
    const call = fleet.auth.registration(input);
    const result = await call;
    const error: unknown = await call.orThrow().catch((each: unknown) => each);
    expect(isFleetError(error)).toBe(true);
    expect(printed(error)).not.toContain(secret);
    expect(inspect(result.ok || result.kind === "http" ? null : result, { depth: 9 })).not.toContain(secret);
  });

  it("do not show with a refused parameter or body", async () => {
    const fleet = createFleetClient({ baseUrl, headers, fetch: async () => jsonResponse({}) });
    const calls = [
      fleet.auth.registration({ path: { registration_token: `../${secret}` } }),
      fleet.auth.login({ body: { username: secret, password: secret, n: 1n } as never }),
    ];
    for (const call of calls)
      expect(printed(await call.orThrow().catch((each: unknown) => each))).not.toContain(secret);
  });

  it("do not show when a header is refused", () => {
    expect(() => createFleetClient({ baseUrl, headers: { authorization: `bearer ${secret}\nx` } })).toThrow(
      /^headers has/,
    );
  });
});

it("prints and serialises what helps: codes, ids, findings, the code of the cause", async () => {
  const errors = [
    {
      in: "query" as const,
      pointer: null,
      name: "per_page",
      code: "maximum" as const,
      detail: "at most 200",
      allowed_values: null,
    },
  ];
  const fetch = async () =>
    jsonResponse(problem(422, "validation_failed", { errors }), { status: 422, headers: { "x-request-id": "req-7" } });
  const error: unknown = await createFleetClient({ baseUrl, fetch })
    .units.listing()
    .orThrow()
    .catch((each: unknown) => each);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: "FleetError",
    message: "unitsListing: 422 validation_failed: about validation_failed",
    kind: "http",
    code: "validation_failed",
    status: 422,
    operationId: "unitsListing",
    requestId: "req-7",
    errors,
  });
  for (const text of ["FleetError: unitsListing: 422", "results.test.ts", "req-7", "at most 200"]) {
    expect(inspect(error, { depth: 9 })).toContain(text);
  }
  const cause = Object.assign(new TypeError("x"), { cause: Object.assign(new Error("y"), { code: "ECONNRESET" }) });
  expect(inspect(new FleetError("m", { kind: "network", operationId: "testsPing", cause }))).toContain(
    "TypeError ECONNRESET",
  );
});

it("is recognised across copies of the package by its brand, not by its class", () => {
  const facts = { kind: "timeout", operationId: "testsPing" } as const;
  const error = new FleetError("late", facts);
  const foreign = Object.defineProperties(new Error("copy"), Object.getOwnPropertyDescriptors(error));
  expect([error, foreign].map((each) => isFleetError(each))).toEqual([true, true]);
  expect(foreign).not.toBeInstanceOf(FleetError);
  expect([isFleetError(error, "timeout"), isFleetError(error, "abort")]).toEqual([true, false]);
  expect([null, undefined, "x", {}, new Error("x")].map((each) => isFleetError(each))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
