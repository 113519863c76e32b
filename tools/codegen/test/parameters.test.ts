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
