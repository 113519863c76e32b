import { describe, expect, test } from "vitest";
import { checkOperations } from "../../src/check/operations.ts";
import type { OpenApiDocument, Operation, Parameter, Schema } from "@fleet-api-tools/openapi-document";
import { readOperations } from "../../src/operations.ts";
import { documentOf, envelopeOf } from "../support/document.ts";

const text: Schema = { type: "string" };
const done = envelopeOf({ type: "object" });
const path = "/vehicle-groups/find";

function check(document: OpenApiDocument): void {
  checkOperations(document, readOperations(document));
}

function checkOne(operation: Partial<Operation>, at = path, schemas: Record<string, Schema> = {}): () => void {
  return () => check(documentOf(at, { responses: { "200": done }, ...operation }, schemas));
}

function parameter(more: object): Parameter {
  return Object.assign({ name: "q", in: "query" as const, schema: text }, more);
}

describe("names", () => {
  test.each(["op", "raw", "with", "close", "then", "constructor", "to-string"])("refuses a group %s", (group) => {
    const id = `${group.replace("-s", "S")}Find`;
    expect(checkOne({ operationId: id }, `/${group}/find`)).toThrow(`${id}: fleet.`);
  });

  test.each(["Then", "Constructor", "ToString", "ToJSON", "ValueOf"])("refuses a method %s", (method) => {
    expect(checkOne({ operationId: `vehicleGroups${method}` })).toThrow(
      `vehicleGroups${method}: JavaScript gives ${method.charAt(0).toLowerCase()}${method.slice(1)} a meaning of its own`,
    );
  });

  test.each([
    ["pageStrategy", "/page"],
    ["toString", "/to"],
  ])("refuses an operation %s, which programs have already", (operationId, at) => {
    expect(checkOne({ operationId }, at)).toThrow(`${operationId}: programs have this name already.`);
  });

  test("refuses a path without a resource group", () => {
    expect(checkOne({ operationId: "Find" }, "/")).toThrow("operationId Find of /: the path needs a resource group");
  });

  test.each([
    ["vehicleGroupsFind", "there are two with this name"],
    ["vehicleGroupsFINd", "differs from vehicleGroupsFind in letter case alone"],
  ])("refuses a second operation %s", (operationId, message) => {
    const document = documentOf(path, { responses: { "200": done } });
    document.paths["/vehicle-groups/other"] = { get: { operationId, responses: { "200": done } } };
    expect(() => check(document)).toThrow(`operationId ${operationId} (GET /vehicle-groups/other)`);
    expect(() => check(document)).toThrow(message);
  });

  test.each(["trailer", "Trailer-Part", "Trailer.request", "2Trailers", "Gerät"])("refuses a schema %s", (name) => {
    const responses = { "200": envelopeOf({ type: "array", items: { $ref: `#/components/schemas/${name}` } }) };
    expect(checkOne({ responses }, path, { [name]: text })).toThrow(
      `schema ${name} (of vehicleGroupsFind) has a name that no generated type can have.`,
    );
  });

  test("refuses schemas whose files could be one", () => {
    expect(checkOne({}, path, { Trailer: text, TRAILER: text })).toThrow(
      "schema TRAILER (of no operation) differs from Trailer in letter case alone",
    );
  });
});

describe("parameters", () => {
  const array = { type: "array", items: text };
  test.each<[string, object, string]>([
    ["a cookie", { in: "cookie" }, "the cookie parameter q is not supported"],
    ["an object", { schema: { type: "object" } }, "the query parameter q must be a scalar of one type"],
    [
      "a list of lists",
      { schema: { type: "array", items: array } },
      "the query parameter q must be a scalar of one type",
    ],
    [
      "a reference to an object",
      { schema: { $ref: "#/components/schemas/Part" } },
      "the query parameter q must be a scalar of one type",
    ],
    ["a value or null", { schema: { type: ["string", "null"] } }, "the query parameter q must be a scalar of one type"],
    ["pipes", { schema: array, style: "pipeDelimited" }, "has the style pipeDelimited; only form is supported"],
    ["spaces", { schema: array, style: "spaceDelimited" }, "has the style spaceDelimited"],
    ["a deep object", { style: "deepObject" }, "has the style deepObject"],
    ["reserved characters", { allowReserved: true }, "has allowReserved, which no client and no server follows"],
    ["content", { content: { "application/json": { schema: text } } }, "has content; only a schema is supported"],
    ["no schema", { schema: undefined }, "the query parameter q has no schema"],
    ["a header of the browser", { in: "header", name: "Sec-Mode" }, "the header parameter Sec-Mode cannot be set"],
    ["a header that is no token", { in: "header", name: "X Kind" }, "has a character that no header may have"],
    ["a header of content", { in: "header", name: "accept" }, "vehicleGroupsFind: the header accept is no parameter."],
    ["a path parameter elsewhere", { in: "path", required: true }, `the path parameter q is not in ${path}`],
  ])("refuses %s", (_what, more, message) => {
    const refused = checkOne({ parameters: [parameter(more)] }, path, { Part: { type: "object" } });
    expect(refused).toThrow("vehicleGroupsFind: ");
    expect(refused).toThrow(message);
  });

  test("accepts scalars and lists of scalars, also by reference", () => {
    const schemas = {
      Kind: { ...text, enum: ["a"] },
      Kinds: { type: "array", items: { $ref: "#/components/schemas/Kind" } },
    };
    const parameters = ["Kind", "Kinds"].map((name) =>
      parameter({ name, schema: { $ref: `#/components/schemas/${name}` } }),
    );
    expect(
      checkOne({ parameters: [...parameters, parameter({ schema: array, explode: false })] }, path, schemas),
    ).not.toThrow();
  });

  test.each<[string, object[], string]>([
    ["of one name", [{}, {}], "the query parameters q and q are one"],
    [
      "in other letter case",
      [
        { in: "header", name: "X-A" },
        { in: "header", name: "x-a" },
      ],
      "parameters X-A and x-a are one",
    ],
  ])("refuses two %s", (_what, parameters, message) => {
    expect(checkOne({ parameters: parameters.map(parameter) })).toThrow(message);
  });

  const id = parameter({ in: "path", name: "id", required: true });
  test.each<[string, string, Parameter[], string]>([
    ["a part of a segment", "/{id}.csv", [id], "the segment {id}.csv of /vehicle-groups/{id}.csv is not supported"],
    ["a character that is escaped", "/geräte", [], "the segment geräte"],
    ["a parameter without description", "/{id}", [], "has the parameter id, which is not described"],
    ["a parameter twice", "/{id}/{id}", [id], "has the parameter id twice"],
    ["an optional parameter", "/{id}", [{ ...id, required: false }], "the path parameter id must have required: true"],
  ])("refuses a path with %s", (_what, end, parameters, message) => {
    expect(checkOne({ parameters }, `/vehicle-groups${end}`)).toThrow(`vehicleGroupsFind: `);
    expect(checkOne({ parameters }, `/vehicle-groups${end}`)).toThrow(message);
  });

  test("refuses two paths that no request can tell apart", () => {
    const document = documentOf("/vehicle-groups/{id}", { parameters: [id], responses: { "200": done } });
    const put = { operationId: "vehicleGroupsPut", parameters: [{ ...id, name: "other" }], responses: { "200": done } };
    document.paths["/vehicle-groups/{other}"] = { put };
    expect(() => check(document)).toThrow(
      "vehicleGroupsPut: /vehicle-groups/{other} and /vehicle-groups/{id} (vehicleGroupsFind) are one path.",
    );
  });
});

describe("bodies", () => {
  const body = (schema: Schema) => ({ content: { "application/json": { schema } }, "x-max-body-bytes": 1 });

  test.each(["get", "delete"] as const)("refuses that of a %s", (verb) => {
    const operation = {
      operationId: "vehicleGroupsFind",
      requestBody: body({ type: "object" }),
      responses: { "200": done },
    };
    const document = { ...documentOf(path, {}), paths: { [path]: { [verb]: operation } } };
    expect(() => check(document)).toThrow(`vehicleGroupsFind: a ${verb.toUpperCase()} cannot have a request body.`);
  });

  const schemas = {
    Kind: text,
    Part: { type: "object" },
    MaybePart: { anyOf: [{ $ref: "#/components/schemas/Part" }, { type: "null" }] },
  };
  test.each<Schema>([
    text,
    {},
    { type: ["object", "null"] },
    { $ref: "#/components/schemas/Kind" },
    { $ref: "#/components/schemas/MaybePart" },
  ])("refuses data and request bodies that are no object or list: %j", (schema) => {
    expect(checkOne({ responses: { "200": envelopeOf(schema) } }, path, schemas)).toThrow(
      "vehicleGroupsFind: `data` of the 200 response must be an object or a list, and not null.",
    );
    const post = { operationId: "vehicleGroupsFind", requestBody: body(schema), responses: { "200": done } };
    const document = { ...documentOf(path, {}, schemas), paths: { [path]: { post } } };
    expect(() => check(document)).toThrow("vehicleGroupsFind: the request body must be an object or a list");
  });

  test.each<Schema>([
    { type: "array", items: text },
    { type: ["object", "array"] },
    { allOf: [{ $ref: "#/components/schemas/Part" }] },
    { oneOf: [{ $ref: "#/components/schemas/Part" }, { type: "array" }] },
  ])("accepts data %j", (schema) => {
    expect(checkOne({ responses: { "200": envelopeOf(schema) } }, path, schemas)).not.toThrow();
  });

  test("refuses a problem code that the contract does not list", () => {
    const responses = { "200": done, "404": { description: "None.", "x-problem-codes": ["teapot"] } };
    expect(checkOne({ responses }, path, { ProblemCode: { type: "string", enum: ["not_found"] } })).toThrow(
      "vehicleGroupsFind: the 404 response has the code teapot, which the enum of ProblemCode does not list.",
    );
  });

  test("refuses pages that nobody can ask for", () => {
    const schema = {
      type: "object",
      properties: { data: { type: "array", items: text }, pagination: { type: "object" } },
    };
    const responses = { "200": { ...done, content: { "application/json": { schema } } } };
    expect(checkOne({ responses })).toThrow(
      "vehicleGroupsFind: it answers with pages, so it must take the query parameter page.",
    );
    expect(checkOne({ responses, parameters: [parameter({ name: "page" })] })).not.toThrow();
    expect(checkOne({ responses, parameters: [parameter({ name: "cursor" })] })).not.toThrow();
  });

  test("refuses a response header twice", () => {
    const responses = { "200": envelopeOf({ type: "object" }, { ETag: {}, etag: {} }) };
    expect(checkOne({ responses })).toThrow("the 200 response has the header etag twice, in other letter case");
  });
});

describe("keywords that nothing follows", () => {
  test.each(["servers", "callbacks"])("refuses %s of an operation", (keyword) => {
    expect(checkOne({ [keyword]: {} })).toThrow(`vehicleGroupsFind has ${keyword}, which is not supported.`);
  });

  test("refuses servers of a path, and webhooks", () => {
    const document = documentOf(path, { responses: { "200": done } });
    expect(() => check(Object.assign({}, document, { webhooks: {} }))).toThrow("webhooks in spec/openapi.yaml");
    Object.assign(document.paths[path] ?? {}, { servers: [] });
    expect(() => check(document)).toThrow(`${path} has servers, which is not supported.`);
  });
});
