import { describe, expect, test } from "vitest";
import type { OpenApiDocument, Operation, Parameter, Response } from "../src/document.ts";
import { refTarget } from "../src/document.ts";
import { emitFacade } from "../src/emit/facade.ts";
import { emitFeatures } from "../src/emit/operation-functions.ts";
import { operationComment } from "../src/emit/operation-comment.ts";
import { callFacts, emitOperations } from "../src/emit/operations.ts";
import { readCatalogue } from "../src/emit/permissions.ts";
import { readOperations } from "../src/operations.ts";

const done: Response = { description: "Done." };

function documentOf(path: string, operation: Partial<Operation>): OpenApiDocument {
  return {
    openapi: "3.1.1",
    info: { title: "Fleet", version: "1.0.0" },
    security: [{ bearer: [] }],
    paths: { [path]: { get: { operationId: "vehicleGroupsFind", responses: { "200": done }, ...operation } } },
    components: { schemas: {} },
  };
}

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

  test("a page with a cursor parameter is a cursor list, and a header parameter makes an operation keyed", () => {
    const page = { type: "object", properties: { data: { type: "array" }, pagination: { type: "object" } } };
    const responses = { "200": { ...done, content: { "application/json": { schema: page } } } };
    const query = { name: "cursor", in: "query" as const, schema: { type: "string" } };
    const header = { name: "Idempotency-Key", in: "header" as const, required: true, schema: { type: "string" } };
    const read = (parameters: Parameter[]): unknown =>
      readOperations(documentOf("/vehicle-groups/find", { parameters, responses })).map(callFacts);
    expect(read([])).toEqual([["GET", "/vehicle-groups/find", [200], "paged"]]);
    expect(read([query, header])).toEqual([["GET", "/vehicle-groups/find", [200], "cursor", "keyed"]]);
  });

  test("the client gets what its lists and keys need, and nothing else", () => {
    const page = { type: "object", properties: { data: { type: "array" }, pagination: { type: "object" } } };
    const responses = { "200": { ...done, content: { "application/json": { schema: page } } } };
    const query = { name: "cursor", in: "query" as const, schema: { type: "string" } };
    const header = { name: "Idempotency-Key", in: "header" as const, schema: { type: "string" } };
    const features = (operation: Partial<Operation>): string =>
      emitFeatures(readOperations(documentOf("/vehicle-groups/find", operation)), "hash");
    expect(features({})).toContain("= {};");
    expect(features({})).not.toMatch(/import \{ (page|cursor)Route|idempotency/);
    expect(features({ responses })).toContain("{ page: pageRoute }");
    const both = features({ responses, parameters: [query, header] });
    expect(both).toContain("{ cursor: cursorRoute }");
    expect(both).toContain("[idempotency]");
    expect(both).not.toContain("pageRoute");
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
    expect(emitOperations(operations, "hash")).toContain(`auth: "${auth}",`);
  });
});

describe("emitFacade", () => {
  function facadeOf(operation: Partial<Operation>): string {
    const document = documentOf("/vehicle-groups/find", operation);
    return emitFacade(document, readOperations(document), "hash");
  }

  test("makes the input optional exactly when nothing in it is required", () => {
    const optional = facadeOf({ parameters: [{ name: "q", in: "query", schema: { type: "string" } }] });
    expect(optional).toContain("find(input?: VehicleGroupsFindInput");
    const required = facadeOf({ parameters: [{ name: "q", in: "query", required: true, schema: { type: "string" } }] });
    expect(required).toContain("find(input: VehicleGroupsFindInput");
    expect(required).toContain("    q: string;");
  });

  test("a success without a body has no data", () => {
    expect(facadeOf({ responses: { "204": done } })).toContain("VehicleGroupsFindSuccess = Ok<204, undefined>;");
  });

  test("names the headers of a response, but for the request id that all have", () => {
    const headers = { "X-Request-Id": {}, Authorization: {}, "Retry-After": {} };
    expect(facadeOf({ responses: { "204": { ...done, headers } } })).toContain(
      'Ok<204, undefined, "authorization" | "retry-after">',
    );
  });

  test("takes header parameters, but not the key that the client makes", () => {
    const required = { in: "header" as const, required: true, schema: { type: "string" } };
    const tenant = { ...required, name: "X-Tenant" };
    const key = { ...required, name: "Idempotency-Key" };
    const facade = facadeOf({ parameters: [tenant, key] });
    expect(facade).toContain('  headers: {\n    "X-Tenant": string;\n  };');
    expect(facade).not.toContain("Idempotency-Key");
    expect(facadeOf({ parameters: [key] })).toContain("find(input?: VehicleGroupsFindInput");
  });

  test("shows a call as an example, with what is required", () => {
    const parameters = [{ name: "id", in: "path" as const, required: true, schema: { type: "integer" }, example: 7 }];
    const document = documentOf("/vehicle-groups/find/{id}", { parameters, tags: ["Vehicle Groups"] });
    const [operation] = readOperations(document);
    if (operation === undefined) throw new Error("no operation");
    expect(operationComment(document, operation)).toContain(
      "@example\nconst result = await fleet.vehicleGroups.find({ path: { id: 7 } });",
    );
    expect(operationComment(document, operation, "function")).toContain(
      "await vehicleGroupsFind(core, { path: { id: 7 } })",
    );
    expect(operationComment(document, operation)).toContain("reference.html#/vehicle-groups/vehiclegroupsfind");
  });

  test("refuses a body without an example", () => {
    const requestBody = {
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } },
    };
    expect(() => facadeOf({ requestBody })).toThrow("The request body of vehicleGroupsFind has no example");
  });

  test("several successes become a union by status", () => {
    expect(facadeOf({ responses: { "200": done, "202": done } })).toContain("Ok<200, undefined> | Ok<202, undefined>");
  });

  test("text of the contract cannot end a comment", () => {
    expect(facadeOf({ description: "a */ b" })).toContain("a *\\/ b");
  });

  test("refuses a parameter whose type has no short form", () => {
    const parameters = [{ name: "q", in: "query" as const, schema: { type: "object" } }];
    expect(() => facadeOf({ parameters })).toThrow("Parameter q of vehicleGroupsFind must be a scalar");
  });
});

describe("emitOperations", () => {
  const list = { type: "array", items: { type: "string" } };

  test("has a row for clients with verb, path, statuses and the mark of a paged list", () => {
    const gone: Response = { description: "Gone.", "x-problem-codes": ["gone"] };
    const schema = { type: "object", properties: { data: list, pagination: { type: "object" } } };
    const page: Response = { description: "A page.", content: { "application/json": { schema } } };
    const rowOf = (success: Response): string => {
      const document = documentOf("/vehicle-groups/find", { responses: { "200": success, "410": gone } });
      return emitOperations(readOperations(document), "hash");
    };
    expect(rowOf(done)).toContain('  vehicleGroups: {\n    find: ["GET", "/vehicle-groups/find", [200, 410]],\n  },');
    expect(rowOf(page)).toContain('find: ["GET", "/vehicle-groups/find", [200, 410], "paged"],');
  });

  test("names the lists that are written with commas, and refuses two styles under one name", () => {
    const document = documentOf("/vehicle-groups/find", {
      parameters: [{ name: "ids", in: "query", explode: false, schema: list }],
    });
    const operations = readOperations(document);
    expect(emitOperations(operations, "hash")).toContain('csvNames: readonly string[] = ["ids"];');
    const other = documentOf("/vehicle-groups/find", { parameters: [{ name: "ids", in: "query", schema: list }] });
    expect(() => emitOperations([...operations, ...readOperations(other)], "hash")).toThrow(
      "Query parameter ids is a list with commas in one operation only",
    );
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
