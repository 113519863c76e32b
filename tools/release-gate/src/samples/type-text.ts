import { readEnum } from "../contract/enums.ts";
import { isObject, listOf, objectOf, tokensOf, type JsonObject } from "../contract/json.ts";
import type { Direction } from "../contract/operations.ts";

/** Names of the interfaces with the types of components, as samples name them. */
export const NAMESPACES: Readonly<Record<Direction, string>> = { request: "Sent", response: "Received" };

/**
 * Problem codes grow in minor releases, so a program that reads them expects any string. Which codes an operation has
 * is checked one by one.
 */
const GROWING = "ProblemCode";

const SCALARS: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/**
 * The TypeScript type that a program of this release has for a schema: in requests what it may send, in responses what
 * it may count on. What this function does not know is no promise: `unknown` of a response, `never` of a request.
 */
export function typeText(schema: unknown, direction: Direction): string {
  if (!isObject(schema)) return unpromised(direction);
  const { $ref } = schema;
  if (typeof $ref === "string") return `${NAMESPACES[direction]}[${JSON.stringify(tokensOf($ref).at(-1))}]`;
  if ("const" in schema) return JSON.stringify(schema.const);
  const values = readEnum(schema);
  if (values && values.kind !== "free") return enumText(values.values, values.kind === "open");
  const parts = [
    ...listOf(schema.allOf).map((part) => typeText(part, direction)),
    ...["anyOf", "oneOf"].flatMap((keyword) => {
      const branches = listOf(schema[keyword]).map((branch) => typeText(branch, direction));
      return branches.length === 0 ? [] : [union(branches)];
    }),
  ];
  const own = ownText(schema, direction);
  if (own !== undefined) parts.push(own);
  return parts.length === 0 ? unpromised(direction) : parts.join(" & ");
}

/** The type of a component, by the name that it has in the contract. */
export function componentText(name: string, schema: unknown, direction: Direction): string {
  return direction === "response" && name === GROWING ? "string" : typeText(schema, direction);
}

/** A member name, quoted only where it must be. */
export function keyText(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : JSON.stringify(name);
}

function unpromised(direction: Direction): string {
  return direction === "request" ? "never" : "unknown";
}

function enumText(values: readonly unknown[], isOpen: boolean): string {
  const names = values.map((value) => JSON.stringify(value));
  return union(isOpen ? [...names, "(string & {})"] : names);
}

function ownText(schema: JsonObject, direction: Direction): string | undefined {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.properties ? "object" : undefined)];
  if (types[0] === undefined) return undefined;
  return union(types.map((type) => kindText(String(type), schema, direction)));
}

function kindText(type: string, schema: JsonObject, direction: Direction): string {
  if (type === "object") return objectText(schema, direction);
  if (type === "array") return `Array<${typeText(schema.items, direction)}>`;
  return SCALARS[type] ?? unpromised(direction);
}

function objectText(schema: JsonObject, direction: Direction): string {
  const properties = Object.entries(objectOf(schema.properties));
  const map = isObject(schema.additionalProperties)
    ? [`{ [key: string]: ${typeText(schema.additionalProperties, direction)} }`]
    : [];
  if (properties.length === 0) return map[0] ?? (direction === "request" ? "{}" : "object");
  const required = new Set(listOf(schema.required));
  const members = properties.map(([name, property]) => {
    const type = typeText(property, direction);
    // The types of the contract package take a property with a default for one that is always there.
    if (required.has(name) || (direction === "request" && "default" in objectOf(property))) {
      return `${keyText(name)}: ${type}`;
    }
    return `${keyText(name)}?: ${type}${direction === "response" ? " | undefined" : ""}`;
  });
  return [`{ ${members.join("; ")} }`, ...map].join(" & ");
}

function union(types: readonly string[]): string {
  const [only] = types;
  return types.length === 1 && only !== undefined ? only : `(${types.join(" | ")})`;
}
