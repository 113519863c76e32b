import type { OpenApiDocument, Schema } from "./document.ts";
import type { Operation } from "./operations.ts";

/** Keywords of a schema that pages show, or that need no words, as {@link Schema} has them. */
const SHOWN: ReadonlySet<string> = new Set<keyof Schema>([
  "$ref",
  "title",
  "type",
  "description",
  "format",
  "enum",
  "const",
  "default",
  "examples",
  "required",
  "properties",
  "additionalProperties",
  "propertyNames",
  "items",
  "anyOf",
  "oneOf",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "deprecated",
  "x-provenance",
  "x-expected",
  "x-sensitive",
  "x-permission-action",
  "x-problems",
  "x-optional",
  "x-open-enum",
  "x-quoted",
  "x-validated-per-item",
]);

/**
 * Refuses a contract that says more about a value than the site would tell its readers.
 * @throws Error that names the keyword and its place
 */
export function checkKeywords({ components }: OpenApiDocument, operations: readonly Operation[]): void {
  const look = (schema: Schema, place: string): void => {
    for (const keyword of Object.keys(schema)) {
      if (!SHOWN.has(keyword)) refuse(place, keyword);
    }
    for (const keyword of ["anyOf", "oneOf"] as const) {
      // Of several choices a page shows names, types, values and rules, but no members.
      const choices = (schema[keyword] ?? []).filter(({ type }) => type !== "null");
      const told = choices.length < 2 || choices.every(({ properties }) => properties === undefined);
      if (!told) refuse(place, keyword);
    }
  };
  visit(components.schemas, "components.schemas", look);
  for (const { id, parameters, body, replies } of operations) {
    for (const { name, in: place, schema } of parameters) visitSchema(schema, `${id}.${place}.${name}`, look);
    if (body !== null) visitSchema(body.schema, `${id}.body`, look);
    for (const { status, headers, body: reply } of replies) {
      for (const { name, header } of headers) visitSchema(header.schema ?? {}, `${id}.${status}.${name}`, look);
      if (reply !== null) visitSchema(reply.schema, `${id}.${status}`, look);
    }
  }
}

function refuse(place: string, keyword: string): never {
  throw new Error(
    `${place} has ${keyword} in a way that no page shows. Write it with other keywords, or teach src/contract to show it.`,
  );
}

type Look = (schema: Schema, place: string) => void;

/** Calls `look` for each schema of a map, and for those inside. */
function visit(schemas: Readonly<Record<string, Schema>>, place: string, look: Look): void {
  for (const [name, schema] of Object.entries(schemas)) visitSchema(schema, `${place}.${name}`, look);
}

function visitSchema(schema: Schema, place: string, look: Look): void {
  look(schema, place);
  const { properties = {}, items, propertyNames, additionalProperties, anyOf = [], oneOf = [] } = schema;
  visit(properties, `${place}.properties`, look);
  if (items !== undefined) visitSchema(items, `${place}.items`, look);
  if (propertyNames !== undefined) visitSchema(propertyNames, `${place}.propertyNames`, look);
  if (typeof additionalProperties === "object")
    visitSchema(additionalProperties, `${place}.additionalProperties`, look);
  for (const choice of [...anyOf, ...oneOf]) visitSchema(choice, `${place}.(choice)`, look);
}
