import { type ContractDocument, refName, type Schema, resolve } from "../contract/document.ts";

/** A value that a schema accepts, from the examples of the contract; never more than one level into itself. */
export function exampleOf(
  components: ContractDocument["components"],
  schema: Schema,
  above: readonly string[] = [],
): unknown {
  const name = schema.$ref === undefined ? null : refName(schema.$ref);
  if (name !== null && above.includes(name)) return null;
  const full = resolve(components.schemas, schema);
  const inside = name === null ? above : [...above, name];
  if (full.examples?.[0] !== undefined) return full.examples[0];
  if (full.const !== undefined) return full.const;
  if (full.default !== undefined) return full.default;
  if (full.enum !== undefined) return full.enum[0];
  if (full.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(full.properties).map(([key, property]) => [key, exampleOf(components, property, inside)]),
    );
  }
  if (full.items !== undefined) return [exampleOf(components, full.items, inside)];
  const choice = (full.anyOf ?? full.oneOf ?? [])[0];
  if (choice !== undefined) return exampleOf(components, choice, inside);
  if (typeof full.additionalProperties === "object")
    return { name: exampleOf(components, full.additionalProperties, inside) };
  return sampleOf(typeof full.type === "string" ? full.type : (full.type?.[0] ?? "null"), full);
}

function sampleOf(type: string, { minimum = 0 }: Schema): unknown {
  if (type === "integer" || type === "number") return minimum;
  return { string: "text", boolean: true, array: [], object: {} }[type] ?? null;
}
