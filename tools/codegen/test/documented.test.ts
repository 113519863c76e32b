import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { bundle, redoclyCli } from "../src/bundle.ts";
import type { OpenApiDocument, Operation, Schema } from "../src/document.ts";
import { parseDocument } from "../src/document.ts";
import { documentedOnly } from "../src/documented.ts";

const documented = { "x-provenance": "documented" } as const;
const designed = { "x-provenance": "designed" } as const;

function ref(name: string, section = "schemas"): { $ref: string } {
  return { $ref: `#/components/${section}/${name}` };
}

function json(schema: Schema): { content: Record<string, { schema: Schema; example: string }> } {
  return { content: { "application/json": { schema, example: "ours" } } };
}

const get: Operation = {
  operationId: "thingsGet",
  ...documented,
  "x-permission": { resource: "things", action: "view" },
  parameters: [
    { name: "page", in: "query", schema: { type: "integer", default: 1, maximum: 200 }, example: 2 },
    { name: "colour", in: "query", ...designed, schema: { type: "string" } },
    { name: "", in: "query", schema: {}, ...ref("Scope", "parameters") },
  ],
  responses: {
    "200": {
      description: "Things.",
      headers: { Authorization: ref("Newer", "headers"), "X-Request-Id": { ...designed, schema: { type: "string" } } },
      ...json(ref("ThingEnvelope")),
    },
    "404": { description: "None.", ...designed, "x-problem-codes": ["not_found"], ...json(ref("Problem")) },
  },
};

const post: Operation = {
  operationId: "thingsEnd",
  ...documented,
  requestBody: { required: true, ...json(ref("Payload")) },
  responses: {
    "200": {
      description: "Ended.",
      ...designed,
      headers: { Authorization: ref("Newer", "headers") },
      ...json(ref("Problem")),
    },
  },
};

const fixture: OpenApiDocument = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0", description: "Ours." },
  paths: {
    "/things/get": { get },
    "/things/end": { post, delete: { operationId: "thingsDelete", ...designed, responses: {} } },
    "/things/new": { post: { operationId: "thingsCreate", ...designed, responses: {} } },
  },
  components: {
    schemas: {
      ThingEnvelope: {
        ...documented,
        type: "object",
        required: ["data"],
        properties: { data: ref("Thing"), list: { type: "array", items: ref("Inner") } },
      },
      Thing: {
        ...documented,
        type: "object",
        additionalProperties: false,
        required: ["id", "colour", "free"],
        properties: {
          id: { type: "integer", minimum: 1, examples: [1] },
          default: { type: "boolean" },
          colour: { type: "string", ...designed },
          kind: ref("Kind"),
        },
      },
      Inner: {
        ...designed,
        type: "object",
        description: "Fields are not shown.",
        properties: { secret: { type: "string" } },
      },
      Kind: { ...designed, type: "string", enum: ["a", "b"] },
      Mixed: {
        ...designed,
        type: "object",
        properties: { told: { type: "string", ...documented }, ours: { type: "string" } },
      },
      Payload: {
        ...designed,
        type: "object",
        required: ["a"],
        properties: { a: { type: "string" }, mixed: ref("Mixed") },
      },
      Problem: { ...designed, type: "object" },
    },
    parameters: {
      Scope: { name: "scope", in: "query", ...documented, schema: { type: "string", maxLength: 9 }, example: "p" },
    },
    headers: { Newer: { ...documented, schema: { type: "string" }, example: "bearer <ACCESS_TOKEN>" } },
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
  },
};

describe("documentedOnly", () => {
  const result = documentedOnly(fixture);
  const { schemas } = result.components;

  test("drops designed operations, and paths without any other", () => {
    expect(Object.keys(result.paths)).toEqual(["/things/get", "/things/end"]);
    expect(Object.keys(result.paths["/things/end"] ?? {})).toEqual(["post"]);
  });

  test("drops designed parameters and keeps documented ones, inline and shared", () => {
    expect(result.paths["/things/get"]?.get?.parameters).toEqual([
      { name: "page", in: "query", schema: { type: "integer" } },
      expect.objectContaining(ref("Scope", "parameters")),
    ]);
    expect(result.components.parameters).toEqual({ Scope: { name: "scope", in: "query", schema: { type: "string" } } });
  });

  test("drops designed errors and headers, and permissions", () => {
    const operation = result.paths["/things/get"]?.get;
    expect(Object.keys(operation?.responses ?? {})).toEqual(["200"]);
    expect(Object.keys(operation?.responses["200"]?.headers ?? {})).toEqual(["Authorization"]);
    expect(operation).not.toHaveProperty("x-permission");
  });

  test("keeps a designed success without its body; a header of it that is documented stays", () => {
    expect(result.paths["/things/end"]?.post?.responses["200"]).toEqual({
      description: "Ended.",
      headers: { Authorization: ref("Newer", "headers") },
    });
  });

  test("drops designed properties and takes them from the required list", () => {
    expect(Object.keys(schemas["Thing"]?.properties ?? {})).toEqual(["id", "default", "kind"]);
    expect(schemas["Thing"]?.required).toEqual(["id", "free"]);
  });

  test("drops bounds, demo values and closedness, but no member that is called like a keyword", () => {
    expect(schemas["Thing"]).not.toHaveProperty("additionalProperties");
    expect(schemas["Thing"]?.properties).toMatchObject({ id: { type: "integer" }, default: { type: "boolean" } });
    expect(JSON.stringify(result)).not.toMatch(/"(minimum|maximum|maxLength|examples?|x-provenance)"/);
  });

  test("keeps the type alone where a documented place refers to a designed schema", () => {
    expect(schemas["ThingEnvelope"]?.properties?.["list"]?.items).toEqual({
      type: "object",
      description: "Fields are not shown.",
      additionalProperties: true,
    });
    expect(schemas["Thing"]?.properties?.["kind"]).toEqual({ type: "string" });
    expect(result.paths["/things/end"]?.post?.requestBody?.content["application/json"]?.schema).toEqual({
      type: "object",
      additionalProperties: true,
    });
  });

  test("keeps a documented member of a designed schema", () => {
    const schema: Schema = { type: "object", properties: { mixed: ref("Mixed") } };
    const users = {
      ...fixture,
      components: { ...fixture.components, schemas: { ...fixture.components.schemas, ThingEnvelope: schema } },
    };
    expect(documentedOnly(users).components.schemas["Mixed"]).toEqual({
      type: "object",
      properties: { told: { type: "string" } },
    });
  });

  test("removes components that nothing reaches, security schemes excepted", () => {
    expect(Object.keys(schemas)).toEqual(["ThingEnvelope", "Thing"]);
    expect(Object.keys(result.components.securitySchemes ?? {})).toEqual(["bearer"]);
  });

  test("leaves its input as it was", () => {
    const copy = structuredClone(fixture);
    documentedOnly(fixture);
    expect(fixture).toEqual(copy);
  });
});

describe("the documented description of the service", () => {
  test("is a valid OpenAPI document with all eleven operations and only the documented paging parameters", async () => {
    const result = documentedOnly(parseDocument(await bundle()));
    const operations = Object.values(result.paths).flatMap((item) => [item.get ?? [], item.post ?? []].flat());
    expect(operations).toHaveLength(11);
    expect(Object.keys(result.components.schemas["User"]?.properties ?? {})).toHaveLength(31);
    expect(Object.keys(result.components.schemas["Permissions"]?.properties ?? {})).toHaveLength(12);
    expect(
      result.paths["/units/listing"]?.get?.parameters?.map((parameter) => parameter.$ref?.split("/").at(-1)),
    ).toEqual(["Page", "PerPage", "Limit"]);

    const folder = await mkdtemp(join(tmpdir(), "documented-"));
    try {
      const file = join(folder, "openapi.json");
      await writeFile(file, JSON.stringify(result));
      const args = [await redoclyCli(), "lint", file, "--extends", "spec", "--format", "json"];
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: "off" },
      });
      expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
