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
    ["no schema", { schema: undefined }, "the query parameter q has no schema"],
    ["a header that is no token", { in: "header", name: "X Kind" }, "has a character that no header may have"],
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
});
