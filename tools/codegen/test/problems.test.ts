import { describe, expect, test } from "vitest";
import type { OpenApiDocument, Schema } from "../src/document.ts";
import { readProblems } from "../src/emit/problems.ts";

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
