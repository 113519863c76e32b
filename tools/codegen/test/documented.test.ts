import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { bundle, bundleWithMarks, redoclyCli } from "../src/bundle.ts";
import type { OpenApiDocument, Operation, Schema } from "@fleet-api-tools/openapi-document";
import { documentedOnly } from "../src/documented.ts";
import { documentedKeywords, withoutMarks } from "../src/marks.ts";
import { openEnum } from "./support/document.ts";

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
  tags: ["Things", "Ours"],
  description: "Returns things.",
  "x-designed-note": "In order of their ids.",
  "x-designed": ["security"],
  security: [{}, { bearer: [] }],
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
    "201": { description: "Made.", ...designed, ...json(ref("ThingEnvelope")) },
    "304": { description: "Unchanged.", ...designed },
    "404": { description: "None.", ...designed, "x-problem-codes": ["not_found"], ...json(ref("Problem")) },
  },
};

const post: Operation = {
  operationId: "thingsEnd",
  ...documented,
  "x-designed": ["security", "description"],
  "x-documented": { security: [{ bearer: [] }] },
  security: [],
  description: "Ours.",
  requestBody: { required: true, "x-designed": ["required"], ...json(ref("Payload")) },
  responses: {
    "200": {
      description: "Ended.",
      ...designed,
      headers: { Authorization: ref("Newer", "headers") },
      ...json(ref("EndEnvelope")),
    },
    "202": { description: "Without an envelope.", ...designed, ...json(ref("Problem")) },
  },
};

const fixture: OpenApiDocument = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1.0.0", description: "About things.", "x-designed-note": "Ours." },
  servers: [
    {
      url: "{base_url}",
      variables: {
        base_url: { default: "http://127.0.0.1/v1", "x-designed": ["default"], "x-documented": { default: "/v1" } },
      },
    },
    {
      url: "{base_url}",
      "x-designed": ["url", "variables"],
      "x-documented": { url: "/v2" },
      variables: { base_url: { default: "http://127.0.0.1/v2" } },
    },
  ],
  security: [{ bearer: [] }],
  tags: [
    { name: "Things", description: "Ours.", "x-designed": ["description"] },
    { name: "Ours", ...designed },
  ],
  paths: {
    "/things/get": { get },
    "/things/end": {
      post,
      put: { operationId: "thingsKeep", requestBody: { ...designed, ...json({}) }, responses: {} },
      delete: { operationId: "thingsDelete", ...designed, responses: {} },
    },
    "/things/new": { post: { operationId: "thingsCreate", ...designed, responses: {} } },
  },
  components: {
    schemas: {
      ThingEnvelope: {
        ...documented,
        type: "object",
        required: ["data"],
        properties: {
          data: ref("Thing"),
          notices: ref("Notices"),
          list: { type: "array", items: { ...ref("Inner"), "x-documented": { type: "object" } } },
        },
      },
      EndEnvelope: {
        ...designed,
        type: "object",
        required: ["data"],
        properties: { data: ref("Payload"), notices: ref("Notices") },
      },
      Notices: {
        ...documented,
        type: "array",
        description: "Messages.",
        "x-documented": ["description"],
        items: { type: "string", description: "One." },
      },
      Thing: {
        ...documented,
        type: "object",
        additionalProperties: false,
        required: ["id", "colour", "free"],
        properties: {
          id: { type: "integer", format: "int64", minimum: 1, examples: [1], title: "Id", description: "A guess." },
          count: { type: "integer", format: "int32", "x-designed": ["type"] },
          secret: { type: "string", format: "password", "x-sensitive": true },
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

  const operation = result.paths["/things/get"]?.get;

  test("drops designed operations, tags, and paths without any other operation", () => {
    expect(Object.keys(result.paths)).toEqual(["/things/get", "/things/end"]);
    expect(Object.keys(result.paths["/things/end"] ?? {})).toEqual(["post", "put"]);
    expect(result.tags).toEqual([{ name: "Things" }]);
    expect(operation?.tags).toEqual(["Things"]);
  });

  test("drops designed parameters and bodies, and keeps documented parameters, inline and shared", () => {
    expect(operation?.parameters).toEqual([
      { name: "page", in: "query", schema: { type: "integer" } },
      expect.objectContaining(ref("Scope", "parameters")),
    ]);
    expect(result.components.parameters).toEqual({ Scope: { name: "scope", in: "query", schema: { type: "string" } } });
    expect(result.paths["/things/end"]?.put).not.toHaveProperty("requestBody");
  });

  test("drops designed errors and headers, further successes that are designed, and permissions", () => {
    expect(Object.keys(operation?.responses ?? {})).toEqual(["200"]);
    expect(Object.keys(operation?.responses["200"]?.headers ?? {})).toEqual(["Authorization"]);
    expect(operation).not.toHaveProperty("x-permission");
  });

  test("drops the keywords that x-designed lists, unless x-documented gives their value", () => {
    expect(operation).not.toHaveProperty("security");
    expect(result.paths["/things/end"]?.post).toMatchObject({ security: [{ bearer: [] }] });
    expect(result.paths["/things/end"]?.post).not.toHaveProperty("description");
    expect(result.paths["/things/end"]?.post?.requestBody).not.toHaveProperty("required");
    expect(result.servers).toEqual([
      { url: "{base_url}", variables: { base_url: { default: "/v1" } } },
      { url: "/v2" },
    ]);
    expect(schemas["Thing"]?.properties?.["count"]).toEqual({});
  });

  test("drops designed notes, and all marks", () => {
    expect(result.info).toEqual({ title: "Things", version: "1.0.0", description: "About things." });
    expect(operation?.description).toBe("Returns things.");
    expect(JSON.stringify(result)).not.toMatch(/x-(designed|documented|provenance)/);
  });

  test("keeps a designed success with the envelope, its data left open, and with documented headers", () => {
    expect(result.paths["/things/end"]?.post?.responses).toEqual({
      "200": {
        description: "Success.",
        headers: { Authorization: ref("Newer", "headers") },
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["data"],
              properties: { data: { type: ["object", "array"], items: {} }, notices: ref("Notices") },
            },
          },
        },
      },
      "202": { description: "Success." },
    });
  });

  test("drops designed properties, and keeps what is required of an envelope alone", () => {
    expect(Object.keys(schemas["Thing"]?.properties ?? {})).toEqual(["id", "count", "secret", "default", "kind"]);
    expect(schemas["Thing"]).not.toHaveProperty("required");
    expect(schemas["ThingEnvelope"]?.required).toEqual(["data"]);
  });

  test("drops every keyword that no fact uses, but no member that is called like a keyword", () => {
    expect(schemas["Thing"]).not.toHaveProperty("additionalProperties");
    expect(schemas["Thing"]?.properties).toEqual({
      id: { type: "integer", format: "int64" },
      count: {},
      secret: { type: "string", "x-sensitive": true },
      default: { type: "boolean" },
      kind: {},
    });
    expect(JSON.stringify(result)).not.toMatch(/"(minimum|maximum|maxLength|examples?|title)":(?!"Things")/);
  });

  test("keeps the description of a schema only if it is documented", () => {
    expect(schemas["Notices"]).toEqual({ type: "array", description: "Messages.", items: { type: "string" } });
  });

  test("keeps of a designed schema what is documented at the place that refers to it", () => {
    expect(schemas["ThingEnvelope"]?.properties?.["list"]?.items).toEqual({ type: "object" });
    expect(result.paths["/things/end"]?.post?.requestBody?.content["application/json"]?.schema).toEqual({});
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

  test("keeps of an open enum that it is a string, or the whole if its values are documented", () => {
    const values = openEnum(["a", null], { maxLength: 9 });
    const stated = {
      ...documented,
      ...values,
      "x-documented": ["enum", "description"],
      description: "Which.",
      default: "a",
    };
    const properties = {
      plain: { ...documented, ...values, description: "Which." },
      untyped: { ...documented, ...values, "x-designed": ["type"] },
      stated,
      ours: { ...designed, ...values },
    };
    const schema: Schema = { type: "object", properties };
    const users = {
      ...fixture,
      components: { ...fixture.components, schemas: { ...fixture.components.schemas, ThingEnvelope: schema } },
    };
    expect(documentedOnly(users).components.schemas["ThingEnvelope"]?.properties).toEqual({
      plain: { type: ["string", "null"] },
      untyped: {},
      stated: { description: "Which.", ...openEnum(["a", null]) },
    });
  });

  test("removes components that nothing reaches, security schemes excepted", () => {
    expect(Object.keys(schemas)).toEqual(["ThingEnvelope", "Notices", "Thing"]);
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
    const result = documentedOnly(await bundleWithMarks());
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
      const args = [redoclyCli(), "lint", file, "--extends", "spec", "--format", "json"];
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

describe("withoutMarks", () => {
  test("appends a designed note to the description, as a paragraph of its own", () => {
    expect(withoutMarks({ description: "Lists units.\n", "x-designed-note": "In order of their ids." })).toEqual({
      description: "Lists units.\n\nIn order of their ids.\n",
    });
    expect(withoutMarks({ description: "Lists units.\n" })).toEqual({ description: "Lists units.\n" });
  });

  test("removes the marks of this tool at any depth, and no other", () => {
    const items = [{ "x-designed": ["type"], type: "string" }];
    const marked = { "x-provenance": "documented", "x-documented": ["required"], required: ["id"], prefixItems: items };
    expect(withoutMarks(marked)).toEqual({
      "x-provenance": "documented",
      required: ["id"],
      prefixItems: [{ type: "string" }],
    });
    expect(marked).toHaveProperty("x-documented");
  });

  test("leaves no mark in the published contract", async () => {
    expect(await bundle()).not.toMatch(/x-(designed|documented)/);
  });
});

describe("documentedKeywords", () => {
  const kept = new Set(["description", "security"]);

  test("keeps what is documented by rule, and what x-documented lists", () => {
    const node = { description: "Yes.", security: "yes", summary: "no", required: ["yes"] };
    expect(documentedKeywords({ ...node, "x-documented": ["required"] }, kept)).toEqual({
      description: "Yes.",
      security: "yes",
      required: ["yes"],
    });
  });

  test("drops what x-designed lists, unless x-documented gives its value", () => {
    const node = { description: "No.", security: [{}], "x-designed": ["description", "security"] };
    expect(documentedKeywords(node, kept)).toEqual({});
    expect(documentedKeywords({ ...node, "x-documented": { security: [{ bearer: [] }] } }, kept)).toEqual({
      security: [{ bearer: [] }],
    });
  });
});
