import {
  anything,
  type Check,
  count,
  flag,
  inside,
  isObject,
  listOf,
  mapOf,
  misshapen,
  number,
  object,
  objectMembers,
  oneOf,
  type Place,
  reference,
  shown,
  text,
} from "./place.ts";

const types = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** A schema. JSON Schema has `true` and `false` as well, for which there are neither types nor descriptions. */
export const schema: Check = (value, place) => {
  if (!isObject(value)) throw misshapen(place, "a schema, which is an object", value);
  keywords(value, place);
  for (const name of [...Object.keys(Object(value["properties"])), ...[value["required"] ?? []].flat()])
    refuseMember(String(name), place);
};

const schemaOrFlag: Check = (value, place) => {
  if (typeof value !== "boolean") schema(value, place);
};

const type: Check = (value, place) => {
  const isList = Array.isArray(value);
  if (isList && new Set(value).size < value.length) throw misshapen(place, "a list without duplicates", value);
  (isList ? listOf(oneOf(...types), 1) : oneOf(...types))(value, place);
};

const value: Check = (given, place) => {
  if (typeof given === "object" && given !== null)
    throw misshapen(place, "a text, a number, true, false or null", given);
};

const pattern: Check = (given, place) => {
  text(given, place);
  if (!isPattern(String(given))) throw misshapen(place, "a regular expression of JavaScript with the flag u", given);
};

function isPattern(given: string): boolean {
  try {
    return new RegExp(given, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

const problem = object({ status: count, title: text });

/** What the emitters read. Ajv checks the other keywords, and refuses those that it does not know. */
const keywords = object(
  {},
  {
    $ref: reference("schemas"),
    title: text,
    description: text,
    type,
    format: text,
    enum: listOf(value, 1),
    const: anything,
    default: anything,
    items: schema,
    properties: mapOf(schema),
    required: listOf(text),
    additionalProperties: schemaOrFlag,
    unevaluatedProperties: schemaOrFlag,
    propertyNames: schema,
    allOf: listOf(schema, 1),
    anyOf: listOf(schema, 1),
    oneOf: listOf(schema, 1),
    examples: listOf(anything),
    minimum: number,
    maximum: number,
    pattern,
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    uniqueItems: flag,
    readOnly: flag,
    deprecated: flag,
    "x-sensitive": flag,
    "x-problems": mapOf(problem),
  },
);

/** A member that every object inherits is neither missing nor unknown to a check of types or of values. */
export function refuseMember(name: string, place: Place): void {
  if (!objectMembers.has(name)) return;
  throw new Error(`${shown(inside(place, name))} has a name that every JavaScript object has. Choose another name.`);
}
