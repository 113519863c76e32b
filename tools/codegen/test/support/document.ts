import { transformSync } from "esbuild";
import type { OpenApiDocument, Operation, Parameter, Response, Schema } from "@fleet-api-tools/openapi-document";
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

/** An open enum as the bundle has it. `bounds` are those of the strings that it does not name. */
export function openEnum(values: readonly (string | null)[], bounds: Schema = {}): Schema {
  const named = values.filter((value) => value !== null);
  const none: Schema[] = values.includes(null) ? [{ type: "null" }] : [];
  return {
    anyOf: [{ type: "string", enum: named }, { type: "string", ...bounds }, ...none],
    "x-open-enum": true,
  };
}

/** The closed enum with the same values. */
export function closedEnum(values: readonly (string | null)[]): Schema {
  return { type: values.includes(null) ? ["string", "null"] : "string", enum: [...values] };
}

const text = { type: "string" };
const etag = { ETag: { required: true, schema: text } };
const location = { Location: { required: true, schema: text } };
const unit = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const unchanged: Response = { ...empty, headers: etag };
const page: Response = {
  description: "A page.",
  headers: etag,
  content: {
    "application/json": {
      schema: { type: "object", properties: { data: { type: "array", items: unit }, pagination: { type: "object" } } },
    },
  },
};
const id: Parameter = { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 1 };
const given = { example: { name: "Demo" }, schema: { type: "object", properties: { name: text } } };
const requestBody = { required: true, content: { "application/json": given }, "x-max-body-bytes": 1000 };

const operations: Record<string, Record<string, Operation>> = {
  "/units/listing": {
    get: { operationId: "unitsListing", parameters: [ifNoneMatch], responses: { "200": page, "304": unchanged } },
  },
  "/units/{id}": {
    get: {
      operationId: "unitsGet",
      parameters: [id, ifNoneMatch],
      responses: {
        // The order of the author is not that of the statuses.
        "304": unchanged,
        "200": envelopeOf(unit, etag),
        "404": { description: "None.", "x-problem-codes": ["not_found"] },
      },
    },
    put: {
      operationId: "unitsPut",
      parameters: [id],
      requestBody,
      responses: { "201": envelopeOf(unit, { ...etag, ...location }), "200": envelopeOf(unit, etag) },
    },
    delete: { operationId: "unitsDelete", parameters: [id], responses: { "200": envelopeOf(unit) } },
  },
  "/units": {
    post: {
      operationId: "unitsCreate",
      requestBody,
      responses: {
        "201": envelopeOf(unit, { ...location, Link: { schema: text }, Authorization: { schema: text } }),
      },
    },
  },
  "/auth/login": {
    post: {
      operationId: "authLogin",
      requestBody,
      responses: {
        "200": {
          ...done,
          headers: { Authorization: { required: true }, "X-Request-Id": { required: true }, "Cache-Control": {} },
        },
      },
    },
  },
};

/** A document whose operations answer with one success status or several, with bodies and without. */
export const document: OpenApiDocument = {
  openapi: "3.1.1",
  info: { title: "Fleet", version: "1.0.0" },
  security: [{ bearer: [] }],
  paths: operations,
  components: { schemas: {} },
};

/** Whether a text is not valid TypeScript. */
export function isSyntaxError(code: string): boolean {
  try {
    transformSync(code, { loader: "ts", logLevel: "silent" });
    return false;
  } catch {
    return true;
  }
}
