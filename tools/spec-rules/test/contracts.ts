import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

/*
 * The contracts of `rules/*.yaml` are OpenAPI documents in a short form, so that each line is what its rule is about:
 *
 * - `get /units/status:` is an operation. It has everything that it needs; what is written there is merged into it, and
 *   null removes a default.
 * - `404:` in an operation is a response, `200` has a success by default and the expected errors are there as well.
 *   `data` and `body` are the schema of `data` in the envelope, or of the whole body. `body` of an operation is the schema
 *   of its request.
 * - `record` has the properties of `#/components/schemas/Record`, which the operations answer then; `schemas` are the
 *   other components.
 * - Schemas have a description, and `required` with all properties. Parameters have a description and an example, and are
 *   in the query.
 * - `=>` is the message expected at this object, or several, and `=>/enum/0` the one at a place inside it.
 */

type Json = Record<string, unknown>;

/** A contract as an OpenAPI document, and the findings that it must have: `[place, message]`, where `…` ends the start of one. */
export interface Contract {
  document: Json;
  expected: [place: string, message: string][];
}

const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));
const shared: Json = parse(readFileSync(`${fixtures}shared.yaml`, "utf8"));
const codes: Record<string, string> = {
  400: "malformed_request",
  401: "unauthenticated",
  403: "permission_denied",
  413: "payload_too_large",
  415: "unsupported_media_type",
  422: "validation_failed",
  429: "too_many_requests",
  500: "internal_error",
  503: "unavailable",
};
const fromShared = (name: string) => ({ $ref: `shared.yaml#/${name}` });
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const entries = (value: unknown) => Object.entries(isObject(value) ? value : {});

/** Reads the contracts of all rules, by the name of the rule. */
export function readContracts(): Map<string, Contract[]> {
  const files = globSync("rules/*.yaml", { cwd: fileURLToPath(new URL(".", import.meta.url)) });
  const tables = files.map((file) =>
    entries(parse(readFileSync(new URL(file, import.meta.url), "utf8"), { merge: true })),
  );
  return new Map(tables.flat().map(([rule, short]) => [rule, [short].flat().map((each) => toContract(each as Json))]));
}

function toContract({ record, schemas, info, ...short }: Json): Contract {
  const components = { ...(record === undefined ? {} : { Record: { properties: record } }), ...Object(schemas) };
  const completed = Object.fromEntries(
    entries(components).map(([name, schema]) => [name, completeSchema(schema, { "x-provenance": "designed" })]),
  );
  const isOperation = (key: string) => /^[a-z]+ \//.test(key);
  const operations = entries(short).filter(([key]) => isOperation(key));
  if (operations.length === 0) operations.push(["get /units/status", {}]);
  const paths: Record<string, Json> = {};
  for (const [key, changes] of operations) {
    const [method = "", path = ""] = key.split(" ");
    paths[path] = { ...paths[path], [method]: operation(path, changes as Json, completed) };
  }
  const document = {
    openapi: "3.1.1",
    info: {
      title: "A contract of few operations",
      version: "1.0.0",
      description: "Shows what a rule is about.",
      contact: { name: "Fixtures", url: "https://example.com/contact" },
      license: { name: "MIT", identifier: "MIT" },
      ...Object(info),
    },
    servers: [{ url: "http://127.0.0.1:4080/api/v1", description: "Any service." }],
    security: [{ bearer: [] }],
    tags: [{ name: "Fixture", description: "All operations of this document." }],
    paths,
    components: { securitySchemes: { bearer: fromShared("bearer") }, schemas: completed },
    ...Object.fromEntries(entries(short).filter(([key]) => !isOperation(key))),
  };
  const expected: Contract["expected"] = [];
  return { document: takeExpected(document, "#", expected) as Json, expected };
}

function operation(path: string, { body, ...changes }: Json, schemas: Json): Json {
  const words = path.replaceAll(/[{}]/g, "").split(/[/_]/).filter(Boolean);
  const security = Array.isArray(changes["security"]) ? changes["security"] : [{ bearer: [] }];
  const isOptional = security.some((each) => Object.keys(each).length === 0);
  const hasToken = security.length > 0;
  const statuses = Object.keys(changes).filter((key) => /^\d/.test(key));
  const expected = [
    ["200", "400", "422", "429", "500", "503"],
    hasToken && !isOptional ? ["401"] : [],
    isObject(changes["x-permission"]) ? ["403"] : [],
    body === undefined ? [] : ["413", "415"],
  ].flat();
  const responses = Object.fromEntries(
    [...new Set([...expected, ...statuses])]
      .filter((status) => changes[status] !== null)
      .map((status) => [status, response(status, Object(changes[status]), { hasToken, schemas })]),
  );
  const request = isObject(body) && {
    requestBody: { required: true, description: "What to change.", content: json(body, schemas) },
  };
  const rest = Object.fromEntries(Object.entries(changes).filter(([key]) => !statuses.includes(key)));
  return merge(
    {
      operationId: words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join(""),
      "x-provenance": "designed",
      tags: ["Fixture"],
      summary: "Do it",
      description: "Does it.",
      ...(hasToken && !isOptional ? { "x-permission": "self" } : {}),
      ...request,
      responses,
    },
    {
      ...rest,
      ...(Array.isArray(rest["parameters"]) && {
        parameters: rest["parameters"].map((each) => parameter(each, schemas)),
      }),
    },
  );
}

function response(
  status: string,
  { data, body, example, ...changes }: Json,
  { hasToken, schemas }: { hasToken: boolean; schemas: Json },
): Json {
  const isError = status >= "400";
  const headers = {
    "X-Request-Id": fromShared("RequestId"),
    ...(hasToken && status !== "401" ? { Authorization: fromShared("NewerToken") } : {}),
    ...(status === "429" || status === "503" ? { "Retry-After": fromShared("RetryAfter") } : {}),
  };
  if (isError) {
    const code = codes[status] ?? "not_found";
    const examples = { [code]: { value: { status: Number(status), code } } };
    const content = { "application/problem+json": { schema: fromShared("Problem"), examples } };
    return merge({ description: "An error.", "x-problem-codes": [code], headers, content }, changes);
  }
  const record = schemas["Record"] === undefined ? fromShared("Thing") : { $ref: "#/components/schemas/Record" };
  const envelope = {
    type: "object",
    required: ["data"],
    properties: {
      data: data === "Thing" ? fromShared("Thing") : (data ?? record),
      notices: fromShared("Notices"),
    },
  };
  const isEmpty = body === undefined && status.startsWith("3");
  const content = isEmpty ? {} : { content: json(body ?? envelope, schemas, example) };
  return merge({ description: "An answer.", headers, ...content }, changes);
}

function json(schema: unknown, schemas: Json, example?: unknown): Json {
  const completed = completeSchema(schema);
  const isNamed = isObject(completed) && ("$ref" in completed || "data" in Object(completed["properties"]));
  const { description, ...rest } = completed as Json;
  return {
    "application/json": {
      schema: isNamed ? rest : { ...rest, description },
      example: example ?? sample(completed, schemas),
    },
  };
}

function parameter(given: unknown, schemas: Json): unknown {
  if (!isObject(given) || "$ref" in given) return given;
  const { schema } = given;
  const example = "examples" in given || schema === undefined ? {} : { example: sample(schema, schemas) };
  const isInPath = given["in"] === "path" ? { required: true } : {};
  const completed = isObject(schema)
    ? { schema: merge(Object(completeSchema(schema)), { description: schema["description"] ?? null }) }
    : {};
  return merge({ in: "query", description: "What to look for.", ...isInPath, ...example }, { ...given, ...completed });
}

/** Merges as RFC 7396 says, but schemas and examples are replaced as one. */
function merge(base: Json, changes: Json): Json {
  const merged = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    const before = merged[key];
    if (value === null) delete merged[key];
    else if (isObject(value) && isObject(before) && !/^(?:schema|examples?)$/.test(key))
      merged[key] = merge(before, value);
    else merged[key] = value;
  }
  return merged;
}

/** Writes into a schema, and those inside it, what the short form leaves out. A property has `named`, even if it is empty. */
function completeSchema(schema: unknown, named?: Json): unknown {
  if (!isObject(schema) || "$ref" in schema) return schema;
  const { type, properties, items, additionalProperties, anyOf } = schema;
  const names = entries(properties).filter(([key, value]) => !key.startsWith("=>") && !Object(value).writeOnly);
  const hasType = ["type", "anyOf"].some((key) => key in schema);
  const isScalar = type !== undefined && type !== "array" && ![type].flat().includes("object");
  return merge(
    {
      ...named,
      ...(hasType ? {} : { type: "object" }),
      description: "What it is.",
      ...(named !== undefined && isScalar && { examples: [sample(schema, {})] }),
      ...(names.length > 0 && { required: names.map(([name]) => name) }),
    },
    {
      ...schema,
      ...(isObject(properties) && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, completeSchema(value, {})]),
        ),
      }),
      ...(items === undefined ? {} : { items: completeSchema(items) }),
      ...(isObject(additionalProperties) && { additionalProperties: completeSchema(additionalProperties) }),
      ...(Array.isArray(anyOf) && {
        anyOf: "x-open-enum" in schema ? anyOf : anyOf.map((each) => completeSchema(each)),
      }),
    },
  );
}

/** A value that the schema allows. */
function sample(schema: unknown, schemas: Json): unknown {
  const each = Object(schema);
  if (each.examples !== undefined) return each.examples[0];
  if (each.enum !== undefined) return each.enum[0];
  if (each.const !== undefined) return each.const;
  if (each.anyOf !== undefined) return sample(each.anyOf[0], schemas);
  if (each.$ref !== undefined) {
    const [, file, name] = /^(.*)#\/(?:components\/schemas\/)?(\w+)$/.exec(each.$ref) ?? [];
    return sample((file === "" ? schemas : shared)[name ?? ""], file === "" ? schemas : shared);
  }
  const [type] = [each.type].flat();
  if (type === "object") {
    const names = (each.required ?? Object.keys(each.properties ?? {})) as string[];
    return Object.fromEntries(
      names.filter((name) => !name.startsWith("=>")).map((name) => [name, sample(each.properties?.[name], schemas)]),
    );
  }
  if (type === "array") return [sample(each.items, schemas)];
  if (type === "integer" || type === "number") return each.minimum ?? 1;
  if (type === "boolean") return true;
  return ({ "date-time": "2026-01-15T08:30:00Z", date: "2026-01-15" } as Json)[each.format] ?? "a";
}

/** Copies a document without its expected findings, which go into `expected`. */
function takeExpected(value: unknown, place: string, expected: Contract["expected"]): unknown {
  if (Array.isArray(value)) return value.map((each, index) => takeExpected(each, `${place}/${index}`, expected));
  if (!isObject(value)) return value;
  const kept: Json = {};
  for (const [key, inside] of Object.entries(value)) {
    if (!key.startsWith("=>")) {
      kept[key] = takeExpected(inside, place === "#/paths" ? key : `${place}/${key}`, expected);
      continue;
    }
    const suffix = key.slice(2);
    const at = suffix.startsWith("#") ? suffix : `${place}${suffix}`;
    for (const message of [inside].flat()) expected.push([at, String(message)]);
  }
  return kept;
}
