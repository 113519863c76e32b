import { describe, expect, test } from "vitest";
import { fieldActions } from "../src/field-actions.ts";
import type { ParameterModel } from "../src/parameters.ts";
import type { OpenApiDocument, RequestBody, Schema } from "@fleet-api-tools/openapi-document";
import { documentOf, done } from "./support/document.ts";

const permission = { resource: "units", action: "edit" };
const document: OpenApiDocument = documentOf(
  "/units/find",
  { responses: { "200": done } },
  { Place: { type: "object", properties: { city: { type: "string", "x-permission-action": "move" } } } },
);

function parameter(schema: Schema, place: ParameterModel["in"] = "query"): ParameterModel {
  return { name: "q", in: place, schema, component: null, csv: false };
}

function bodyOf(properties: Record<string, Schema>): RequestBody {
  return { content: { "application/json": { schema: { type: "object", properties } } } };
}

describe("fields with a permission of their own", () => {
  test("are query parameters, which need nothing with their default", () => {
    const parameters = [parameter({ type: "boolean", default: false, "x-permission-action": "delete" })];
    expect(fieldActions(document, { parameters, body: null, permission })).toEqual([
      { in: "query", path: ["q"], resource: "units", action: "delete", unless: false },
    ]);
  });

  test("are members of the body, also of objects in it, and may belong to another resource", () => {
    const body = bodyOf({
      imei: { type: "string", "x-permission-action": { resource: "devices", action: "edit" } },
      place: { $ref: "#/components/schemas/Place" },
      next: { anyOf: [{ $ref: "#/components/schemas/Place" }, { type: "null" }] },
      name: { type: "string" },
    });
    expect(fieldActions(document, { parameters: [], body, permission })).toEqual([
      { in: "body", path: ["imei"], resource: "devices", action: "edit" },
      { in: "body", path: ["place", "city"], resource: "units", action: "move" },
      { in: "body", path: ["next", "city"], resource: "units", action: "move" },
    ]);
  });

  test("are none in a body whose schemas refer to each other in more ways than anything could walk", () => {
    const names = Array.from({ length: 40 }, (_, index) => `Place${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
    const schemas = Object.fromEntries(names.map((name) => [name, { type: "object", properties }]));
    const crossed = documentOf("/units/find", {}, schemas);
    expect(fieldActions(crossed, { parameters: [], body: bodyOf(properties), permission })).toEqual([]);
  });

  test.each([
    ["in a header", { parameters: [parameter({ "x-permission-action": "a" }, "header")], body: null, permission }],
    [
      "in the items of a list",
      {
        parameters: [],
        body: bodyOf({ all: { type: "array", items: { $ref: "#/components/schemas/Place" } } }),
        permission,
      },
    ],
    [
      "in the values of a map, however deep",
      {
        parameters: [],
        body: bodyOf({
          all: {
            type: "object",
            additionalProperties: {
              type: "object",
              properties: { at: { oneOf: [{ $ref: "#/components/schemas/Place" }, { type: "null" }] } },
            },
          },
        }),
        permission,
      },
    ],
    [
      "on the items of a list",
      {
        parameters: [],
        body: bodyOf({ all: { type: "array", items: { type: "string", "x-permission-action": "move" } } }),
        permission,
      },
    ],
    [
      "where the operation names no resource",
      { parameters: [parameter({ "x-permission-action": "a" })], body: null, permission: "self" as const },
    ],
  ])("are refused %s", (_where, operation) => {
    expect(() => fieldActions(document, operation)).toThrow("`x-permission-action`");
  });
});
