import { expect, test } from "vitest";
import { yamlText } from "../../src/codegen/contract/yaml-text.ts";

test("writes a file as authors do: scalars on one line where they fit, everything else below each other", () => {
  const text = yamlText("Records.", {
    Tyre: {
      description: "One.\n\n- `a`: first\n",
      properties: {
        id: { $ref: "#/Id", examples: [1] },
        long: { description: "x".repeat(120) },
        items: { type: "array", items: { $ref: "#/Id" } },
      },
      anyOf: [{ $ref: "#/A" }, { type: "null", title: "t" }],
    },
    TyreEnvelope: { properties: { data: { $ref: "#/Tyre" } } },
  });
  expect(text.split("\n")).toEqual([
    "# Records.",
    "",
    "Tyre:",
    "  description: |",
    "    One.",
    "",
    "    - `a`: first",
    "  properties:",
    '    id: { $ref: "#/Id", examples: [ 1 ] }',
    "    long:",
    `      description: ${"x".repeat(120)}`,
    "    items:",
    "      type: array",
    '      items: { $ref: "#/Id" }',
    "  anyOf:",
    '    - $ref: "#/A"',
    '    - { type: "null", title: t }',
    'TyreEnvelope: { properties: { data: { $ref: "#/Tyre" } } }',
    "",
  ]);
});
