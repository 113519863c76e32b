import type { OpenApiDocument, Provenance, Schema } from "./document.ts";
import { resolve } from "./document.ts";

/** Keywords that the source description never states: bounds, defaults and demo values are ours. */
const designedKeywords = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "default",
  "example",
  "examples",
  "x-provenance",
  "x-permission-action",
]);

/** All component schemas, each reduced to what is documented. */
export function documentedSchemas(document: OpenApiDocument): Record<string, Schema> {
  const entries = Object.entries(document.components.schemas);
  return Object.fromEntries(entries.map(([name, schema]) => [name, documentedSchema(document, schema)]));
}

/** A schema reduced to what is documented: designed properties go, and what is designed as a whole keeps its type alone. */
export function documentedSchema(
  document: OpenApiDocument,
  schema: Schema,
  inherited: Provenance = "documented",
): Schema {
  if (schema.$ref !== undefined) return documentedReference(document, schema);
  const own = schema["x-provenance"] ?? inherited;
  const names = documentedNames(schema, own);
  if (own === "designed" && names.size === 0) return opaque(schema);
  const entries = Object.entries(schema).filter(([keyword]) => !designedKeywords.has(keyword));
  const result: Schema = Object.fromEntries(entries);
  const nested = (child: Schema): Schema => documentedSchema(document, child, own);
  if (schema.properties !== undefined) {
    const kept = Object.entries(schema.properties).filter(([name]) => names.has(name));
    result.properties = Object.fromEntries(kept.map(([name, child]) => [name, nested(child)]));
  }
  const required = schema.required?.filter((name) => schema.properties?.[name] === undefined || names.has(name)) ?? [];
  if (required.length > 0) result.required = required;
  else delete result.required;
  if (schema.items !== undefined) result.items = nested(schema.items);
  if (typeof schema.additionalProperties === "object")
    result.additionalProperties = nested(schema.additionalProperties);
  else if (schema.additionalProperties === false) delete result.additionalProperties;
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const members = schema[keyword];
    if (members !== undefined) result[keyword] = members.map(nested);
  }
  return result;
}

function documentedNames(schema: Schema, own: Provenance): Set<string> {
  const entries = Object.entries(schema.properties ?? {});
  return new Set(entries.filter(([, child]) => (child["x-provenance"] ?? own) === "documented").map(([name]) => name));
}

function documentedReference(document: OpenApiDocument, schema: Schema): Schema {
  const target = resolve(document, "schemas", schema);
  const own = target["x-provenance"] ?? "documented";
  if (own === "designed" && documentedNames(target, own).size === 0) {
    return opaque({ ...target, ...(schema.description === undefined ? {} : { description: schema.description }) });
  }
  const { "x-provenance": _mark, ...rest } = schema;
  return rest;
}

/** What is left of a designed schema in a documented place: that there is an object, a list or a string. */
function opaque({ type, description }: Schema): Schema {
  const kinds = [type ?? []].flat();
  return {
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
    ...(kinds.includes("object") ? { additionalProperties: true } : {}),
    ...(kinds.includes("array") ? { items: {} } : {}),
  };
}
