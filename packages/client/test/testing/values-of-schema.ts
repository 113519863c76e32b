import fc from "fast-check";
import document from "@fleet-api/contract/openapi.json" with { type: "json" };

/** A JSON Schema, as far as requests of the contract use it. */
export interface RequestSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly RequestSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: RequestSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | RequestSchema;
  readonly propertyNames?: RequestSchema;
  readonly minProperties?: number;
}

/** An input of an operation that is not its body. */
export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: RequestSchema;
}

/** A header of a response. */
export interface Header {
  readonly $ref?: string;
  readonly required?: boolean;
}

/** An operation, or what the operations of a path share. */
export interface PathItem {
  readonly parameters?: readonly Parameter[];
  readonly responses?: Readonly<Record<string, { readonly headers?: Readonly<Record<string, Header>> }>>;
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: RequestSchema } } };
}

interface Contract {
  readonly paths: Readonly<Record<string, PathItem & Readonly<Record<string, PathItem>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, RequestSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
  };
}

/** The bundled document. */
export const contract: Contract = JSON.parse(JSON.stringify(document));

/** Usual values of a schema. Not every one is valid: the validators of the contract have the last word. */
export function valuesOf(schema: RequestSchema): fc.Arbitrary<unknown> {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) return valuesOf(contract.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {});
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  // Of an open enum, the known values.
  if (anyOf?.[0] !== undefined) return valuesOf(anyOf[0]);
  return fc.oneof(...[schema.type ?? "null"].flat().map((type) => valuesOfType(type, schema)));
}

function valuesOfType(type: string, schema: RequestSchema): fc.Arbitrary<unknown> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "array") return lists(schema);
  if (type === "object") return objects(schema);
  if (type === "string") return strings(schema);
  const { minimum = -1000, maximum = 1000 } = schema;
  return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) });
}

function strings({ format, pattern, minLength = 0, maxLength = 20 }: RequestSchema): fc.Arbitrary<string> {
  if (format === "date-time")
    return fc.date({ min: new Date(0), noInvalidDate: true }).map((date) => date.toISOString());
  const most = Math.max(minLength, Math.min(maxLength, 20));
  const plain = fc.string({ minLength, maxLength: most, unit: "grapheme" }).map((text) => text.replaceAll("\0", "0"));
  const expression = new RegExp(pattern ?? "", "u");
  return fc
    .oneof(plain, pattern === undefined ? plain : fc.stringMatching(expression))
    .filter((text) => expression.test(text) && [...text].length >= minLength && [...text].length <= maxLength);
}

function lists({ items = {}, minItems = 0, maxItems = 4 }: RequestSchema): fc.Arbitrary<unknown[]> {
  const length = { minLength: minItems, maxLength: Math.min(maxItems, 4) };
  return fc.uniqueArray(valuesOf(items), { ...length, selector: JSON.stringify });
}

function objects({ properties = {}, required = [], ...schema }: RequestSchema): fc.Arbitrary<object> {
  const members = Object.entries(properties).map(([name, child]) => [name, valuesOf(child)] as const);
  const named = fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
  const { additionalProperties = false, propertyNames = {}, minProperties = 0 } = schema;
  if (typeof additionalProperties === "boolean")
    return named.filter((value) => Object.keys(value).length >= minProperties);
  return fc.dictionary(strings(propertyNames), valuesOf(additionalProperties), { maxKeys: 3 });
}
