import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import type { OpenApiDocument, Response } from "@fleet-api-tools/openapi-document";
import { emitOperationTable } from "../src/emit/operation-table.ts";
import { readOperations } from "../src/operations.ts";
import { camelCase } from "@fleet-api/redocly-plugin/names";
import { documentOf, done, envelopeOf } from "./support/document.ts";

function tableOf(...documents: OpenApiDocument[]): string {
  return emitOperationTable(documents.flatMap((document) => readOperations(document)));
}

/** The operations that a group usually has, with the errors of their kinds. */
function groupOf(name: string): OpenApiDocument[] {
  const id = camelCase(name);
  const one = `/${name}/{${name.replaceAll("-", "_")}_id}`;
  const read = [400, 401, 403, 422, 500, 503];
  const rows: [method: string, path: string, statuses: number[]][] = [
    ["Listing", `/${name}/listing`, read],
    ["ListingByClient", `/${name}/listing/client/{client_id}`, [...read, 404]],
    ["Find", `/${name}/find`, read],
    ["Create", `/${name}`, [...read, 409, 413, 415]],
    ["Get", one, [...read, 404]],
    ["Update", one, [...read, 404, 409, 412, 413, 415]],
    ["Delete", one, [...read, 404, 412]],
    ["Restore", `${one}/restore`, [...read, 404]],
    ["Assign", `${one}/assign`, [...read, 404, 409, 413, 415]],
    ["HistoryListing", `${one}/history/listing`, [...read, 404]],
  ];
  return rows.map(([method, path, statuses]) => {
    const failure: Response = { description: "No.", "x-problem-codes": ["gone"] };
    const responses = Object.fromEntries(statuses.map((status) => [status, failure]));
    return documentOf(path, { operationId: id + method, responses: { "200": done, ...responses } });
  });
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
      "  vehicleGroups: `/vehicle-groups\nfind GET 0 /find page\nget GET 1 /{id} keyed\nget GET 1  keyed`,\n};",
    );
  });

  test("names the list of an operation that is read by cursor, and what is safe to repeat", () => {
    const parameter = { name: "cursor", in: "query" as const, schema: { type: "string" } };
    const properties = { positions: list, next_cursor: { type: ["string", "null"] }, has_more: { type: "boolean" } };
    const history = { parameters: [parameter], responses: { "200": envelopeOf({ properties }) } };
    const send = { operationId: "vehicleGroupsSend", "x-idempotent": true };
    expect(tableOf(documentOf("/vehicle-groups/find", history), documentOf("/vehicle-groups", send))).toContain(
      "find GET 0 /find cursor=positions\nsend GET 0  idempotent`",
    );
  });

  test("adds at most 60 bytes to a minified bundle for each operation", async () => {
    const minified = async (groups: number): Promise<number> => {
      const names = Array.from(
        { length: groups },
        (_none, at) => `vehicle-expense-types-${String.fromCharCode(97 + at)}`,
      );
      const text = tableOf(...names.flatMap((name) => groupOf(name)));
      return (await transform(text, { loader: "ts", minify: true })).code.length;
    };
    const perOperation = ((await minified(15)) - (await minified(1))) / (14 * groupOf("units").length);
    expect(perOperation).toBeLessThanOrEqual(60);
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

  test("names the lists of an operation that are written with commas, also where another writes them otherwise", () => {
    const parameter = { name: "ids", in: "query" as const, schema: list };
    const states = { ...parameter, name: "states", explode: false };
    const commas = documentOf("/vehicle-groups/find", { parameters: [{ ...parameter, explode: false }, states] });
    expect(tableOf(commas)).toContain("find GET 0 /find csv=ids,states");
    expect(tableOf(commas)).toContain('csvNames: readonly string[] = ["ids", "states"];');
    const other = { operationId: "vehicleGroupsList", parameters: [parameter], responses: { "200": done } };
    const both = tableOf(commas, documentOf("/vehicle-groups/list", other));
    expect(both).toMatch(/^list GET 0 \/list`,$/m);
    expect(both).toContain('csvNames: readonly string[] = ["states"];');
  });

  test("refuses a name that would end a row", () => {
    const odd = { name: "a b", in: "query" as const, schema: list, explode: false };
    expect(() => tableOf(documentOf("/vehicle-groups/find", { parameters: [odd] }))).toThrow(
      "vehicleGroupsFind: the query parameter a b needs a name of letters",
    );
  });
});
