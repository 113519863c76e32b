/** Small pieces of TypeScript text that the emitters share. */
import type { Schema } from "./document.ts";
import { refTarget } from "./document.ts";

/** A doc comment; nothing when there is no text. A comment end inside the text is disarmed. */
export function jsdoc(text: string, indent = ""): string {
  const lines = text.trim().replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return lines[0] === "" ? "" : `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** A member name, quoted only where it must be. */
export function key(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A union of string literals, on one line. */
export function literals(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

/** A union with one member per line, for the right side of a type alias. */
export function tallUnion(members: readonly string[]): string {
  return members.map((member) => `\n  | ${member}`).join("");
}

/** A JSON value as people write it in TypeScript. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${literal(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function memberName(name: string): string {
  return /^(0|[1-9][0-9]*)$/.test(name) ? name : key(name);
}

export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The TypeScript type of a component schema, as seen through `type Schemas = components["schemas"]`. */
export function schemaType(name: string): string {
  return `Schemas[${JSON.stringify(name)}]`;
}

/** The import of what a generated text uses of the schema types. */
export function schemaImport(text: string, file = "./schema.ts"): string {
  const code = text.replaceAll(/\/\*\*.*?\*\//gs, "");
  return `import type { components${/\bInt64\b/.test(code) ? ", Int64" : ""} } from "${file}";`;
}

const scalars: Record<string, string> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** The TypeScript type of a scalar, a list of scalars or a reference; null for anything that needs a name of its own. */
export function inlineType(schema: Schema): string | null {
  if (schema.$ref !== undefined) return schemaType(refTarget(schema.$ref).name);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const types = [schema.type ?? []].flat();
  if (types.length === 1 && types[0] === "array" && schema.items !== undefined) {
    const item = inlineType(schema.items);
    return item === null ? null : `${item.includes(" ") ? `(${item})` : item}[]`;
  }
  const names = types.map((type) => (type === "integer" && schema.format === "int64" ? "Int64" : scalars[type]));
  return names.length === 0 || names.includes(undefined) ? null : [...new Set(names)].join(" | ");
}
