import { describe, expect, test } from "vitest";
import type { OpenApiDocument, Response, Schema } from "@fleet-api-tools/openapi-document";
import { emitExamples } from "../src/emit/examples.ts";
import { readProblems } from "../src/emit/problems.ts";
import { readOperations } from "../src/operations.ts";

/** A document whose problem codes are those of a schema. */
function withCodes(schema: Schema): OpenApiDocument {
  return {
    openapi: "3.1.1",
    info: { title: "Codes", version: "1.0.0" },
    paths: {},
    components: { schemas: { ProblemCode: schema } },
  };
}

const gone: Schema = {
  enum: ["gone"],
  description: "The codes.\n\n- `gone`: it was used\n  and is gone (410). Request a new one.\n",
  "x-problems": { gone: { status: 410, title: "Gone" } },
};

describe("readProblems", () => {
  test("joins the lines of an item and leaves the status to its own member", () => {
    expect(readProblems(withCodes(gone))).toEqual({
      gone: { status: 410, title: "Gone", description: "It was used and is gone. Request a new one." },
    });
  });

  test.each([
    ["no codes", { type: "string" }, "components.schemas.ProblemCode has no enum of problem codes."],
    ["a code without facts", { ...gone, "x-problems": {} }, "ProblemCode gone needs an item in the description"],
    ["a code without a text", { ...gone, description: "The codes." }, "ProblemCode gone needs an item"],
    [
      "facts of a code that does not exist",
      { ...gone, "x-problems": { ...gone["x-problems"], lost: { status: 404, title: "Lost" } } },
      "x-problems of ProblemCode has lost, which its enum does not list.",
    ],
    [
      "a text with another status",
      { ...gone, "x-problems": { gone: { status: 404, title: "Gone" } } },
      "The description of ProblemCode gone must say (404), as x-problems does.",
    ],
  ])("refuses %s", (_what, schema, message) => {
    expect(() => readProblems(withCodes(schema))).toThrow(message);
  });
});

const problems: Response = {
  "x-problem-codes": ["gone"],
  content: {
    "application/problem+json": {
      schema: { type: "object" },
      examples: {
        short: { value: { code: "gone", detail: "It is gone." } },
        long: { value: { code: "gone", detail: "It is gone.", retry_after_s: 3 } },
      },
    },
  },
};

/** A document with one operation that answers with a box. */
function withSuccess(success: Response): OpenApiDocument {
  return {
    openapi: "3.1.1",
    info: { title: "Boxes", version: "1.0.0" },
    paths: {
      "/toy_boxes/{toy_box_id}": {
        get: {
          operationId: "toyBoxesGet",
          parameters: [{ name: "toy_box_id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { "200": success, "410": problems },
        },
      },
    },
    components: {
      schemas: {
        ToyBox: { type: "object", properties: { id: { type: "integer" } } },
        Envelope: { type: "object", properties: { data: { $ref: "#/components/schemas/ToyBox" } } },
      },
      headers: {
        Tag: { required: true, schema: { type: "string" }, example: '"v1"' },
        Common: { required: true, schema: { type: "string" }, example: "no-store" },
      },
    },
  };
}

const content = {
  "application/json": {
    schema: { $ref: "#/components/schemas/Envelope" },
    examples: { first: { value: { data: { id: 1 } } }, second: { value: { data: { id: 2 } } } },
  },
};
const headers = {
  ETag: { $ref: "#/components/headers/Tag" },
  "Cache-Control": { $ref: "#/components/headers/Common" },
};

const emit = (document: OpenApiDocument): string => emitExamples(document, readOperations(document));

describe("emitExamples", () => {
  test("has the first example of a success, the headers that a handler gives, and whose id the path has", () => {
    expect(emit(withSuccess({ content, headers }))).toContain(
      String.raw`toyBoxesGet: { status: 200, data: { id: 1 }, headers: { etag: "\"v1\"" }, idParameter: "toy_box_id" },`,
    );
  });

  test("has what the longest example of a problem adds to its code", () => {
    expect(emit(withSuccess({ content }))).toContain("  gone: { retry_after_s: 3 },\n");
  });

  test("refuses a success without an example, by name and with a remedy", () => {
    const { schema } = content["application/json"];
    const document = withSuccess({ content: { "application/json": { schema } } });
    expect(() => emit(document)).toThrow(
      "toyBoxesGet: the 200 response has no example. Give each property of its schema one, or the response.",
    );
  });
});
