import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, RunningHost, Wanted } from "./support/running-host.ts";
import { call, problemOf, startHost } from "./support/running-host.ts";

let running: RunningHost;
beforeAll(async () => {
  running = await startHost({ keep: true });
});
afterAll(() => running.host.close({ graceMs: 0 }));

const good = { authorization: "bearer good" };
const json = { "content-type": "application/json" };
const listing = "/api/v1/units/listing";
const login = "/api/v1/auth/login";

const get = (target: string, headers: Wanted["headers"] = good): Promise<Answer> =>
  call(running.port, { method: "GET", target, headers });
const post = (body: string | Uint8Array | null, headers: Wanted["headers"] = json): Promise<Answer> =>
  call(running.port, { method: "POST", target: login, headers, body });

/** Code and findings (`in name-or-pointer code`) of an answer. */
function summary(answer: Answer): [number, unknown, string[]] {
  const problem = problemOf(answer);
  const errors = (problem["errors"] ?? []) as {
    in: string;
    name: string | null;
    pointer: string | null;
    code: string;
  }[];
  return [
    answer.status,
    problem["code"],
    errors.map((error) => `${error.in} ${error.name ?? error.pointer} ${error.code}`),
  ];
}

describe("security comes first", () => {
  it.each([
    ["no token and a bad query", `${listing}?page=abc`, {}, "unauthenticated"],
    ["no token and an unknown query", `${listing}?colour=red`, {}, "unauthenticated"],
    ["no token and a broken query", `${listing}?page=%zz`, {}, "unauthenticated"],
    ["an unknown token", listing, { authorization: "bearer nobody" }, "unauthenticated"],
    ["a JWT-like token", listing, { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." }, "unauthenticated"],
    ["an expired token", listing, { authorization: "bearer expired" }, "token_expired"],
    ["a revoked token", listing, { authorization: "bearer revoked" }, "token_revoked"],
    ["another scheme", listing, { authorization: "Basic Z29vZDo=" }, "unauthenticated"],
    ["a bare token", listing, { authorization: "good" }, "unauthenticated"],
    ["an empty header", listing, { authorization: "" }, "unauthenticated"],
    ["a scheme alone", listing, { authorization: "bearer " }, "unauthenticated"],
  ])("401 for %s", async (_name, target, headers, code) => {
    const answer = await get(target, headers);
    expect(summary(answer)).toEqual([401, code, []]);
    expect(answer.headers["www-authenticate"]).toMatch(/^Bearer /);
  });

  it("says in the challenge whether a token was sent (RFC 6750 section 3)", async () => {
    expect((await get(listing, {})).headers["www-authenticate"]).toBe('Bearer realm="fleet"');
    expect((await get(listing, { authorization: "bearer nobody" })).headers["www-authenticate"]).toBe(
      'Bearer realm="fleet", error="invalid_token"',
    );
  });

  it.each(["bearer good", "Bearer good", "BEARER good", "bEaReR   good"])(
    "takes the scheme in any case: %s",
    async (authorization) => {
      expect((await get(listing, { authorization })).status).toBe(200);
    },
  );

  it("403 before validation, naming the permission", async () => {
    const answer = await get(`${listing}?page=abc`, { authorization: "bearer poor" });
    expect(problemOf(answer)).toMatchObject({
      status: 403,
      code: "permission_denied",
      required_permission: { resource: "units", action: "view", title: "View units" },
    });
    expect(answer.headers["authorization"]).toBe("bearer fresh");
  });

  it("ignores an unknown token where authentication is optional", async () => {
    expect((await get("/api/v1/tests/ping", { authorization: "bearer nobody" })).status).toBe(200);
  });
});

describe("paths and methods", () => {
  it.each([
    "/api/v1/unit/listing",
    "/api/v1/units/listing/",
    "/api/v1",
    "/api/v2/tests/ping",
    "/",
    "/favicon.ico",
    "/../etc/passwd",
    "*",
  ])("404 for %s", async (target) => {
    expect(summary(await get(target))).toEqual([404, "not_found", []]);
  });

  it.each([
    ["DELETE", listing, "GET, HEAD, OPTIONS"],
    ["POST", listing, "GET, HEAD, OPTIONS"],
    ["GET", login, "POST, OPTIONS"],
    ["HEAD", login, "POST, OPTIONS"],
    ["PROPFIND", listing, "GET, HEAD, OPTIONS"],
    ["TRACE", listing, "GET, HEAD, OPTIONS"],
    ["PATCH", "/api/v1/auth/registration/abc", "GET, HEAD, OPTIONS"],
  ])("405 with Allow for %s %s", async (method, target, allow) => {
    const answer = await call(running.port, { method, target });
    expect([answer.status, answer.headers["allow"]]).toEqual([405, allow]);
    if (method !== "HEAD") expect(summary(answer)).toEqual([405, "method_not_allowed", []]);
  });

  it("204 with Allow for OPTIONS that is no preflight", async () => {
    const answer = await call(running.port, { method: "OPTIONS", target: listing });
    expect([answer.status, answer.headers["allow"], answer.text]).toEqual([204, "GET, HEAD, OPTIONS", ""]);
  });

  it("HEAD has the headers of GET and no body", async () => {
    const target = `${listing}?per_page=1`;
    const [head, full] = [await call(running.port, { method: "HEAD", target, headers: good }), await get(target)];
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", full.headers["content-length"]]);
  });

  it("takes the absolute form of a target", async () => {
    expect((await get(`http://service.test${listing}?page=2`)).status).toBe(200);
  });

  it.each(["%", "%zz", "%ff", "a%00b"])("400 for a path parameter %j", async (value) => {
    expect(summary(await get(`/api/v1/auth/registration/${value}`, {}))).toEqual([400, "malformed_request", []]);
  });

  it("400 for a broken encoding in an unknown path", async () => {
    expect(summary(await get("/api/v1/%zz"))).toEqual([400, "malformed_request", []]);
  });
});

describe("query", () => {
  it.each([
    ["page=abc", ["query page type"]],
    ["page=1e3", ["query page type"]],
    ["page=%205", ["query page type"]],
    ["page=+5", ["query page type"]],
    ["page=%2B5", ["query page type"]],
    ["page=05", ["query page type"]],
    ["page=", ["query page type"]],
    ["page", ["query page type"]],
    ["page=0", ["query page minimum"]],
    ["page=1000001", ["query page maximum"]],
    ["per_page=100000", ["query per_page maximum"]],
    ["page=1&page=2", ["query page repeated_parameter"]],
    ["perpage=5", ["query perpage unknown_parameter"]],
    ["lifecycle_status=lost", ["query lifecycle_status enum"]],
    ["lifecycle_status=", ["query lifecycle_status enum"]],
    ["page=x&per_page=0&colour=red", ["query colour unknown_parameter", "query page type", "query per_page minimum"]],
  ])("422 for %s", async (query, findings) => {
    expect(summary(await get(`${listing}?${query}`))).toEqual([422, "validation_failed", findings]);
  });

  it.each(["page=%zz", "page=%", "page=%ff", "partner_id=a%00b", "%zz=1"])("400 for %s", async (query) => {
    expect(summary(await get(`${listing}?${query}`))).toEqual([400, "malformed_request", []]);
  });

  it("gives the summary of the first finding in the detail", async () => {
    expect(problemOf(await get(`${listing}?per_page=100000`))).toMatchObject({
      detail: "1 finding: query per_page must be an integer from 1 to 200.",
      instance: "/api/v1/units/listing",
      type: "/problems/validation_failed",
      title: "The request breaks the contract",
      timestamp: "2026-01-15T08:30:00.000Z",
    });
  });

  it("takes a page past the end, which is a matter of the handler", async () => {
    expect((await get(`${listing}?page=4`)).status).toBe(200);
  });
});

describe("body", () => {
  it.each([
    ['{"username":1,"password":true}', ["body /username type", "body /password type"]],
    ['{"username":"a","password":"b","admin":true}', ["body /admin unknown_property"]],
    ['{"username":"a","__proto__":{}}', ["body /password required", "body /__proto__ unknown_property"]],
    ["[]", ["body  type"]],
    ["null", ["body  type"]],
    ['"{}"', ["body  type"]],
    ["", ["body  required"]],
    [null, ["body  required"]],
  ])("422 for %j", async (body, findings) => {
    expect(summary(await post(body))).toEqual([422, "validation_failed", findings]);
  });

  it.each([
    ["broken JSON", "{"],
    ["white space alone", "  "],
    ["a NUL in a string", '{"username":"a\\u0000","password":"b"}'],
    ["a raw NUL", '{"username":"a\0","password":"b"}'],
    ["duplicate keys", '{"username":"a","username":"b","password":"c"}'],
    ["invalid UTF-8", Buffer.from('{"username":"\xff","password":"b"}', "latin1")],
    ["a byte order mark", '\ufeff{"username":"a","password":"b"}'],
    ["single quotes", "{'username':'a'}"],
    ["text after the value", '{"username":"a","password":"b"} {}'],
    ["deep nesting", `${'{"a":'.repeat(3000)}1`],
  ])("400 for %s", async (_name, body) => {
    const answer = await post(body);
    expect(summary(answer)).toEqual([400, "malformed_request", []]);
    expect(problemOf(answer)["detail"]).toMatch(/ at offset \d+\.$/);
  });

  it.each([
    ["text/plain"],
    ["application/json\t; charset=latin1"],
    ["application/x-www-form-urlencoded"],
    ["text/json"],
    ["multipart/form-data; boundary=application/json"],
    ["application/json; charset=utf-8; charset=utf-16"],
    ["garbage"],
  ])("415 for %s", async (type) => {
    const answer = await post('{"username":"a","password":"right"}', { "content-type": type });
    expect(summary(answer)).toEqual([415, "unsupported_media_type", []]);
  });

  it("415 for a body without a media type, and for a compressed one", async () => {
    const body = '{"username":"a","password":"right"}';
    expect(summary(await post(body, {}))).toEqual([415, "unsupported_media_type", []]);
    expect(summary(await post(body, { ...json, "content-encoding": "gzip" }))).toEqual([
      415,
      "unsupported_media_type",
      [],
    ]);
  });

  it.each([
    "application/json",
    "Application/JSON",
    "application/json;charset=UTF-8",
    'application/json\t;\tcharset="utf-8"',
  ])("takes %j", async (type) => {
    const answer = await post('{"username":"a","password":"right"}', { "content-type": type });
    expect([answer.status, answer.headers["authorization"]]).toEqual([200, "bearer first"]);
  });

  it("422 for a body that the operation does not take", async () => {
    const target = "/api/v1/auth/logout";
    const answer = await call(running.port, { method: "POST", target, headers: { ...good, ...json }, body: "{}" });
    expect(summary(answer)).toEqual([422, "validation_failed", ["body  unexpected_body"]]);
    const withGet = await call(running.port, {
      method: "GET",
      target: listing,
      headers: { ...good, "content-length": "2" },
      body: "{}",
    });
    expect(summary(withGet)).toEqual([422, "validation_failed", ["body  unexpected_body"]]);
  });

  it("takes no body with any media type, however it is said", async () => {
    const target = "/api/v1/auth/logout";
    const odd = { ...good, "content-type": "garbage;;", "transfer-encoding": "chunked" };
    expect((await call(running.port, { method: "POST", target, headers: odd })).status).toBe(200);
    expect(
      (await call(running.port, { method: "POST", target, headers: { ...good, "content-length": "0" } })).status,
    ).toBe(200);
  });

  it("401 for wrong credentials, with a challenge that blames no token", async () => {
    const answer = await post('{"username":"a","password":"wrong"}');
    expect(summary(answer)).toEqual([401, "invalid_credentials", []]);
    expect(answer.headers["www-authenticate"]).toBe('Bearer realm="fleet"');
  });
});

describe("size", () => {
  const limit = 16_384;
  const filler = (bytes: number): string => `{"username":"${"a".repeat(bytes - 30)}","password":"b"}`;

  it("takes a body of exactly the limit and refuses one byte more", async () => {
    expect(Buffer.byteLength(filler(limit))).toBe(limit);
    expect(summary(await post(filler(limit)))).toEqual([422, "validation_failed", ["body /username max_length"]]);
    expect(summary(await post(filler(limit + 1)))).toEqual([413, "payload_too_large", []]);
  });

  it("refuses a body of unknown length as soon as it is too large", async () => {
    const headers = { ...json, "transfer-encoding": "chunked" };
    expect(summary(await post(filler(3 * limit), headers))).toEqual([413, "payload_too_large", []]);
  });
});

describe("every answer", () => {
  it("has a request id: the one of the client if it fits the contract", async () => {
    const id = "client-id_42";
    expect((await get(listing, { ...good, "x-request-id": id })).headers["x-request-id"]).toBe(id);
    for (const bad of ["short", "x".repeat(65), "with space", "né-né-né-né", ""]) {
      const answer = await get(listing, { ...good, "x-request-id": Buffer.from(bad).toString("latin1") });
      expect(answer.headers["x-request-id"]).toBe("01JD3K8Z5Y7Q2M4N6P8R0T1V3X");
    }
  });

  it("has an own request id when the client sends two", async () => {
    const twice = { ...good, "x-request-id": ["client-id_42", "client-id_43"] };
    expect((await get(listing, twice)).headers["x-request-id"]).toBe("01JD3K8Z5Y7Q2M4N6P8R0T1V3X");
  });

  it.each([listing, "/api/v1/nowhere", `${listing}?page=x`])("has the security headers: %s", async (target) => {
    const { headers } = await get(target);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["content-type"]).toMatch(/^application\/(problem\+)?json$/);
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("server");
  });

  it("of a failure says nothing of the inside", async () => {
    const answer = await get("/api/v1/auth/registration/boom", {});
    expect(summary(answer)).toEqual([500, "internal_error", []]);
    expect(answer.text).not.toMatch(/nobody may see|Error|\.ts/);
  });
});
