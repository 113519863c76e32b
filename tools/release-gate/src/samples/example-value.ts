import { isObject, listOf, objectOf, type JsonObject } from "../contract/json.ts";
import { dereferenced } from "../contract/pointer.ts";

/**
 * A value of a schema with every property that it names, from the examples of the contract: a property that goes is then
 * missed. Undefined for a schema inside of itself.
 */
export function exampleValue(document: JsonObject, schema: unknown, above: readonly unknown[] = []): unknown {
  const node = dereferenced(document, schema);
  if (above.includes(node)) return undefined;
  const inside = [...above, node];
  const part = (one: unknown): unknown => exampleValue(document, one, inside);
  const properties = Object.entries(objectOf(node.properties));
  const parts = listOf(node.allOf).map(part).filter(isObject);
  if (properties.length > 0 || parts.length > 0) {
    const members = properties.map(([name, property]) => [name, part(property)] as const);
    const present = members.filter(([, value]) => value !== undefined);
    return Object.assign({}, ...parts, Object.fromEntries(present));
  }
  const [branch] = [...listOf(node.oneOf), ...listOf(node.anyOf)];
  if (branch !== undefined) return part(branch);
  const [example] = [...listOf(node.examples), ...("example" in node ? [node.example] : [])];
  if (isObject(node.items) && !Array.isArray(example)) {
    const item = part(node.items);
    return item === undefined ? [] : [item];
  }
  return example ?? fallback(node);
}

/** The value of a parameter, from its own examples. */
export function parameterExample(document: JsonObject, parameter: JsonObject): unknown {
  if ("example" in parameter) return parameter.example;
  const [named] = namedExamples(document, parameter);
  return named ?? exampleValue(document, parameter.schema);
}

/** The values of `examples`, or of `example`, of a parameter or a media type. */
export function namedExamples(document: JsonObject, holder: JsonObject): unknown[] {
  const values = Object.values(objectOf(holder.examples)).map((example) => dereferenced(document, example).value);
  return "example" in holder ? [holder.example, ...values] : values;
}

function fallback(schema: JsonObject): unknown {
  if ("const" in schema) return schema.const;
  const [value] = listOf(schema.enum).filter((one) => one !== null);
  if (value !== undefined) return value;
  if ("default" in schema && schema.default !== null) return schema.default;
  const [type] = [schema.type].flat().filter((one) => one !== "null");
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  return type === "object" ? {} : "text";
}
