import type { OpenApiDocument, Provenance, Schema } from "./document.ts";
import { resolve } from "./document.ts";
import { documentedKeywords } from "./marks.ts";
import { openEnumOf, type OpenEnum } from "./open-enum.ts";

/**
 * What the source description states of a schema: shapes and types. Bounds, defaults, examples, enums, titles, what is
 * required, and what a member means are designed unless `x-documented` says otherwise.
 */
const documentedByRule = new Set([
  "$ref",
  "type",
  "format",
  "x-sensitive",
  "properties",
  "items",
  "additionalProperties",
  "allOf",
  "anyOf",
  "oneOf",
]);

/** The only formats that the source description names. */
const documentedFormats = new Set(["int64", "date-time"]);

/** All component schemas, each reduced to what is documented. */
export function documentedSchemas(document: OpenApiDocument): Record<string, Schema> {
  const entries = Object.entries(document.components.schemas);
  return Object.fromEntries(entries.map(([name, schema]) => [name, documentedSchema(document, schema)]));
}

/** A schema reduced to what is documented; of what is designed as a whole nothing is left but what the place states. */
export function documentedSchema(
  document: OpenApiDocument,
  schema: Schema,
  inherited: Provenance = "documented",
): Schema {
  if (schema.$ref !== undefined) return documentedReference(document, schema);
  const openEnum = openEnumOf(schema);
  if (openEnum !== null) return documentedOpenEnum(document, schema, openEnum, inherited);
  const own = schema["x-provenance"] ?? inherited;
  const names = documentedNames(schema, own);
  if (own === "designed" && names.size === 0) return documentedKeywords(schema, new Set());
  const result: Schema = documentedKeywords(schema, documentedByRule);
  if (result.format !== undefined && !documentedFormats.has(result.format)) delete result.format;
  documentNested(result, names, (child) => documentedSchema(document, child, own));
  return isEnvelope(schema) ? documentedEnvelope(schema, result) : result;
}

/** Marks name the keywords that authors write, `type` and `enum`. An open enum stays open, if its values are documented. */
function documentedOpenEnum(
  document: OpenApiDocument,
  { anyOf = [], "x-open-enum": _open, ...rest }: Schema,
  { request, response }: OpenEnum,
  inherited: Provenance,
): Schema {
  const authored = { ...rest, ...response, ...(request.enum && { enum: request.enum }) };
  const { enum: values, ...result } = documentedSchema(document, authored, inherited);
  if (values === undefined) return result;
  const { type: _type, ...others } = result;
  return { ...others, anyOf: anyOf.map((branch) => documentedKeywords(branch, enumKeywords)), "x-open-enum": true };
}

const enumKeywords = new Set(["type", "enum"]);

function documentNested(result: Schema, names: ReadonlySet<string>, nested: (child: Schema) => Schema): void {
  if (result.properties !== undefined) {
    const kept = Object.entries(result.properties).filter(([name]) => names.has(name));
    result.properties = Object.fromEntries(kept.map(([name, child]) => [name, nested(child)]));
  }
  if (result.items !== undefined) result.items = nested(result.items);
  if (typeof result.additionalProperties === "object")
    result.additionalProperties = nested(result.additionalProperties);
  else delete result.additionalProperties;
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const members = result[keyword];
    if (members !== undefined) result[keyword] = members.map(nested);
  }
}

function documentedNames(schema: Schema, own: Provenance): Set<string> {
  const entries = Object.entries(schema.properties ?? {});
  return new Set(entries.filter(([, child]) => (child["x-provenance"] ?? own) === "documented").map(([name]) => name));
}

function documentedReference(document: OpenApiDocument, schema: Schema): Schema {
  const target = resolve(document, "schemas", schema);
  const own = target["x-provenance"] ?? "documented";
  const isDesigned = own === "designed" && documentedNames(target, own).size === 0;
  return documentedKeywords(schema, new Set(isDesigned ? [] : ["$ref"]));
}

/** Whether a schema is the envelope of a success: `data` with optional `notices`. */
export function isEnvelope(schema: Schema): boolean {
  return schema.properties?.["data"] !== undefined && schema.properties["notices"] !== undefined;
}

/**
 * The envelope is documented for every success, even where `data` is not: an object or a list. It is also the one place
 * where the source description says what is optional, so its `required` list is documented. Tools take a list without
 * `items` for a mistake.
 */
function documentedEnvelope({ required }: Schema, documented: Schema): Schema {
  const { data = {} } = documented.properties ?? {};
  const stated: Schema = Object.keys(data).length > 0 ? data : { type: ["object", "array"], items: {} };
  return {
    ...documented,
    ...(required === undefined ? {} : { required }),
    properties: { ...documented.properties, data: stated },
  };
}
