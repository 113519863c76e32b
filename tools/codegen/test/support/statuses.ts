import type { OpenApiDocument, Operation, Parameter, Response } from "../../src/document.ts";
import { done, empty, envelopeOf, ifNoneMatch } from "./document.ts";

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
