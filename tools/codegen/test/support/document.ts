import type { OpenApiDocument, Operation, Parameter, Response, Schema } from "../../src/document.ts";
import { facadeTypes } from "../../src/emit/facade.ts";
import { TypeWriter } from "../../src/emit/type-writer.ts";
import { readOperations } from "../../src/operations.ts";

/** A response without a body, which most statuses must have. */
export const empty: Response = { description: "Done." };

/** A response with an envelope, `data` being of this schema. */
export function envelopeOf(data: Schema, headers: Response["headers"] = {}): Response {
  const schema = { type: "object", required: ["data"], properties: { data } };
  return { description: "Done.", headers, content: { "application/json": { schema } } };
}

/** A success like any other. */
export const done: Response = envelopeOf({ type: "boolean" });

/** The parameter of an operation that answers 304. */
export const ifNoneMatch: Parameter = { name: "If-None-Match", in: "header", schema: { type: "string" } };

/** A document with one operation: GET `path`, vehicleGroupsFind unless it is given otherwise. */
export function documentOf(
  path: string,
  operation: Partial<Operation>,
  schemas: Record<string, Schema> = {},
): OpenApiDocument {
  return {
    openapi: "3.1.1",
    info: { title: "Fleet", version: "1.0.0" },
    security: [{ bearer: [] }],
    paths: { [path]: { get: { operationId: "vehicleGroupsFind", responses: { "200": done }, ...operation } } },
    components: { schemas },
  };
}

/** The facade of a document with one operation. */
export function facadeOf(operation: Partial<Operation>, path = "/vehicle-groups/find"): string {
  const document = documentOf(path, operation);
  return facadeTypes(document, readOperations(document), new TypeWriter());
}
