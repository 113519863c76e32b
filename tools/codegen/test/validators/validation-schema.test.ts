import { describe, expect, test } from "vitest";
import type { Schema } from "@fleet-api-tools/openapi-document";
import { validationSchema } from "../../src/validators/validation-schema.ts";
import { documentOf, ref } from "./support.ts";

describe("validationSchema", () => {
  const document = documentOf({ A: { type: "object" }, Kind: { enum: ["a"], type: "string" } }, {});
  const open = { document, closed: false };
  const closed = { document, closed: true };

  test("keeps what decides and drops what people read", () => {
    const schema = { type: "string", description: "d", title: "t", examples: ["e"], "x-sensitive": true, maxLength: 3 };
    expect(validationSchema(schema, open)).toEqual({ type: "string", maxLength: 3 });
  });

  test("does not take a member for a keyword", () => {
    const schema = {
      type: "object",
      properties: { default: { type: "boolean", title: "t" }, title: { type: "string" } },
    };
    expect(validationSchema(schema, open)).toEqual({
      type: "object",
      properties: { default: { type: "boolean" }, title: { type: "string" } },
    });
  });

  test("refers to components by name", () => {
    expect(validationSchema({ anyOf: [{ $ref: "#/components/schemas/SimCard" }, { type: "null" }] }, open)).toEqual({
      anyOf: [{ $ref: "SimCard" }, { type: "null" }],
    });
  });

  test("closes objects at every depth, but not maps", () => {
    const schema = {
      type: "object",
      properties: {
        list: { type: "array", items: { type: "object", properties: {} } },
        map: { type: "object", additionalProperties: { type: "string" } },
      },
    };
    expect(validationSchema(schema, closed)).toEqual({
      type: "object",
      additionalProperties: false,
      properties: {
        list: { type: "array", items: { type: "object", properties: {}, additionalProperties: false } },
        map: { type: "object", additionalProperties: { type: "string" } },
      },
    });
  });

  test("refuses to close what only holds together", () => {
    expect(() => validationSchema({ allOf: [] }, closed)).toThrow("allOf cannot be closed");
  });

  test("refuses uniqueItems unless the items are scalars of one type", () => {
    const listOf = (items?: Schema): Schema => ({ type: "array", uniqueItems: true, ...(items && { items }) });
    for (const items of [
      undefined,
      { type: "object" },
      { type: ["string", "null"] },
      { $ref: "#/components/schemas/A" },
    ])
      expect(() => validationSchema(listOf(items), open)).toThrow("uniqueItems compares every item with every other");
    const kinds = listOf({ type: "string", enum: ["a"] });
    expect(validationSchema(listOf(ref("Kind")), open)).toEqual(kinds);
    expect(validationSchema(listOf({ type: "integer" }), open)).toEqual(listOf({ type: "integer" }));
    expect(validationSchema({ ...listOf({ type: "object" }), uniqueItems: false }, open)).toBeDefined();
  });
});
