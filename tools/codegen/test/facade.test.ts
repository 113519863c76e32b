import { describe, expect, test } from "vitest";
import type { Schema } from "@fleet-api-tools/openapi-document";
import { operationComment } from "../src/emit/operation-comment.ts";
import { readOperations } from "../src/operations.ts";
import { documentOf, done, empty, envelopeOf, facadeOf, ifNoneMatch, openEnum } from "./support/document.ts";

describe("facadeTypes", () => {
  test("makes the input optional exactly when nothing in it is required", () => {
    const optional = facadeOf({ parameters: [{ name: "q", in: "query", schema: { type: "string" } }] });
    expect(optional).toContain("find(input?: VehicleGroupsFindInput");
    const required = facadeOf({
      parameters: [{ name: "q", in: "query", required: true, schema: { type: "string" }, example: "a" }],
    });
    expect(required).toContain("find(input: VehicleGroupsFindInput");
    expect(required).toContain("    q: string;");
  });

  test("takes the values of an open enum as a parameter, alone or in a list", () => {
    const kinds: Schema = { type: "array", items: openEnum(["car"]) };
    const facade = facadeOf({
      parameters: [
        { name: "kind", in: "query", schema: openEnum(["car"]) },
        { name: "kinds", in: "query", explode: false, schema: kinds },
      ],
    });
    expect(facade).toContain('    kind?: "car" | (string & {}) | undefined;');
    expect(facade).toContain('    kinds?: ("car" | (string & {}))[] | undefined;');
  });

  test("the data of a 304, which has no body, is null", () => {
    const facade = facadeOf({ parameters: [ifNoneMatch], responses: { "200": done, "304": empty } });
    expect(facade).toContain("VehicleGroupsFindSuccess = Ok<200, boolean> | Ok<304, null>;");
  });

  test("names the headers of a response, but for those that all have", () => {
    const headers = { "X-Request-Id": {}, Authorization: {}, "Retry-After": {} };
    const responses = { "202": { ...done, headers: { "X-Request-Id": {} } }, "203": { ...done, headers } };
    expect(facadeOf({ responses })).toContain('Ok<202, boolean> | Ok<203, boolean, "authorization" | "retry-after">');
  });

  test.each([
    ["positions", "position"],
    ["map_entries", "mapEntry"],
    ["data", "item"],
  ])("a list by cursor is iterated, and %s are shown as %s", (name, item) => {
    const cursor = { name: "cursor", in: "query" as const, schema: { type: "string" } };
    const list = { type: "array", items: { type: "number" } };
    const properties = { [name]: list, next_cursor: { type: ["string", "null"] }, has_more: { type: "boolean" } };
    const data = { type: "object", required: [name, "next_cursor", "has_more"], properties };
    const facade = facadeOf({ parameters: [cursor], responses: { "200": envelopeOf(data) } });
    expect(facade).toContain("PagedCall<VehicleGroupsFindSuccess, VehicleGroupsFindFailure, number>");
    expect(facade).toMatch(/VehicleGroupsFindSuccess = Ok<200, \{[^}]+number\[\]/);
    expect(facade).toContain(`for await (const ${item} of fleet.vehicleGroups.find()) console.log(${item});`);
  });

  test("takes header parameters, but not the key that the client makes", () => {
    const required = { in: "header" as const, required: true, schema: { type: "string" }, example: "a" };
    const tenant = { ...required, name: "X-Tenant" };
    const key = { ...required, name: "Idempotency-Key" };
    const facade = facadeOf({ parameters: [tenant, key] });
    expect(facade).toContain('  headers: {\n    "X-Tenant": string;\n  };');
    expect(facade).not.toContain("Idempotency-Key");
    expect(facadeOf({ parameters: [key] })).toContain("find(input?: EmptyInput, options");
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
    expect(operationComment(document, operation)).toContain("`/docs/v1/operations/vehicleGroupsFind/`");
  });

  test.each<[string, object, unknown]>([
    ["its own", { example: 7 }, 7],
    ["a named one", { examples: { first: { value: 7 } } }, 7],
    ["that of its schema", { schema: { type: "integer", examples: [7] } }, 7],
    ["a value of its enum", { schema: { type: "integer", enum: [7, 8] } }, 7],
    ["the default", { schema: { type: "integer", default: 7 } }, 7],
  ])("shows of a parameter that is required %s", (_what, more, value) => {
    const parameter = { name: "per-page", in: "query" as const, required: true, schema: { type: "integer" }, ...more };
    expect(facadeOf({ parameters: [parameter] })).toContain(`find({ query: { "per-page": ${value} } })`);
  });

  test("refuses a parameter that is required and has no example", () => {
    const parameter = { name: "q", in: "header" as const, required: true, schema: { type: "string" } };
    expect(() => facadeOf({ parameters: [parameter] })).toThrow(
      "vehicleGroupsFind: the parameter q has no example. Give it one.",
    );
  });

  test("says of operations and parameters that they are deprecated", () => {
    const parameters = [
      { name: "old", in: "query" as const, deprecated: true, description: "What to find.", schema: { type: "string" } },
      { name: "older", in: "query" as const, schema: { type: "string", deprecated: true } },
    ];
    const facade = facadeOf({ deprecated: true, parameters });
    expect(facade).toContain("   * @deprecated\n   * @example");
    expect(facade).toContain("     * What to find.\n     * @deprecated\n     */\n    old?:");
    expect(facade).toContain("/** @deprecated */ older?:");
    expect(facadeOf({})).not.toContain("@deprecated");
  });

  test("text of the contract is no tag of a comment", () => {
    const facade = facadeOf({ summary: "@internal", description: "Finds.\n  @deprecated not really" });
    expect(facade).toContain("\\@internal");
    expect(facade).toContain("\\@deprecated not really");
  });

  test("refuses a body without an example", () => {
    const requestBody = {
      required: true,
      content: { "application/json": { schema: { type: "object" } } },
    };
    expect(() => facadeOf({ requestBody })).toThrow("The request body of vehicleGroupsFind has no example");
  });

  test("several successes become a union by status, which comment and example show", () => {
    const facade = facadeOf({ responses: { "200": done, "202": done } });
    expect(facade).toContain("Ok<200, boolean> | Ok<202, boolean>");
    expect(facade).toContain("* Statuses of a success: `200`, `202`.");
    expect(facade).toContain("if (result.ok) console.log(result.status, result.data);");
    expect(facadeOf({})).not.toContain("Statuses of a success");
  });

  test("text of the contract cannot end a comment", () => {
    expect(facadeOf({ description: "a */ b" })).toContain("a *\\/ b");
  });
});
