import type { Validate } from "@fleet-api/contract/validators";
import { describe, expect, it } from "vitest";
import { contractOperations, findOperation } from "../src/contract.ts";
import { undocumentedAnswers } from "../src/coverage/undocumented.ts";
import { document, documentOf } from "./support/document.ts";
import { exchange } from "./support/exchange.ts";

const operations = contractOperations(document);

const fits: Validate = () => true;
const refuses: Validate = Object.assign(() => false, {
  errors: [
    {
      keyword: "additionalProperties",
      instancePath: "/data",
      schemaPath: "",
      params: { additionalProperty: "secret" },
      message: "must NOT have additional properties",
    },
  ],
});
const bodies = { unitsListing: { 200: fits, 401: fits }, unitsGet: { 200: refuses } };
const found = (...exchanges: Parameters<typeof undocumentedAnswers>[1]) =>
  undocumentedAnswers(operations, exchanges, bodies);

const page = { path: "/units/listing", status: 200 };
const refused = {
  path: "/units/listing",
  status: 401,
  body: { code: "unauthenticated" },
  headers: { "x-request-id": "12345678" },
};

describe("an undocumented answer", () => {
  it("is not one that the contract has, with its headers and those of HTTP itself", () => {
    const headers = { authorization: "bearer t", date: "now", "access-control-allow-origin": "*" };
    expect(found(exchange({ ...page, headers }), exchange(refused))).toEqual([]);
  });

  it.each([
    [{ ...page, status: 418 }, "unitsListing 418: the status is not documented"],
    [{ ...page, headers: { "x-debug": "1" } }, "unitsListing 200: the header x-debug is not documented"],
    [{ ...refused, headers: {} }, "unitsListing 401: the header x-request-id is missing"],
    [
      { ...refused, headers: { "x-request-id": "short" } },
      "unitsListing 401: the header x-request-id must NOT have fewer than 8 characters",
    ],
    [
      { ...page, headers: { "content-type": "text/html" } },
      "unitsListing 200: the media type text/html is not documented",
    ],
    [{ ...refused, body: { code: "gone" } }, "unitsListing 401: the problem code gone is not documented"],
    [{ path: "/units/7", status: 200 }, "unitsGet 200: body /data must NOT have additional properties (secret)"],
    [{ ...page, method: "PUT" }, "PUT /units/listing 200: the contract has no such operation"],
  ])("%o", (sketch, finding) => {
    expect(found(exchange(sketch))).toEqual([finding]);
  });

  it("is each event of a stream that its schema does not have, and no comment", () => {
    const stream = { operationId: "unitsStream", responses: { 200: { content: { "text/event-stream": {} } } } };
    const all = contractOperations(documentOf({ "/units/stream": { get: stream } }));
    const isGreeting: Validate = Object.assign(
      (event: unknown) => JSON.stringify(event) === '{"event":"greeting","id":"7","data":{"text":"a: b"}}',
      { errors: [{ keyword: "const", instancePath: "", schemaPath: "", params: {}, message: "is no greeting" }] },
    );
    const problemsOf = (responseBody: string): string[] => {
      const headers = { "content-type": "text/event-stream", "x-accel-buffering": "no" };
      const answer = { ...exchange({ path: "/units/stream", status: 200, headers }), responseBody };
      return undocumentedAnswers(all, [answer], { unitsStream: { 200: isGreeting } });
    };
    const greeting = 'event: greeting\nid: 7\ndata: {"text":"a: b"}\n\n';
    expect(problemsOf(`retry: 3000\n\n:\n\nid: 6\n\n${greeting}`)).toEqual([]);
    expect(problemsOf(greeting.replace("7", "8"))).toEqual(["unitsStream 200: body / is no greeting"]);
  });

  it("is not the refusal of a method that a path with a parameter has, and this one not", () => {
    const one = { operationId: "unitsDelete", responses: {} };
    const listing = { operationId: "unitsListing", responses: {} };
    const all = contractOperations(
      documentOf({ "/units/{unit_id}": { delete: one }, "/units/listing": { get: listing } }),
    );
    const refusal = exchange({ ...page, method: "DELETE", status: 405, body: { code: "method_not_allowed" } });
    expect(undocumentedAnswers(all, [refusal], bodies)).toEqual([]);
  });

  it.each([
    ["PATCH", "/vehicles/documents/7", "vehiclesUpdateDocument"],
    ["POST", "/vehicles/7/documents", "vehiclesCreateDocument"],
    ["PATCH", "/vehicles/documents/documents", "vehiclesUpdateDocument"],
    ["POST", "/vehicles/documents/documents", undefined],
    ["GET", "/vehicles/documents/listing", "vehiclesDocumentsListing"],
    ["PATCH", "/vehicles/documents/listing", undefined],
  ])("takes %s %s for %s", (method, path, id) => {
    const [create, update, listing] = ["vehiclesCreateDocument", "vehiclesUpdateDocument", "vehiclesDocumentsListing"];
    const ofDocuments = contractOperations(
      documentOf({
        "/vehicles/{vehicle_id}/documents": { post: { operationId: create, responses: {} } },
        "/vehicles/documents/{document_id}": { patch: { operationId: update, responses: {} } },
        "/vehicles/documents/listing": { get: { operationId: listing, responses: {} } },
      }),
    );
    expect(findOperation(ofDocuments, method, path)?.id).toBe(id);
    expect(findOperation(ofDocuments.toReversed(), method, path)?.id).toBe(id);
  });

  it("is a body or a media type of a success that has none", () => {
    const etag = { headers: { ETag: { required: true, schema: { type: "string" } } } };
    const several = contractOperations(
      documentOf({ "/units/{unit_id}": { get: { operationId: "unitsGet", responses: { 304: etag } } } }),
    );
    const answers = (sketch: object) =>
      undocumentedAnswers(several, [exchange({ path: "/units/7", status: 304, body: null, ...sketch })], {
        unitsGet: { 304: null },
      });
    expect(answers({ headers: { etag: '"v1"' } })).toEqual([]);
    expect(answers({})).toEqual(["unitsGet 304: the header etag is missing"]);
    expect(answers({ headers: { etag: '"v1"' }, body: {} })).toEqual([
      "unitsGet 304: the media type application/json is not documented",
      "unitsGet 304: it has a body, and no body is documented",
    ]);
  });

  it("does not quote a header, which may be a token", () => {
    const [finding = ""] = found(exchange({ ...page, headers: { authorization: "Basic secret" } }));
    expect(finding).toMatch(/^unitsListing 200: the header authorization must match pattern/);
    expect(finding).not.toContain("secret");
  });

  it("is not a path or a method that the contract does not have, refused as its introduction says", () => {
    const unknown = { path: "/no/such/path", status: 404, body: { code: "not_found" } };
    const method = { method: "PUT", path: "/units/7", status: 405, body: { code: "method_not_allowed" } };
    expect(found(exchange(unknown), exchange(method))).toEqual([]);
  });
});
