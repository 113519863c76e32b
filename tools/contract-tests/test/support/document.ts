import type { ContractDocument } from "../../src/contract.ts";

const problem = {
  headers: { "X-Request-Id": { required: true, schema: { type: "string", minLength: 8 } } },
  content: { "application/problem+json": {} },
  "x-problem-codes": ["unauthenticated", "token_expired"],
};

/** A contract of two operations, with references where the real one has them. */
export const document: ContractDocument = {
  paths: {
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
  components: {
    parameters: { Page: { name: "page", in: "query" } },
    schemas: { BearerToken: { type: "string", pattern: "^bearer \\S+$" } },
    responses: { Unauthenticated: problem },
  },
};
