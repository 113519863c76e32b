import { fullFormats } from "ajv-formats/dist/formats.js";
import { check } from "recheck";
import { describe, expect, test } from "vitest";
import { bundle } from "../../src/bundle.ts";
import {
  type OpenApiDocument,
  type Parameter,
  parseDocument,
  refTarget,
  type RequestBody,
  type Schema,
} from "@fleet-api-tools/openapi-document";
import { readOperations } from "../../src/operations.ts";
import { keptErrors } from "../../src/validators/bounded-loops.ts";
import { emitValidators } from "../../src/validators/emit.ts";
import { done } from "../support/document.ts";

/** The part of the emitted module that is read here. */
interface Validators {
  readonly keptErrors: number;
  readonly validators: {
    readonly unitsPhoto: {
      readonly maxBodyBytes: number;
      readonly items: { readonly member: string; readonly validate: (value: unknown) => boolean } | null;
      readonly parameters: { readonly header: object };
    };
  };
}

/** The module that is emitted for one operation with this body. */
async function emit(body: RequestBody, parameters: Parameter[] = []) {
  const document: OpenApiDocument = {
    openapi: "3.1.1",
    info: { title: "Fleet", version: "1.0.0" },
    paths: {
      "/units/photo": {
        put: {
          operationId: "unitsPhoto",
          parameters,
          requestBody: body,
          responses: { "200": done },
        },
      },
    },
    components: { schemas: {} },
  };
  const artefacts = await emitValidators(document, readOperations(document));
  const text = artefacts.find(({ path }) => path === "packages/contract/dist/validators.js")?.text ?? "";
  const module: Validators = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  return module;
}

const content = { "application/json": { schema: { type: "object" } } };

describe("emitValidators", () => {
  test("exports how many errors a loop keeps, for servers that list them", async () => {
    expect((await emit({ content, "x-max-body-bytes": 1 })).keptErrors).toBe(keptErrors);
  });

  test("has header parameters; a list in a header is always one value with commas", async () => {
    const tags = { type: "array", items: { type: "string" } };
    const parameters: Parameter[] = [
      { name: "If-Match", in: "header", required: true, schema: { type: "string", maxLength: 9 } },
      { name: "X-Tags", in: "header", schema: tags },
    ];
    const { unitsPhoto } = (await emit({ content, "x-max-body-bytes": 1 }, parameters)).validators;
    expect(unitsPhoto.parameters.header).toMatchObject({
      "If-Match": { required: true, type: "string", csv: false, validate: expect.any(Function) },
      "X-Tags": { required: false, type: "array", itemType: "string", csv: true },
    });
  });

  test("limits a body to x-max-body-bytes of the request body", async () => {
    const limit = async (body: RequestBody) => (await emit(body)).validators.unitsPhoto.maxBodyBytes;
    expect(await limit({ content, "x-max-body-bytes": 5_000_001 })).toBe(5_000_001);
  });

  test("has a validator of the items of a list that are validated one by one", async () => {
    const of = async (list: Schema) => {
      const schema = { type: "object", properties: { list } };
      return (await emit({ content: { "application/json": { schema } }, "x-max-body-bytes": 1 })).validators.unitsPhoto;
    };
    const numbers = { type: "array", items: { type: "integer" } };
    expect((await of(numbers)).items).toBeNull();
    const { items } = await of({ ...numbers, "x-validated-per-item": true });
    expect([items?.member, items?.validate(1), items?.validate("1")]).toEqual(["list", true, false]);
    await expect(of({ type: "object", "x-validated-per-item": true })).rejects.toThrow(
      "it stands on one list of the body, whose items have a schema",
    );
  });

  test.each([undefined, 0, -1, 1.5, "16kB", "16384", null, true])("refuses x-max-body-bytes: %j", async (limit) => {
    const body: RequestBody = JSON.parse(JSON.stringify({ content, "x-max-body-bytes": limit }));
    await expect(emit(body)).rejects.toThrow(
      `x-max-body-bytes of unitsPhoto is ${JSON.stringify(limit)}; it must be a positive integer.`,
    );
  });
});

const document = parseDocument(await bundle());

/** Values of a keyword in what a caller can send, references followed. */
function valuesOf(keyword: string, node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    if (name === "$ref") return valuesOf(keyword, document.components.schemas[refTarget(String(value)).name]);
    return name === keyword && typeof value === "string" ? [value] : valuesOf(keyword, value);
  });
}

/** The checker counts steps; without these limits of time, a slow machine cannot change what it finds. */
const limits = { timeout: 300_000, incubationTimeout: null, attackTimeout: null };
const testMs = 600_000;

const sent = readOperations(document).map(({ parameters, body }) => [
  parameters.map(({ schema }) => schema),
  Object.values(body?.content ?? {}).map(({ schema }) => schema),
]);

test(
  "patterns of the contract take linear time: the service matches them against whatever it is sent",
  async () => {
    const patterns = new Set(valuesOf("pattern", sent));
    expect(patterns.size).toBeGreaterThan(0);
    for (const pattern of patterns)
      expect([pattern, (await check(pattern, "u", limits)).status]).toEqual([pattern, "safe"]);
  },
  testMs,
);

test(
  "so do the formats of what can be sent",
  async () => {
    const definitions: Readonly<Record<string, unknown>> = fullFormats;
    const formats = new Set(valuesOf("format", sent));
    expect(formats).toContain("email");
    for (const format of formats) {
      const pattern = definitions[format];
      if (!(pattern instanceof RegExp)) continue;
      expect([format, (await check(pattern.source, pattern.flags, limits)).status]).toEqual([format, "safe"]);
    }
  },
  testMs,
);
