import type { OpenApiDocument } from "@fleet-api-tools/openapi-document";
import { parseDocument } from "@fleet-api-tools/openapi-document";

const problem = {
  headers: { "X-Request-Id": { required: true, schema: { type: "string", minLength: 8 } } },
  content: { "application/problem+json": {} },
  "x-problem-codes": ["unauthenticated", "token_expired"],
};

/** A document of these paths, with what every document has. */
export function documentOf(paths: object, components: object = {}): OpenApiDocument {
  const info = { title: "Fleet", version: "1.0.0" };
  return parseDocument(JSON.stringify({ openapi: "3.1.1", info, paths, components: { schemas: {}, ...components } }));
}

/** A contract of two operations, with references where the real one has them. */
export const document = documentOf(
  {
    "/units/listing": {
      get: {
        operationId: "unitsListing",
        parameters: [{ $ref: "#/components/parameters/Page" }, { name: "limit", in: "query" }],
        responses: {
          200: {
            headers: { Authorization: { schema: { $ref: "#/components/schemas/BearerToken" } } },
            content: { "application/json": {} },
          },
          401: { $ref: "#/components/responses/Unauthenticated" },
        },
      },
    },
    "/units/{unit_id}": {
      parameters: [{ name: "unit_id", in: "path" }],
      get: {
        operationId: "unitsGet",
        responses: { 200: { content: { "application/json": {} } } },
      },
    },
  },
  {
    parameters: { Page: { name: "page", in: "query" } },
    schemas: { BearerToken: { type: "string", pattern: "^bearer \\S+$" } },
    responses: { Unauthenticated: problem },
  },
);
