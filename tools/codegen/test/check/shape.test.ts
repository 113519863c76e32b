import { expect, test } from "vitest";
import { checkShape } from "../../src/check/shape.ts";

/** A document with one path. */
function documentOf(item: object): object {
  return {
    openapi: "3.1.1",
    info: { title: "Fleet", version: "1.0.0" },
    paths: { "/units": item },
    components: { schemas: {} },
  };
}

const response = { description: "It." };

test("accepts exact statuses and the members of a path", () => {
  const get = { operationId: "unitsGet", responses: { "200": response, "404": response } };
  expect(() => checkShape(documentOf({ get, parameters: [], "x-own": 1 }))).not.toThrow();
});

test.each(["2001", "20", "ok"])("names the status %s before what follows from it", (status) => {
  const wrong = { ...response, headers: { "Cache-Control": { $ref: "elsewhere.yaml#/CacheControl" } } };
  const get = { operationId: "unitsGet", responses: { [status]: wrong } };
  expect(() => checkShape(documentOf({ get }))).toThrow(
    `unitsGet (GET /units): responses > ${status} is not a status, such as 200 or 404. Correct it.`,
  );
});

test.each(["pots", "head"])("refuses the method %s, which would be ignored", (method) => {
  const item = { [method]: { operationId: "unitsCreate", responses: {} } };
  expect(() => checkShape(documentOf(item))).toThrow(`/units has ${method}, which is not a method`);
});
