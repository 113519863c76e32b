import { describe, expect, test } from "vitest";
import type { OpenApiDocument, RequestBody } from "../src/document.ts";
import { emitValidators } from "../src/emit/validators.ts";
import { readOperations } from "../src/operations.ts";

/** The text of the validators of one operation with this body. */
function emit(body: RequestBody): Promise<string> {
  const document: OpenApiDocument = {
    openapi: "3.1.1",
    info: { title: "Fleet", version: "1.0.0" },
    paths: {
      "/units/photo": {
        put: { operationId: "unitsPhoto", requestBody: body, responses: { "204": { description: "Done." } } },
      },
    },
    components: { schemas: {} },
  };
  return emitValidators(document, readOperations(document), "hash");
}

const content = { "application/json": { schema: { type: "object" } } };

describe("emitValidators", () => {
  test("limits a body to 16,384 bytes, or to x-max-body-bytes of the request body", async () => {
    expect(await emit({ content })).toContain("maxBodyBytes:16384,");
    expect(await emit({ content, "x-max-body-bytes": 5_000_001 })).toContain("maxBodyBytes:5000001,");
  });

  test.each([0, -1, 1.5, "16kB", "16384", null, true])("refuses x-max-body-bytes: %j", async (limit) => {
    const body: RequestBody = Object.assign({ content }, { "x-max-body-bytes": limit });
    await expect(emit(body)).rejects.toThrow(
      `x-max-body-bytes of unitsPhoto is ${JSON.stringify(limit)}; it must be a positive integer.`,
    );
  });
});
