import { describe, expect, test } from "vitest";
import type { OpenApiDocument, Parameter, Schema } from "../src/document.ts";
import { facadeTypes } from "../src/emit/facade.ts";
import { emitHandlers } from "../src/emit/handlers.ts";
import { TypeWriter } from "../src/emit/type-writer.ts";
import { readOperations } from "../src/operations.ts";
import { documentOf, done } from "./support/document.ts";
import { emit, load, writeModules } from "./validators/support.ts";

const list: Schema = { type: "array", items: { type: "string" } };

function documentWith(parameter: Partial<Parameter>, schemas: Record<string, Schema> = {}): OpenApiDocument {
  const parameters: Parameter[] = [{ name: "ids", in: "query", schema: list, ...parameter }];
  return documentOf("/vehicle-groups/{ids}", { parameters, responses: { "200": done } }, schemas);
}

function read(parameter: Partial<Parameter>, schemas: Record<string, Schema> = {}) {
  return readOperations(documentWith(parameter, schemas))[0]?.parameters[0];
}

describe("a list", () => {
  const places: [csv: boolean, parameter: Partial<Parameter>][] = [
    [false, {}],
    [false, { style: "form", explode: true }],
    [true, { explode: false }],
    [true, { in: "path", required: true }],
    [true, { in: "path", required: true, style: "simple", explode: true }],
    [true, { in: "header" }],
    [false, { schema: { type: "string" }, explode: false }],
  ];
  test.each(places)("is written with commas: %s for %j", (csv, parameter) => {
    expect(read(parameter)?.csv).toBe(csv);
  });

  test("is one also behind a reference", () => {
    const schema = { $ref: "#/components/schemas/Ids" };
    expect(read({ schema, explode: false }, { Ids: list })?.csv).toBe(true);
    expect(read({ schema, in: "header" }, { Ids: list })?.csv).toBe(true);
  });
});

describe("refuses", () => {
  const refused: [parameter: Partial<Parameter>, message: string][] = [
    [{ style: "spaceDelimited" }, "ids has the style spaceDelimited. Leave it out: in a query it is form."],
    [{ style: "pipeDelimited", explode: false }, "ids has the style pipeDelimited"],
    [{ style: "deepObject" }, "ids has the style deepObject"],
    [{ in: "path", style: "label" }, "ids has the style label. Leave it out: in a path it is simple."],
    [{ in: "path", style: "matrix" }, "ids has the style matrix"],
    [{ in: "header", style: "form" }, "ids has the style form. Leave it out: in a header it is simple."],
    [{ in: "cookie" }, "ids is a cookie. Use the query or a header."],
    ...["constructor", "toString", "hasOwnProperty", "__proto__"].map((name): [Partial<Parameter>, string] => [
      { name },
      `parameter ${name} has a name that every object has. Rename it.`,
    ]),
  ];
  test.each(refused)("%j", (parameter, message) => {
    expect(() => read(parameter)).toThrow(message);
  });

  test("a parameter that is described by content", () => {
    const parameter: Parameter = JSON.parse('{ "name": "ids", "in": "query", "content": {} }');
    expect(() => readOperations(documentOf("/vehicle-groups/find", { parameters: [parameter] }))).toThrow(
      "vehicleGroupsFind: The parameter ids has no schema. Describe it by one, not by content.",
    );
  });

  test.each([
    ["an object", { type: "object" }],
    ["a list of lists", { type: "array", items: { $ref: "#/components/schemas/Row" } }],
  ])("%s behind a reference", async (_what, schema) => {
    const document = documentWith({ schema: { $ref: "#/components/schemas/Ids" } }, { Ids: schema, Row: list });
    await expect(emit(document)).rejects.toThrow("Parameter ids must have one scalar type, or be a list of one");
  });

  test("a member of a body with a name that every object has", async () => {
    const schema: Schema = { type: "object", properties: { constructor: { type: "string" } } };
    const document = documentOf("/vehicle-groups/find", {
      requestBody: { content: { "application/json": { schema } }, "x-max-body-bytes": 10 },
    });
    await expect(emit(document)).rejects.toThrow("property constructor has a name that every object has");
  });
});

describe("an optional body", () => {
  const body = (required?: boolean): OpenApiDocument => {
    const schema: Schema = { type: "object", properties: { name: { type: "string" } } };
    const content = { "application/json": { schema, example: { name: "demo" } } };
    const requestBody = { content, "x-max-body-bytes": 10, ...(required !== undefined && { required }) };
    return documentOf("/vehicle-groups/find", { requestBody, responses: { "200": done } });
  };

  test("may be left out by callers, and handlers may get none", () => {
    for (const required of [false, undefined]) {
      const document = body(required);
      const operations = readOperations(document);
      const facade = facadeTypes(document, operations, new TypeWriter());
      expect(facade).toContain("find(input?: VehicleGroupsFindInput");
      expect(facade).toMatch(/body\?: \{[^}]*\} \| undefined/);
      expect(emitHandlers(operations, new Map())).toMatch(/body: \{[^}]*\} \| undefined;/);
    }
  });

  test.each([
    [true, true],
    [false, false],
    [undefined, false],
  ])("with required: %s is demanded by the validators: %s", async (required, demanded) => {
    const folder = await writeModules(await emit(body(required)));
    const module: { bodyRequired: boolean } = await load(folder, "validators/request/vehicleGroupsFind.js");
    expect(module.bodyRequired).toBe(demanded);
    const all = await load<{ validators: Record<string, { bodyRequired: boolean }> }>(folder, "validators.js");
    expect(all.validators["vehicleGroupsFind"]?.bodyRequired).toBe(demanded);
  });
});
