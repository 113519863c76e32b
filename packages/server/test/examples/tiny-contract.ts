import { parseDocument } from "@fleet-api-tools/openapi-document";
import { readContract } from "../support/contract-operations.ts";

const id = { type: "integer", minimum: 1 };
const record = { name: "van_id", in: "path", required: true, schema: id, example: 4 } as const;
const token = { authorization: { schema: { type: "string" } } };
const success = { "200": { headers: token } };
const json = (schema: object, value: unknown) => ({
  "x-max-body-bytes": 1000,
  content: { "application/json": { schema, examples: { example: { value } } } },
});

const document = {
  openapi: "3.1.1",
  info: { title: "Vans", version: "1.0.0" },
  security: [{ bearer: [] }],
  paths: {
    "/session": {
      post: { operationId: "sessionStart", security: [], responses: success },
      delete: { operationId: "sessionEnd", responses: { "200": {} } },
    },
    "/vans": {
      post: {
        operationId: "vansCreate",
        requestBody: json(
          { $ref: "#/components/schemas/VanCreate" },
          {
            agency_id: "north",
            depot_id: 1,
            name: "Van",
            kind: "small",
            serial: "8999900000000000014",
            seen_at: "2026-01-15T08:30:00Z",
          },
        ),
        responses: { "201": { headers: token } },
      },
    },
    "/vans/{van_id}": {
      parameters: [{ ...record, example: 5 }],
      get: {
        operationId: "vansGet",
        security: [{ bearer: [] }, {}],
        parameters: [{ $ref: "#/components/parameters/VanId" }],
        responses: success,
      },
      delete: { operationId: "vansDelete", security: [{ bearer: [] }], responses: success },
    },
    "/vans/{van_id}/restore": { post: { operationId: "vansRestore", parameters: [record], responses: success } },
    "/vans/listing": {
      get: {
        operationId: "vansListing",
        parameters: [
          { name: "page", in: "query", schema: { type: "integer", maximum: 1 }, example: 1 },
          {
            name: "kind",
            in: "query",
            schema: { type: "array", items: { enum: ["small", "large"] } },
            example: ["small"],
          },
        ],
        responses: success,
      },
    },
  },
  components: {
    parameters: { VanId: record },
    schemas: {
      VanCreate: {
        type: "object",
        required: ["depot_id", "name"],
        minProperties: 3,
        properties: {
          agency_id: { type: "string" },
          depot_id: id,
          name: { type: "string", maxLength: 10 },
          kind: { type: "string", enum: ["small", "large"] },
          serial: { type: "string", pattern: "^[0-9]{19}$" },
          seen_at: { type: ["string", "null"], format: "date-time" },
          zone: { type: ["string", "null"], pattern: "^[A-Z]+$", examples: ["UTC"] },
        },
      },
    },
  },
};

/** Vans, which can be created, read, deleted and restored, and a session that can be started and ended. */
export const tiny = readContract(parseDocument(JSON.stringify(document)));
