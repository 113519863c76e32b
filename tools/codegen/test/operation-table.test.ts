import { describe, expect, test } from "vitest";
import type { OpenApiDocument, Response } from "../src/document.ts";
import { emitOperationTable } from "../src/emit/operation-table.ts";
import { readOperations } from "../src/operations.ts";
import { documentOf, done } from "./support/document.ts";

function tableOf(...documents: OpenApiDocument[]): string {
  return emitOperationTable(documents.flatMap((document) => readOperations(document)));
}

describe("emitOperationTable", () => {
  const list = { type: "array", items: { type: "string" } };
  const page = { type: "object", properties: { data: list, pagination: { type: "object" } } };
  const pageResponse: Response = { description: "A page.", content: { "application/json": { schema: page } } };
  const gone: Response = { description: "Gone.", "x-problem-codes": ["gone"] };

  test("has a row with method, verb, statuses, the rest of the path, and what is special", () => {
    const header = { name: "Idempotency-Key", in: "header" as const, schema: { type: "string" } };
    const find = documentOf("/vehicle-groups/find", { responses: { "200": pageResponse, "410": gone } });
    const get = { operationId: "vehicleGroupsGet", parameters: [header] };
    const text = tableOf(find, documentOf("/vehicle-groups/{id}", get), documentOf("/vehicle-groups", get));
    expect(text).toContain("  [200, 410],\n  [200],\n];");
    expect(text).toContain(
      "  vehicleGroups: `/vehicle-groups\nfind GET 0 /find paged\nget GET 1 /{id} keyed\nget GET 1  keyed`,\n};",
    );
  });

  test("refuses two base paths in one group", () => {
    const get = documentOf("/vehicle_groups/{id}", { operationId: "vehicleGroupsGet" });
    expect(() => tableOf(documentOf("/vehicle-groups/find", {}), get)).toThrow(
      "vehicleGroupsFind: fleet.vehicleGroups has paths below /vehicle-groups and /vehicle_groups.",
    );
  });

  test("refuses a path that would end a row", () => {
    for (const end of [" x", "`", "$", "\\"]) {
      expect(() => tableOf(documentOf(`/vehicle-groups/find${end}`, {}))).toThrow(
        `vehicleGroupsFind: the path /vehicle-groups/find${end} has a character`,
      );
    }
  });

  test("names the lists that are written with commas, and refuses two styles under one name", () => {
    const parameter = { name: "ids", in: "query" as const, schema: list };
    const commas = documentOf("/vehicle-groups/find", { parameters: [{ ...parameter, explode: false }] });
    expect(tableOf(commas)).toContain('csvNames: readonly string[] = ["ids"];');
    const other = { operationId: "vehicleGroupsList", parameters: [parameter], responses: { "200": done } };
    expect(() => tableOf(commas, documentOf("/vehicle-groups/list", other))).toThrow(
      "Query parameter ids is a list with commas in vehicleGroupsFind, but not in vehicleGroupsList",
    );
  });
});
