import type { Schema } from "@fleet-api-tools/openapi-document";
import { refTarget } from "@fleet-api-tools/openapi-document";
import { openEnumOf, type OpenEnum } from "../open-enum.ts";
import { commented, fill, key, lineWidth, literal, withoutTags } from "../text.ts";

/** Keywords that decide about a type in ways that no type here can say. Left out silently, they would make a wrong one. */
const unsupported = [
  "patternProperties",
  "prefixItems",
  "$defs",
  "discriminator",
  "not",
  "if",
  "dependentSchemas",
  "nullable",
];

/** One alternative of a type. */
interface Part {
  readonly text: string;
  /** Whether `[]` may follow as it is. */
  readonly atomic: boolean;
}

/**
 * Writes the types of schemas as TypeScript and collects the names that they use. The types are those of
 * openapi-typescript, which stands behind `paths`: a test compares the two for every schema of the contract.
 */
export class TypeWriter {
  /** Names that the written text needs: other records, `Int64`, and what `name` was given. */
  readonly used = new Set<string>();

  /** A name that is declared elsewhere. */
  name(name: string): string {
    this.used.add(name);
    return name;
  }

  /** The declaration of a component schema: an interface where the schema is an object with named members alone. */
  declaration(name: string, schema: Schema): string {
    const comment = documentation(schema);
    if (isRecord(schema)) return commented(comment, `export interface ${name} ${this.#members(schema, "")}`);
    const parts = this.#parts(schema, "").map(({ text }) => text);
    const line = `export type ${name} = ${parts.join(" | ")};`;
    if (line.length <= lineWidth || line.includes("\n")) return commented(comment, line);
    const pieces = parts.map((part) => `| ${part}`);
    return commented(comment, `export type ${name} =\n${fill(pieces, "  ").trimEnd()};`);
  }

  /** The type of a schema. Its lines after the first begin with `indent`. */
  type(schema: Schema, indent = ""): string {
    return this.#parts(schema, indent)
      .map(({ text }) => text)
      .join(" | ");
  }

  #parts(schema: Schema, indent: string): Part[] {
    refuse(schema);
    if (schema.$ref !== undefined) return [atom(this.name(refTarget(schema.$ref).name))];
    if (schema.const !== undefined) return [atom(literal(schema.const))];
    if (schema.enum !== undefined) return values(schema);
    const openEnum = openEnumOf(schema);
    if (openEnum !== null) return openValues(openEnum);
    if (schema.anyOf !== undefined) return this.#alternatives(schema.anyOf, indent);
    const core = this.#core(schema, indent);
    const operands = [
      ...(core === null ? [] : [core]),
      ...(schema.allOf ?? []).map((each) => this.#intersected(each, schema.required ?? [], indent)),
      ...(schema.oneOf === undefined ? [] : [this.#alternatives(schema.oneOf, indent)]),
    ];
    if (operands.length === 0) return [atom(schema.type === undefined ? "unknown" : anyMembers)];
    return operands.reduce(intersection);
  }

  #alternatives(schemas: readonly Schema[], indent: string): Part[] {
    return distinct(schemas.flatMap((each) => this.#parts(each, indent)));
  }

  /** A member of `allOf`; other keywords of the same schema may make members of it required. */
  #intersected(schema: Schema, required: readonly string[], indent: string): Part[] {
    if (schema.$ref === undefined) {
      return this.#parts({ ...schema, required: [...required, ...(schema.required ?? [])] }, indent);
    }
    const [part = atom("unknown")] = this.#parts(schema, indent);
    if (required.length === 0) return [part];
    const names = required.map((each) => JSON.stringify(each)).join(" | ");
    return intersection([part], [atom(`Required<Pick<${part.text}, Extract<keyof ${part.text}, ${names}>>>`)]);
  }

  /** What `type`, `properties` and `items` say; null when they say nothing. */
  #core(schema: Schema, indent: string): Part[] | null {
    const types = [schema.type ?? []].flat();
    if (types.length > 1) {
      const { oneOf: _oneOf, allOf: _allOf, ...own } = schema;
      return distinct(types.flatMap((type) => this.#parts({ ...own, type }, indent)));
    }
    const [type] = types;
    if (type === "array") return [this.#list(schema.items ?? {}, indent)];
    if (type === "integer" && schema.format === "int64") return [atom(this.name("Int64"))];
    if (type !== undefined && type !== "object") return [atom(scalar(type))];
    return this.#object(schema, indent);
  }

  #list(items: Schema, indent: string): Part {
    const parts = this.#parts(items, indent);
    const text = parts.map((part) => part.text).join(" | ");
    return atom(parts.length === 1 && parts[0]?.atomic === true ? `${text}[]` : `(${text})[]`);
  }

  #object(schema: Schema, indent: string): Part[] | null {
    const { properties = {}, additionalProperties: rest } = schema;
    const named = Object.keys(properties).length > 0 ? [atom(this.#members(schema, indent))] : null;
    if (rest === undefined || rest === false) return named;
    const value = rest === true ? "unknown" : this.type(rest, indent);
    const open = [atom(`{ [key: string]: ${value} }`)];
    return named === null ? open : intersection(named, open);
  }

  #members({ properties = {}, required = [] }: Schema, indent: string): string {
    const inner = `${indent}  `;
    const members = Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? "" : "?";
      const modifier = schema.readOnly === true ? "readonly " : "";
      const type = this.type(schema, inner);
      return commented(documentation(schema), `${modifier}${key(name)}${mark}: ${type};`, inner);
    });
    const line = `{ ${members.map((member) => member.trim().replace(/;$/, "")).join("; ")} }`;
    const isShort = !/\n|\/\*/.test(line) && indent.length + line.length <= shortObject;
    return isShort ? line : `{\n${members.join("")}${indent}}`;
  }
}

/** An object of which nothing is said, as openapi-typescript writes it. */
const anyMembers = "{ [key: string]: unknown }";

/** An object up to this many columns stands on one line, which leaves room for what comes before it. */
const shortObject = 88;

/** What people read of a schema; the default is part of it, because a type cannot say it. */
export function documentation({ description = "", default: fallback, deprecated }: Schema): string {
  const text = withoutTags(description.trim());
  const given = fallback === undefined ? "" : `Default: ${JSON.stringify(fallback)}.`;
  const all = [text, given].filter((each) => each !== "").join(text.includes("\n") ? "\n\n" : " ");
  return deprecated === true ? `${all}\n@deprecated`.trim() : all;
}

function isRecord(schema: Schema): boolean {
  const { type, properties = {}, additionalProperties: rest, allOf, anyOf, oneOf, $ref } = schema;
  if (Object.keys(properties).length === 0 || $ref !== undefined) return false;
  return (type ?? "object") === "object" && (rest ?? false) === false && (allOf ?? anyOf ?? oneOf) === undefined;
}

function refuse(schema: Schema): void {
  const found = unsupported.find((keyword) => keyword in schema);
  if (found !== undefined) throw new Error(`codegen has no type for ${found}. Describe the value without it.`);
  const sibling = ["type", "properties", "allOf", "oneOf"].find((keyword) => keyword in schema);
  if (schema.anyOf !== undefined && sibling !== undefined) {
    throw new Error(`anyOf has the sibling keyword ${sibling}. Give every alternative of anyOf its own type instead.`);
  }
}

function atom(text: string): Part {
  return { text, atomic: true };
}

function scalar(type: string): string {
  const scalars: Record<string, string> = { integer: "number" };
  if (!["string", "number", "integer", "boolean", "null"].includes(type)) {
    throw new Error(
      `there is no type ${JSON.stringify(type)} in JSON Schema. Use string, number, integer, boolean, object, array or null.`,
    );
  }
  return scalars[type] ?? type;
}

function values({ enum: listed = [], type }: Schema): Part[] {
  const nullable = Array.isArray(type) && type.includes("null");
  return distinct([...listed, ...(nullable ? [null] : [])].map((value) => atom(literal(value))));
}

/** Known strings or any other string, written so that editors still offer the known ones. */
function openValues({ request }: OpenEnum): Part[] {
  const parts = values(request);
  const known = parts.filter(({ text }) => text !== "null");
  return [...known, atom("(string & {})"), ...parts.slice(known.length)];
}

function intersection(left: readonly Part[], right: readonly Part[]): Part[] {
  return [{ text: `${operand(left)} & ${operand(right)}`, atomic: false }];
}

function operand(parts: readonly Part[]): string {
  const text = parts.map((part) => part.text).join(" | ");
  return parts.length > 1 ? `(${text})` : text;
}

function distinct(parts: readonly Part[]): Part[] {
  return [...new Map(parts.map((part) => [part.text, part])).values()];
}
