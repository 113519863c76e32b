import { describe, expect, test } from "vitest";
import type { Schema } from "@fleet-api-tools/openapi-document";
import { permissionType } from "../src/emit/permissions.ts";
import { TypeWriter } from "../src/emit/type-writer.ts";
import { openEnum } from "./support/document.ts";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

function typeOf(schema: Schema): string {
  return new TypeWriter().type(schema);
}

function declared(schema: Schema): string {
  return new TypeWriter().declaration("Unit", schema);
}

describe("the type of a schema", () => {
  test.each<[string, Schema]>([
    ["string", { type: "string", format: "date-time" }],
    ["number", { type: "integer", format: "int32" }],
    ["Int64 | null", { type: ["integer", "null"], format: "int64" }],
    ["string | number | boolean", { type: ["string", "integer", "number", "boolean"] }],
    ["unknown", { description: "Anything." }],
    ["{ [key: string]: unknown }", { type: "object" }],
    ["{ [key: string]: unknown }", { type: "object", additionalProperties: false }],
    ["{ [key: string]: string }", { type: "object", additionalProperties: { type: "string" } }],
    ["{ [key: string]: unknown }", { type: "object", additionalProperties: true }],
    ["unknown[]", { type: "array", items: {} }],
    ["unknown[]", { type: "array" }],
    ["(string | null)[]", { type: "array", items: { type: ["string", "null"] } }],
    ["string[][]", { type: "array", items: { type: "array", items: { type: "string" } } }],
    ["Unit[] | null", { type: ["array", "null"], items: ref("Unit") }],
    ['"gps" | "can" | null', { type: ["string", "null"], enum: ["gps", "can", null] }],
    ["1 | 2", { type: "integer", format: "int64", enum: [1, 2] }],
    ["true", { const: true }],
    ["null", { const: null }],
    ['"a \\"quoted\\" word"', { const: 'a "quoted" word' }],
    ["SimCard | null", { anyOf: [ref("SimCard"), { type: "null" }] }],
    ['"login" | "logout" | (string & {})', openEnum(["login", "logout"])],
    ['"login" | (string & {}) | null', openEnum(["login", null])],
    ['"login" | (string & {}) | null', openEnum(["login", null], { maxLength: 40 })],
    ['("login" | (string & {}))[]', { type: "array", items: openEnum(["login"]) }],
    ["string | number", { oneOf: [{ type: "string" }, { type: "number" }, { type: "integer" }] }],
    ["Unit & Vehicle", { allOf: [ref("Unit"), ref("Vehicle")] }],
    ['Unit & Required<Pick<Unit, Extract<keyof Unit, "id">>>', { allOf: [ref("Unit")], required: ["id"] }],
    ["(Unit & Vehicle)[]", { type: "array", items: { allOf: [ref("Unit"), ref("Vehicle")] } }],
    [
      "{ a: number } & (Unit | null)",
      { properties: { a: { type: "number" } }, required: ["a"], oneOf: [ref("Unit"), { type: "null" }] },
    ],
    [
      '{ "a-b"?: string } & { [key: string]: number }',
      { properties: { "a-b": { type: "string" } }, additionalProperties: { type: "number" } },
    ],
  ])("is %s", (type, schema) => {
    expect(typeOf(schema)).toBe(type);
  });

  test.each<[string, Schema]>([
    ["codegen has no type for patternProperties", JSON.parse('{ "type": "object", "patternProperties": {} }')],
    ["codegen has no type for prefixItems", JSON.parse('{ "type": "array", "items": { "prefixItems": [] } }')],
    ["anyOf has the sibling keyword type", { type: "string", anyOf: [{ enum: ["a"] }] }],
    ['there is no type "decimal"', { type: "decimal" }],
    ["does not point to #/components", { $ref: "units.yaml#/Unit" }],
  ])("refuses with: %s", (message, schema) => {
    expect(() => typeOf(schema)).toThrow(message);
  });

  test("tells which names it uses", () => {
    const writer = new TypeWriter();
    writer.type({ properties: { id: { type: "integer", format: "int64" }, card: ref("SimCard") } });
    expect([...writer.used]).toEqual(["Int64", "SimCard"]);
  });
});

describe("a declaration", () => {
  test("is an interface for an object with named members, its comment from the description", () => {
    expect(
      declared({ type: "object", description: "A device.\n", required: ["id"], properties: { id: ref("Id") } }),
    ).toBe("/** A device. */ export interface Unit { id: Id }\n");
    expect(
      declared({
        description: "A device.",
        required: ["name"],
        properties: {
          name: { type: "string", description: "Its\nname.", readOnly: true },
          old: { type: "string", deprecated: true, default: "x", description: "Not used */ any more." },
          kind: { type: "string", description: "What it is.\n\n- `a`: one\n- `b`: two\n" },
          long: { type: "string", description: `Very ${"long ".repeat(25)}text.` },
        },
      }),
    ).toBe(`/** A device. */
export interface Unit {
  /** Its name. */ readonly name: string;
  /**
   * Not used *\\/ any more. Default: "x".
   * @deprecated
   */
  old?: string;
  /**
   * What it is.
   *
   * - \`a\`: one
   * - \`b\`: two
   */
  kind?: string;
  /** Very ${"long ".repeat(25)}text. */
  long?: string;
}
`);
  });

  test("is an alias for anything else, on several lines when it is long", () => {
    expect(declared({ type: "array", items: { type: "string" } })).toBe("export type Unit = string[];\n");
    expect(declared({ type: ["object", "null"], properties: { id: ref("Id") } })).toBe(
      "export type Unit = { id?: Id } | null;\n",
    );
    expect(declared({ description: "What it is.", ...openEnum(["car"]) })).toBe(
      '/** What it is. */ export type Unit = "car" | (string & {});\n',
    );
    const words = Array.from({ length: 12 }, (_none, index) => `a-rather-long-word-${index}`);
    const lines = declared({ enum: words }).trimEnd().split("\n");
    expect(lines[0]).toBe("export type Unit =");
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(121);
    const members = lines.slice(1).flatMap((line) =>
      line
        .trim()
        .replace(/;$/, "")
        .split(/ (?=\|)/),
    );
    expect(members).toEqual(words.map((word) => `| "${word}"`));
  });
});

describe("the record of permissions", () => {
  const grant = ref("PermissionGrant");
  const resource = (...actions: string[]): Schema => ({
    type: "object",
    required: ["title", "actions"],
    properties: {
      title: ref("PermissionTitle"),
      actions: {
        type: "object",
        required: actions,
        properties: Object.fromEntries(actions.map((action) => [action, grant])),
        additionalProperties: grant,
      },
    },
  });
  const record = (units: Schema): Schema => ({
    properties: { users: resource("view"), units },
    additionalProperties: ref("PermissionResource"),
  });

  test("is a type over the catalogue", () => {
    const writer = new TypeWriter();
    expect(permissionType(record(resource("view", "edit")), writer)).toContain("[Resource in KnownPermissionResource]");
    expect([...writer.used]).toContain("PermissionResource");
  });

  test.each<[string, Schema]>([
    ["a member more", { ...resource("view"), properties: { ...resource("view").properties, note: {} } }],
    ["an optional member", { ...resource("view"), required: ["title"] }],
    ["open members", { ...resource("view"), additionalProperties: true }],
    [
      "another title",
      { ...resource("view"), properties: { ...resource("view").properties, title: { type: "string" } } },
    ],
  ])("refuses a resource with %s", (_what, units) => {
    expect(() => permissionType(record(units), new TypeWriter())).toThrow("permission units must have a title and");
  });

  test("refuses a closed record", () => {
    expect(() => permissionType({ properties: { users: resource("view") } }, new TypeWriter())).toThrow("must be open");
  });
});
