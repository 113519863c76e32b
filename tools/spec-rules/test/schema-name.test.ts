import { describe, expect, test } from "vitest";
import { referencedName, schemaName } from "../src/document/schema-name.mjs";

describe("schemaName", () => {
  const at = (pointer: string) => ({ pointer, source: { absoluteRef: "/spec/resources/units/unit.yaml" } });

  test.each([
    ["#/Unit", "Unit"],
    ["#/components/schemas/Unit", "Unit"],
    ["#/", "unit"],
    ["#/Unit/properties/id", undefined],
    ["#/components/schemas/Unit/properties/id", undefined],
    ["#/components/parameters/Page/schema", undefined],
    ["#/listing/get/responses/200/content/application~1json/schema", undefined],
  ])("%s is %s", (pointer, name) => {
    expect(schemaName(at(pointer))).toBe(name);
  });
});

describe("referencedName", () => {
  test.each([
    [{ $ref: "#/Notices" }, "Notices"],
    [{ $ref: "../../shared/envelope.yaml#/Notices" }, "Notices"],
    [{ $ref: "#/components/schemas/Notices" }, "Notices"],
    [{ $ref: "schemas/Notices.yaml" }, "Notices"],
    [{ type: "array" }, undefined],
    [undefined, undefined],
  ])("%j is %s", (value, name) => {
    expect(referencedName(value)).toBe(name);
  });
});
