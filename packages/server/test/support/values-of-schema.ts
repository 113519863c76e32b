import fc from "fast-check";

/** A JSON Schema, as far as requests of the contract use it. */
export interface RequestSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  /** Of an open enum: the known values, then any string, then null if it may be null. */
  readonly anyOf?: readonly RequestSchema[];
  readonly "x-open-enum"?: boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: RequestSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
}

/** Finds the schema that a reference names. */
export type Find = (ref: string) => RequestSchema;

/** Where a schema says less than the service checks: property names, and values that the service accepts. */
export type Exceptions = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Any value that a schema accepts. Throws for a keyword that this generator does not know how to obey. */
export function valuesOf(schema: RequestSchema, find: Find, exceptions: Exceptions = {}): fc.Arbitrary<unknown> {
  refuseUnknown(schema);
  if (schema.$ref !== undefined) return valuesOf(find(schema.$ref), find, exceptions);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema["x-open-enum"] === true) return openEnum(schema.anyOf ?? []);
  const kinds = [schema.type ?? []].flat().map((type) => valuesOfType(type, schema, find, exceptions));
  return fc.oneof(...kinds);
}

/** A request may have known values only. */
function openEnum([named, , none]: readonly RequestSchema[]): fc.Arbitrary<unknown> {
  return fc.constantFrom(...(named?.enum ?? []), ...(none === undefined ? [] : [null]));
}

function valuesOfType(type: string, schema: RequestSchema, find: Find, exceptions: Exceptions): fc.Arbitrary<unknown> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer") {
    return fc.maxSafeInteger().map((any) => within(any, schema.minimum ?? any, schema.maximum ?? any));
  }
  if (type === "string") return strings(schema);
  if (type === "array") {
    const { items = {}, minItems = 0, maxItems = 10 } = schema;
    return fc.array(valuesOf(items, find, exceptions), { minLength: minItems, maxLength: Math.min(maxItems, 10) });
  }
  if (type !== "object") throw new Error(`The type ${type} has no generator.`);
  const members = Object.entries(schema.properties ?? {}).map(([name, child]): [string, fc.Arbitrary<unknown>] => [
    name,
    exceptions[name] ?? valuesOf(child, find, exceptions),
  ]);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...(schema.required ?? [])] });
}

/** Small numbers stay themselves, so that bounds and values next to them come often. */
function within(any: number, low: number, high: number): number {
  if (any >= low && any <= high) return any;
  const span = high - low + 1;
  return low + (((any % span) + span) % span);
}

/** Lengths count code points, which is what one unit of `binary` is. */
function strings({ pattern, minLength = 0, maxLength = 40 }: RequestSchema): fc.Arbitrary<string> {
  if (pattern === undefined || pattern === anythingButNul) {
    const any = fc.string({ unit: "binary", minLength, maxLength });
    return pattern === undefined ? any : any.map((text) => text.replaceAll("\0", "0"));
  }
  const matching = fc.stringMatching(new RegExp(pattern, "u"));
  return matching.filter((text) => [...text].length >= minLength && [...text].length <= maxLength);
}

/** Not left to `stringMatching`, which knows ASCII only and has no length. */
const anythingButNul = "^[^\\x00]*$";

const known = new Set([
  "$ref",
  "type",
  "enum",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "items",
  "minItems",
  "maxItems",
  "properties",
  "required",
  "additionalProperties",
  "description",
  "examples",
  "default",
  // Says nothing that is not in the pattern of the same schema, or is a hint for forms or for the size of a number.
  "format",
]);

function refuseUnknown(schema: RequestSchema): void {
  const isKnown = (keyword: string) =>
    known.has(keyword) || keyword.startsWith("x-") || (keyword === "anyOf" && schema["x-open-enum"] === true);
  const unknown = Object.keys(schema).filter((keyword) => !isKnown(keyword));
  if (unknown.length > 0) throw new Error(`This generator does not obey ${unknown.join(", ")}.`);
}
