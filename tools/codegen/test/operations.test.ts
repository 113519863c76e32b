import { describe, expect, test } from "vitest";
import {
  type OpenApiDocument,
  type Operation,
  type Parameter,
  refTarget,
  type Schema,
} from "@fleet-api-tools/openapi-document";
import { facadeTypes } from "../src/emit/facade.ts";
import { operationFacts } from "../src/emit/facts.ts";
import { emitHandlers } from "../src/emit/handlers.ts";
import { emitFeatures } from "../src/emit/operation-functions.ts";
import { callFacts } from "../src/emit/operation-table.ts";
import { readCatalogue } from "../src/emit/permissions.ts";
import { TypeWriter } from "../src/emit/type-writer.ts";
import { commonHeaders, readOperations } from "../src/operations.ts";
import { documentOf, done, envelopeOf } from "./support/document.ts";
import { emit, load, writeModules } from "./validators/support.ts";

const cursor: Parameter = { name: "cursor", in: "query", schema: { type: "string" } };

/** `data` of a list by cursor. */
const history: Schema = {
  type: "object",
  properties: {
    positions: { type: "array", items: { type: "string" } },
    next_cursor: { type: ["string", "null"] },
    has_more: { type: "boolean" },
  },
};

describe("readOperations", () => {
  test("takes group and method from the path and the operationId", () => {
    expect(readOperations(documentOf("/vehicle-groups/find", {}))).toMatchObject([
      {
        id: "vehicleGroupsFind",
        group: "vehicleGroups",
        method: "find",
        verb: "get",
        auth: "required",
        paged: false,
        permission: null,
      },
    ]);
  });

  test("refuses an operationId that does not start with the group of its path", () => {
    expect(() => readOperations(documentOf("/units/find", {}))).toThrow(
      "operationId vehicleGroupsFind of /units/find must be units and a method name",
    );
  });

  test("takes the parameter of the operation in place of the one of its path", () => {
    const id = (description: string): Parameter => ({
      name: "q",
      in: "query",
      description,
      schema: { type: "string" },
    });
    const document = documentOf("/vehicle-groups/find", { parameters: [id("own")] });
    Object.assign(document.paths["/vehicle-groups/find"] ?? {}, { parameters: [id("shared")] });
    const [operation] = readOperations(document);
    expect(operation?.parameters.map(({ description }) => description)).toEqual(["own"]);
  });

  test("refuses an error response without problem codes", () => {
    const responses = { "200": done, "404": { description: "None." } };
    expect(() => readOperations(documentOf("/vehicle-groups/find", { responses }))).toThrow(
      "Response 404 of vehicleGroupsFind lists no x-problem-codes",
    );
  });

  test("refuses a response without an exact status", () => {
    const responses = { default: done };
    expect(() => readOperations(documentOf("/vehicle-groups/find", { responses }))).toThrow(
      "vehicleGroupsFind has a response default",
    );
  });

  const find = { id: "vehicleGroupsFind", verb: "GET", path: "/vehicle-groups/find", statuses: [200] };
  const factsOf = (operation: Partial<Operation>, schemas: Record<string, Schema> = {}): unknown =>
    readOperations(documentOf("/vehicle-groups/find", operation, schemas)).map(callFacts)[0];

  test("an envelope with pagination is a page, also if there is a parameter named cursor", () => {
    const page = { type: "object", properties: { data: { type: "array" }, pagination: { type: "object" } } };
    const responses = { "200": { ...done, content: { "application/json": { schema: page } } } };
    expect(factsOf({ responses })).toEqual({ ...find, paged: "page" });
    expect(factsOf({ responses, parameters: [cursor] })).toEqual({ ...find, paged: "page" });
  });

  test("data with one array, has_more and a cursor that is null at the end is a page of a list by cursor", () => {
    const responses = { "200": envelopeOf({ $ref: "#/components/schemas/History" }) };
    expect(factsOf({ responses, parameters: [cursor] }, { History: history })).toEqual({
      ...find,
      paged: "cursor",
      cursorList: "positions",
    });
    const of = (properties: Record<string, Schema | undefined>, parameters = [cursor]): unknown => {
      const all = Object.entries({ ...history.properties, ...properties });
      const kept = Object.fromEntries(all.flatMap(([name, schema]) => (schema ? [[name, schema] as const] : [])));
      return factsOf({ parameters, responses: { "200": envelopeOf({ properties: kept }) } });
    };
    expect(of({ until: { type: "string" } })).toMatchObject({ paged: "cursor" });
    // A feed has no end.
    expect(of({ next_cursor: { type: "string" } })).toEqual(find);
    expect(of({ next_cursor: undefined })).toEqual(find);
    expect(of({ has_more: undefined })).toEqual(find);
    expect(of({ positions: { type: "object" } })).toEqual(find);
    expect(of({ others: { type: "array" } })).toEqual(find);
    expect(of({}, [])).toEqual(find);
  });

  test("a header makes an operation keyed, and a mark of the contract makes it idempotent", () => {
    const header = { name: "Idempotency-Key", in: "header" as const, required: true, schema: { type: "string" } };
    expect(factsOf({ parameters: [header] })).toEqual({ ...find, keyed: true });
    expect(factsOf({ "x-idempotent": true })).toEqual({ ...find, idempotent: true });
  });

  test("header parameters get into the input of handlers", () => {
    const header = { name: "If-Match", in: "header" as const, required: true, schema: { type: "string" } };
    const document = documentOf("/vehicle-groups/find", { parameters: [header], responses: { "200": done } });
    expect(emitHandlers(readOperations(document), new Map())).toContain('headers: { "If-Match": string };');
  });

  test("the client gets what its lists need, and nothing else", () => {
    const page = { type: "object", properties: { data: { type: "array" }, pagination: { type: "object" } } };
    const responses = { "200": { ...done, content: { "application/json": { schema: page } } } };
    const features = (operation: Partial<Operation>): string =>
      emitFeatures(readOperations(documentOf("/vehicle-groups/find", operation)));
    expect(features({})).toContain("= {};");
    expect(features({})).not.toMatch(/import \{ (page|cursor)Strategy/);
    expect(features({ responses })).toContain("{ page: pageStrategy }");
    const byCursor = features({ responses: { "200": envelopeOf(history) }, parameters: [cursor] });
    expect(byCursor).toContain("{ cursor: cursorStrategy }");
    expect(byCursor).not.toContain("pageStrategy");
  });

  const alternatives: [string, Record<string, string[]>[] | undefined][] = [
    ["none", []],
    ["none", [{}]],
    ["optional", [{}, { bearer: [] }]],
    ["optional", [{ bearer: [] }, {}]],
    ["required", [{ bearer: [] }]],
    ["required", undefined],
  ];

  test.each(alternatives)("authentication is %s with the security %j", (auth, security) => {
    const operations = readOperations(documentOf("/vehicle-groups/find", security === undefined ? {} : { security }));
    expect(operations[0]?.auth).toBe(auth);
    expect(operationFacts("facts", operations)).toContain(`auth: "${auth}",`);
  });

  test("keeps the headers of a response that not every response has", () => {
    const headers = { "X-Request-Id": {}, Authorization: {} };
    const plain = { "X-Request-Id": {} };
    const responses = { "200": { ...done, headers }, "202": { ...done, headers: plain } };
    const document = documentOf("/vehicle-groups/find", { responses });
    expect(commonHeaders(document)).toEqual(["x-request-id"]);
    const own = readOperations(document)[0]?.responses.map((response) =>
      response.headers.filter((each) => !each.common),
    );
    expect(own).toEqual([[{ name: "authorization", required: false, common: false }], []]);
    expect(commonHeaders({ ...document, paths: {} })).toEqual([]);
  });
});

describe("readCatalogue", () => {
  test("refuses a permission without a title", () => {
    const document = documentOf("/vehicle-groups/find", {});
    document.components.schemas["Permissions"] = { properties: { units: { type: "object" } } };
    expect(() => readCatalogue(document)).toThrow("Permission units has no title");
  });
});

describe("refTarget", () => {
  test("refuses a reference out of the document", () => {
    expect(() => refTarget("other.yaml#/User")).toThrow("does not point to #/components/<section>/<name>");
  });
});

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
