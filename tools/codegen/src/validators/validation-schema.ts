import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import { refTarget, resolve } from "@fleet-api-tools/openapi-document";
import { naming } from "../errors.ts";
import { openEnumOf, withOpenEnum } from "../open-enum.ts";
import { subjectOf } from "../reachable.ts";

/** A JSON Schema as the compiler gets it. */
export type JsonSchema = Record<string, unknown>;

/** What a value is a part of. */
export type Direction = "request" | "response";

/** How a schema is turned into a validator. */
export interface SchemaMode {
  /** Where references lead to. */
  document: OpenApiDocument;
  /** Refuse members that a schema with `properties` does not name, where the contract itself leaves them open. */
  closed: boolean;
  /**
   * For requests: the component schemas that have a variant for them, because they lead to an open enum. Without it the
   * schema is for responses.
   */
  requestVariants?: ReadonlySet<string>;
}

/** Keywords that only people read; they would make the compiled code larger and the strict compiler refuse it. */
const annotations = new Set(["description", "title", "examples", "example", "default", "deprecated"]);

/** Keywords whose value is a list of schemas. */
const combiners = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Formats that say how a value is meant and refuse none that its type accepts. */
const openFormats = new Set(["int64", "float", "double", "password", "binary"]);

/** Types whose values are compared by looking them up, in linear time. */
const scalars = new Set(["string", "integer", "number"]);

/** How the schemas of a document are turned into validators of requests and of responses. */
export function schemaModes(document: OpenApiDocument, closed: boolean): Readonly<Record<Direction, SchemaMode>> {
  return { request: { document, closed, requestVariants: withOpenEnum(document) }, response: { document, closed } };
}

/** All component schemas by their names, and the variants for requests of those that differ there. */
export function componentSchemas(document: OpenApiDocument, closed: boolean): Record<string, JsonSchema> {
  const { request, response } = schemaModes(document, closed);
  const entries = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const modes = schemaName(name, request) === name ? [response] : [response, request];
    return modes.map((mode): [string, JsonSchema] => [
      schemaName(name, mode),
      naming(
        () => subjectOf(document, name),
        () => validationSchema(schema, mode),
      ),
    ]);
  });
  return Object.fromEntries(entries);
}

/** Under which name `componentSchemas` has a component schema. */
export function schemaName(component: string, { requestVariants }: SchemaMode): string {
  return requestVariants?.has(component) === true ? `${component}.request` : component;
}

/** The part of a schema that decides, with references to components by name. */
export function validationSchema(schema: Schema, mode: SchemaMode): JsonSchema {
  const openEnum = openEnumOf(schema);
  if (openEnum !== null)
    return validationSchema(mode.requestVariants === undefined ? openEnum.response : openEnum.request, mode);
  if (mode.closed && schema.allOf !== undefined) {
    throw new Error(
      "allOf cannot be closed: a member would refuse what its sibling allows. Write the members out in one schema.",
    );
  }
  const result = Object.fromEntries(
    Object.entries(schema.uniqueItems === true ? withScalarItems(schema, mode) : schema).flatMap(
      ([keyword, value]): [string, unknown][] =>
        isAnnotation(keyword, schema) || (keyword === "format" && isOpenFormat(schema))
          ? []
          : [[keyword, keywordValue(keyword, value, mode)]],
    ),
  );
  const open = schema.properties !== undefined && schema.additionalProperties === undefined;
  return mode.closed && open ? { ...result, additionalProperties: false } : result;
}

/**
 * A list of different items with the schema of the items written out, because Ajv compares every item with every other
 * unless it finds a scalar type there.
 */
function withScalarItems(schema: Schema, { document }: SchemaMode): Schema {
  const items = resolve(document, schema.items ?? {});
  if (scalars.has(String((openEnumOf(items)?.response ?? items).type))) return { ...schema, items };
  throw new Error(
    "uniqueItems compares every item with every other, unless items has one scalar type. Leave it out and check in the handler.",
  );
}

/**
 * `x-expected` stays: findings for people say it of a value that does not match a pattern. One mistake is one finding, so
 * a format goes where other keywords say more: a pattern for e-mail addresses, bounds of an integer.
 */
function isAnnotation(keyword: string, schema: Schema): boolean {
  if (keyword === "format" && schema.format === "email" && schema.pattern !== undefined) return true;
  const isBounded = schema.minimum !== undefined && schema.maximum !== undefined;
  if (keyword === "format" && /^int(?:32|64)$/.test(schema.format ?? "") && isBounded) return true;
  return annotations.has(keyword) || (keyword.startsWith("x-") && keyword !== "x-expected");
}

function isOpenFormat({ type, format = "" }: Schema): boolean {
  return openFormats.has(format) && !(format === "int64" && [type].flat().includes("number"));
}

function keywordValue(keyword: string, value: unknown, mode: SchemaMode): unknown {
  if (keyword === "$ref" && typeof value === "string") return schemaName(refTarget(value).name, mode);
  if (keyword === "properties") return mapSchemas(value, mode);
  if (Array.isArray(value))
    return combiners.has(keyword) ? value.map((member: Schema) => validationSchema(member, mode)) : value;
  if (typeof value === "object" && value !== null && keyword !== "const") return validationSchema(value, mode);
  return value;
}

function mapSchemas(value: unknown, mode: SchemaMode): Record<string, JsonSchema> {
  const schemas: Record<string, Schema> = Object.assign({}, value);
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, validationSchema(schema, mode)]));
}
