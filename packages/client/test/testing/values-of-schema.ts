import { refTarget, type Schema } from "@fleet-api-tools/openapi-document";
import { readDocument } from "@fleet-api-tools/openapi-document/node";
import fc from "fast-check";

/** The bundled document. */
export const contract = readDocument(import.meta.resolve("@fleet-api/contract/openapi.json"));

/** Usual values of a schema. Not every one is valid: the validators of the contract have the last word. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) return valuesOf(contract.components.schemas[refTarget($ref).name] ?? {});
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  // Of an open enum, the known values.
  if (anyOf?.[0] !== undefined) return valuesOf(anyOf[0]);
  return fc.oneof(...[schema.type ?? "null"].flat().map((type) => valuesOfType(type, schema)));
}

function valuesOfType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "array") return lists(schema);
  if (type === "object") return objects(schema);
  if (type === "string") return strings(schema);
  const { minimum = -1000, maximum = 1000, exclusiveMaximum = Infinity } = schema;
  return fc.integer({ min: Math.ceil(minimum), max: Math.min(maximum, exclusiveMaximum - 1, 2 ** 31 - 1) });
}

function strings({ format, pattern, minLength = 0, maxLength = 20 }: Schema): fc.Arbitrary<string> {
  if (format === "date-time")
    return fc.date({ min: new Date(0), noInvalidDate: true }).map((date) => date.toISOString());
  const most = Math.max(minLength, Math.min(maxLength, 20));
  const plain = fc.string({ minLength, maxLength: most, unit: "grapheme" }).map((text) => text.replaceAll("\0", "0"));
  const expression = new RegExp(pattern ?? "", "u");
  return fc
    .oneof(plain, pattern === undefined ? plain : fc.stringMatching(expression))
    .filter((text) => expression.test(text) && [...text].length >= minLength && [...text].length <= maxLength);
}

function lists({ items = {}, minItems = 0, maxItems = 4 }: Schema): fc.Arbitrary<unknown[]> {
  const length = { minLength: minItems, maxLength: Math.min(maxItems, 4) };
  return fc.uniqueArray(valuesOf(items), { ...length, selector: JSON.stringify });
}

function objects({ properties = {}, required = [], ...schema }: Schema): fc.Arbitrary<object> {
  const members = Object.entries(properties).map(([name, child]) => [name, valuesOf(child)] as const);
  const named = fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
  const { additionalProperties = false, propertyNames = {}, minProperties = 0 } = schema;
  if (typeof additionalProperties === "boolean")
    return named.filter((value) => Object.keys(value).length >= minProperties);
  return fc.dictionary(strings(propertyNames), valuesOf(additionalProperties), { maxKeys: 3 });
}
