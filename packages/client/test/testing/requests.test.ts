import { describe, expect, it } from "vitest";
import { createTestServer } from "../../src/testing/index.ts";
import { send, sendJson } from "./support.ts";

const server = createTestServer();

type Wrong = readonly [what: string, request: () => Promise<Response>, findings: readonly (string | null)[][]];

const wrong: readonly Wrong[] = [
  ["an unknown query parameter", () => send(server, "/units/listing?pge=2"), [["query", "pge", "unknown_parameter"]]],
  ["a text for a number", () => send(server, "/units/listing?page=two"), [["query", "page", "type"]]],
  ["a number that is too large", () => send(server, "/units/listing?per_page=201"), [["query", "per_page", "maximum"]]],
  [
    "a repeated parameter",
    () => send(server, "/units/listing?page=1&page=2"),
    [["query", "page", "repeated_parameter"]],
  ],
  ["a missing parameter", () => send(server, "/unit_groups/find"), [["query", "q", "required"]]],
  ["a wrong item of a list", () => send(server, "/unit_groups/listing?sort=id,size"), [["query", "sort", "enum"]]],
  ["a wrong path parameter", () => send(server, "/unit_groups/abc"), [["path", "unit_group_id", "type"]]],
  [
    "a missing member",
    () => sendJson(server, "POST", "/unit_groups", { client_id: 1 }),
    [["body", "/name", "required"]],
  ],
  [
    "an unknown member and a wrong type",
    () => sendJson(server, "PATCH", "/unit_groups/1", { name: 4, "a/b": 1 }),
    [
      ["body", "/name", "type"],
      ["body", "/a~1b", "unknown_property"],
    ],
  ],
  ["a missing body", () => send(server, "/unit_groups", { method: "POST" }), [["body", "", "required"]]],
  ["a body where there is none", () => sendJson(server, "POST", "/auth/logout", {}), [["body", "", "unexpected_body"]]],
  [
    "a wrong header",
    () => send(server, "/unit_groups/1/restore", { method: "POST", headers: { "idempotency-key": "" } }),
    [
      ["header", "Idempotency-Key", "min_length"],
      ["header", "Idempotency-Key", "pattern"],
    ],
  ],
];

describe("a request that breaks the contract", () => {
  it.each(wrong)("%s is a 422 with a finding", async (_what, request, findings) => {
    const response = await request();
    const body = await response.json();
    expect([response.status, response.headers.get("content-type")]).toEqual([422, "application/problem+json"]);
    expect(body.code).toBe("validation_failed");
    const found = body.errors.map((each: Record<string, unknown>) => [
      each["in"],
      each["name"] ?? each["pointer"],
      each["code"],
    ]);
    expect(found.toSorted()).toEqual(findings.toSorted());
  });

  it.each([
    [400, "malformed_request", () => send(server, "/units/listing?page=%zz")],
    [400, "malformed_request", () => send(server, "/unit_groups", post("{"))],
    [413, "payload_too_large", () => send(server, "/auth/login", post(`"${"x".repeat(70_000)}"`))],
    [415, "unsupported_media_type", () => send(server, "/unit_groups", { method: "POST", body: "{}" })],
  ])("is a %d %s where it cannot be read", async (status, code, request) => {
    const response = await request();
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  });

  it("is recorded as it came", async () => {
    server.reset();
    await send(server, "/units/listing?page=two");
    expect(server.calls).toMatchObject([{ operationId: "unitsListing", query: { page: "two", per_page: 50 } }]);
    server.assertNoErrors();
  });
});

describe("a request that keeps it", () => {
  it.each([
    ["/units/listing?lifecycle_status=active,suspended", { lifecycle_status: ["active", "suspended"] }],
    ["/units/listing?lifecycle_status=active%2Csuspended", { lifecycle_status: ["active", "suspended"] }],
    ["/unit_groups/listing?sort=-name,id&include_deleted=true", { sort: ["-name", "id"], include_deleted: true }],
    ["/unit_groups/find?q=a+b%26c", { q: "a b&c" }],
  ])("is read as the service does: %s", async (target, query) => {
    server.reset();
    const response = await send(server, target);
    expect([response.status, server.calls]).toMatchObject([200, [{ query }]]);
  });

  it("gets the id that it proposed", async () => {
    const response = await send(server, "/tests/ping", { headers: { "x-request-id": "mine-0001" } });
    expect(response.headers.get("x-request-id")).toBe("mine-0001");
  });

  it("shows no secret of its path in a problem", async () => {
    server.failNext("authRegistration", { problem: "gone", members: {} });
    const problem = await (await send(server, "/auth/registration/very-secret-token-0001")).json();
    expect(problem.instance).toBe("/api/v1/auth/registration/:registration_token");
  });
});

function post(body: string): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body };
}
