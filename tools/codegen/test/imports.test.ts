import type { Operation, Schema } from "@fleet-api-tools/openapi-document";
import { describe, expect, test } from "vitest";
import { emitImports } from "../src/emit/imports.ts";
import { readOperations } from "../src/operations.ts";
import { closedEnum, documentOf, openEnum } from "./support/document.ts";

/** What is emitted for an operation whose body has such a list. */
function imported(item: Schema, list: Schema = {}, member = "items"): string {
  const items: Schema = { type: "array", maxItems: 20, "x-validated-per-item": true, items: item, ...list };
  const schema: Schema = { type: "object", properties: { mode: { type: "string" }, [member]: items } };
  return emitted({ requestBody: { content: { "application/json": { schema } }, "x-max-body-bytes": 9000 } });
}

function emitted(operation: Partial<Operation>): string {
  const document = documentOf("/vehicle-groups/find", operation, { Name: { type: ["string", "null"] } });
  return emitImports(document, readOperations(document));
}

describe("emitImports", () => {
  test("has the bounds of a request, and the type of each member of an item", () => {
    const properties: Record<string, Schema> = {
      id: { type: "integer" },
      name: { $ref: "#/components/schemas/Name" },
      status: closedEnum(["active", null]),
      source: openEnum(["gps"]),
      attributes: { type: "object", additionalProperties: { type: ["string", "number"] } },
      "tag-ids": { type: "array", items: { type: "integer" } },
    };
    const text = imported({ type: "object", required: ["id"], properties }).replaceAll(/\s+/g, " ");
    expect(text).toContain('vehicleGroupsFind: { maxItems: 20, maxBytes: 9000, required: ["id"], columns: {');
    expect(text).toContain(
      '{ id: "integer", name: "string | null", status: "string | null", source: "string", ' +
        'attributes: "object", "tag-ids": "array" } },',
    );
  });

  test("has no operation without such a list", () => {
    expect(emitted({})).toMatch(/imports = \{\n\} as const/);
    expect(imported({ type: "object" }, { "x-validated-per-item": false })).toMatch(/imports = \{\n\} as const/);
  });

  test("refuses what no column of a file can be", () => {
    for (const schema of [{ type: ["string", "integer"] }, {}, { type: "null" }])
      expect(() => imported({ type: "object", properties: { value: schema } })).toThrow(
        "value of its items needs one type besides null",
      );
  });

  test("refuses a list under another name, and one without a bound", () => {
    expect(() => imported({ type: "object" }, {}, "rows")).toThrow("is rows; name it items");
    expect(() => imported({ type: "object" }, { maxItems: undefined as unknown as number })).toThrow("needs maxItems");
  });
});
