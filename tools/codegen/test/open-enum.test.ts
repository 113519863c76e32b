import { describe, expect, test } from "vitest";
import type { Schema } from "@fleet-api-tools/openapi-document";
import { TypeWriter } from "../src/emit/type-writer.ts";
import { openEnumOf, withOpenEnum } from "../src/open-enum.ts";
import { documentOf, openEnum } from "./support/document.ts";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

describe("an open enum", () => {
  test("is a closed one in requests and any string in responses", () => {
    expect(openEnumOf(openEnum(["a", "b"], { maxLength: 9 }))).toEqual({
      request: { type: "string", enum: ["a", "b"] },
      response: { type: "string", maxLength: 9 },
    });
    expect(openEnumOf(openEnum(["a", null]))).toEqual({
      request: { type: ["string", "null"], enum: ["a", null] },
      response: { type: ["string", "null"] },
    });
  });

  test("has the mark, and the same union without one is refused", () => {
    const message = "anyOf has strings and any other string. Write an enum with x-open-enum: true instead.";
    for (const values of [["a"], ["a", null]]) {
      const { "x-open-enum": _mark, ...unmarked } = openEnum(values);
      expect(() => openEnumOf(unmarked)).toThrow(message);
      expect(() => new TypeWriter().type(unmarked)).toThrow(message);
    }
    expect(() => openEnumOf({ anyOf: [{ const: "a" }, { type: ["string", "null"] }] })).toThrow(message);
  });

  test.each<Schema>([
    { type: "string", enum: ["a"] },
    { anyOf: [{ enum: ["never"] }, { type: "string", format: "date-time" }] },
    { anyOf: [{ enum: [1] }, { type: "string" }] },
  ])("is not %j", (schema) => {
    expect(openEnumOf(schema)).toBeNull();
  });

  test.each<[string, Schema]>([
    ["that no preprocessor has completed", { type: "string", enum: ["a"], "x-open-enum": true }],
    ["of integers", { anyOf: [{ enum: [1] }, { type: "integer" }], "x-open-enum": true }],
    ["that is not open", { ...openEnum(["a"]), "x-open-enum": false }],
  ])("%s is refused, because it would be closed", (_what, schema) => {
    expect(() => openEnumOf(schema)).toThrow("x-open-enum must be true, beside an enum of strings");
  });
});

test("the schemas with an open enum are those that lead to one", () => {
  const schemas: Record<string, Schema> = {
    Kind: openEnum(["a"]),
    Tree: { type: "object", properties: { kind: ref("Kind"), children: { type: "array", items: ref("Tree") } } },
    Forest: { type: "object", properties: { either: { anyOf: [ref("Tree"), { type: "null" }] } } },
    Inline: { type: "object", properties: { kinds: { type: "array", items: openEnum(["a"]) } } },
    Closed: { type: "object", properties: { kind: { type: "string", enum: ["a"] } } },
  };
  const found = withOpenEnum(documentOf("/vehicle-groups/find", {}, schemas));
  expect([...found].toSorted()).toEqual(["Forest", "Inline", "Kind", "Tree"]);
  const { Closed = {} } = schemas;
  expect(withOpenEnum(documentOf("/vehicle-groups/find", {}, { Closed })).size).toBe(0);
});
