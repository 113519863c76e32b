import { describe, expect, it } from "vitest";
import {
  authenticationOf,
  operationsOf,
  parseDocument,
  refTarget,
  resolve,
  responsesOf,
  type Schema,
} from "../src/index.ts";

const done = { "200": { description: "Done." } };
const document = parseDocument(
  JSON.stringify({
    openapi: "3.1.1",
    info: { title: "Fleet", version: "1.0.0" },
    security: [{ bearer: [] }],
    paths: {
      "/units/{id}": {
        parameters: [{ $ref: "#/components/parameters/Id" }],
        put: { operationId: "unitsPut", security: [{ bearer: [] }, {}], responses: done },
        get: {
          operationId: "unitsGet",
          security: [],
          responses: {
            "200": {
              headers: { Authorization: { $ref: "#/components/headers/Token" } },
              content: { "application/json": { schema: {} } },
            },
            "404": { $ref: "#/components/responses/NotFound" },
          },
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        },
      },
      "/tests/ping": { get: { operationId: "testsPing", responses: done } },
    },
    components: {
      schemas: {
        Name: { type: "string", description: "A name." },
        Alias: { $ref: "#/components/schemas/Name" },
      },
      parameters: { Id: { name: "id", in: "path", required: true, schema: { type: "integer" } } },
      headers: { Token: { required: true, schema: { $ref: "#/components/schemas/Alias" } } },
      responses: {
        NotFound: { content: { "application/problem+json": { schema: {} } }, "x-problem-codes": ["not_found"] },
      },
    },
  }),
);

/** A reference as it stands in a document. */
const reference = (name: string, more: object = {}) => ({ $ref: `#/components/schemas/${name}`, ...more });

describe("resolve", () => {
  it("follows references to references", () => {
    expect(resolve(document, reference("Alias"))).toBe(document.components.schemas["Name"]);
  });

  it("prefers what stands next to a reference", () => {
    expect(resolve(document, reference("Alias", { description: "Mine." }))).toEqual({
      type: "string",
      description: "Mine.",
    });
  });

  it("returns an object without a reference as it is", () => {
    const schema: Schema = { type: "string" };
    expect(resolve(document, schema)).toBe(schema);
  });

  it("names a reference that leads nowhere", () => {
    expect(() => resolve(document, reference("constructor"))).toThrow(
      "$ref #/components/schemas/constructor points to nothing among components.schemas.",
    );
    expect(() => refTarget("other.yaml#/User")).toThrow("does not point to #/components/<section>/<name>");
  });
});

describe("operationsOf", () => {
  it("lists operations path by path, with the parameters of the path unless the operation has its own", () => {
    expect(
      operationsOf(document).map(({ verb, path, parameters }) => [verb, path, parameters.map(({ schema }) => schema)]),
    ).toEqual([
      ["get", "/units/{id}", [{ type: "string" }]],
      ["put", "/units/{id}", [{ type: "integer" }]],
      ["get", "/tests/ping", []],
    ]);
  });
});

describe("authenticationOf", () => {
  it("reads the security of the operation before that of the document", () => {
    const auth = operationsOf(document).map(({ operation }) => authenticationOf(document, operation));
    expect(auth).toEqual(["none", "optional", "required"]);
  });
});

describe("responsesOf", () => {
  it("follows the references of responses, headers and their schemas", () => {
    const [entry] = operationsOf(document);
    expect(entry && responsesOf(document, entry.operation)).toEqual({
      "200": {
        headers: { authorization: { required: true, schema: { type: "string", description: "A name." } } },
        mediaTypes: ["application/json"],
        codes: [],
      },
      "404": { headers: {}, mediaTypes: ["application/problem+json"], codes: ["not_found"] },
    });
  });
});
