import type { Schema } from "@fleet-api-tools/openapi-document";
import fc from "fast-check";
import type { Parameter } from "../../support/contract-operations.ts";
import { resolveSchema } from "../../support/contract-operations.ts";
import { fitting, typesOf } from "../../support/values-of-schema.ts";

/** A value that breaks a schema in one place. */
export interface BrokenValue {
  readonly value: unknown;
  /** RFC 6901 pointer to what is wrong. */
  readonly pointer: string;
  /** The finding has one of these codes. */
  readonly codes: readonly string[];
}

/**
 * A number that JSON can write and JavaScript cannot: what follows the first character goes into the text as it is. Half of a
 * surrogate pair, which no generated text has; `JSON.stringify` escapes it.
 */
const rawMark = "\uD800";
export const huge = (digits: string): string => `${rawMark}${digits}`;

/** The JSON text of a value with raw numbers. */
export function rawJsonOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"\\ud800([^"]*)"/g, "$1");
}

/** All ways to break a schema, starting from a value that it accepts. */
export function brokenValues(schema: Schema, valid: unknown): fc.Arbitrary<BrokenValue> {
  return fc.constantFrom(...breaks(schema, valid, ""));
}

function breaks(given: Schema, valid: unknown, pointer: string): BrokenValue[] {
  const schema = resolveSchema(given);
  const types = typesOf(schema);
  const here = (values: readonly unknown[], ...codes: string[]): BrokenValue[] =>
    values.map((value) => ({ value, pointer, codes }));
  const wrongTypes = here(otherTypes(types), "type", "enum");
  if (schema.enum !== undefined) {
    const { enum: values } = schema;
    const others = ["", "unknown", `${String(values[0])} `].filter((value) => !values.includes(value));
    return [...wrongTypes, ...here(others, "enum")];
  }
  return [
    ...wrongTypes,
    ...(types.includes("string") ? stringBreaks(schema).flatMap(({ texts, codes }) => here(texts, ...codes)) : []),
    ...(types.includes("integer") ? here(integersOutside(schema), "minimum", "maximum", "type") : []),
    ...(types.includes("number") ? here([huge("1e400"), huge("-1e999")], "type") : []),
    ...(types.includes("array") ? listBreaks(schema, Array.isArray(valid) ? valid : [], pointer) : []),
    ...(isWhole(schema, Object(valid)) ? objectBreaks(schema, Object(valid), pointer) : []),
  ];
}

/** An object that lacks a required member, such as one that is null or left out, would be broken in a second place. */
function isWhole(schema: Schema, valid: object): boolean {
  const { required = [] } = schema;
  return typesOf(schema).includes("object") && required.every((name) => Object.hasOwn(valid, name));
}

function otherTypes(types: readonly string[]): unknown[] {
  const samples = { null: null, boolean: true, integer: 7, number: 1.5, string: "text", array: [], object: {} };
  const accepted = types.includes("number") ? [...types, "integer"] : types;
  return Object.entries(samples).flatMap(([type, value]) => (accepted.includes(type) ? [] : [value]));
}

/** Texts that break one rule of a string. */
export function stringBreaks(schema: Schema): { texts: string[]; codes: string[] }[] {
  const { minLength = 0, maxLength, pattern, format } = schema;
  const fits = fitting(schema);
  return [
    { texts: minLength > 0 ? ["a".repeat(minLength - 1)] : [], codes: ["min_length"] },
    {
      texts: maxLength === undefined ? [] : ["a", "😀"].map((one) => one.repeat(maxLength + 1)),
      codes: ["max_length"],
    },
    {
      texts: pattern === undefined ? [] : odd.filter((text) => !fits(text) && hasLength(schema, text)),
      codes: ["pattern"],
    },
    { texts: [...(noTexts[format ?? ""] ?? [])], codes: ["format", "pattern"] },
  ];
}

const hasLength = ({ minLength = 0, maxLength = Infinity }: Schema, text: string): boolean =>
  [...text].length >= minLength && [...text].length <= maxLength;

/** Texts that many patterns refuse. */
const odd = [
  " ",
  " a",
  "a ",
  "a/b",
  "a\nb",
  "a b c d",
  "#12345g",
  "#1E88E50",
  "é",
  "Über",
  "a@b",
  "@example.com",
  "a..b@example.com",
  "a@-b.example.com",
  "v1",
  '"',
  '"a" "b"',
  '"a"b',
  'W/"',
  'w/"a"',
  "a,b",
  "*, *",
  "\u0001",
  "a\u007Fb",
  "\u2028a",
];

const noInstants = [
  "",
  "yesterday",
  "2026-01-15",
  "2026-01-15T08:30:00",
  "2026-02-30T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-15T24:00:00Z",
  "2026-01-15T08:60:00Z",
  "2026-01-15T08:30:60Z",
  "2026-01-15T08:30:00.Z",
  "2026-01-15T08:30:00+24:00",
  "2026-01-15\n08:30:00Z",
  "+02026-01-15T08:30:00Z",
  "1768465800",
];

const noDays = ["", "today", "2026-1-15", "2026-02-30", "2026-13-01", "2026-01-15T08:30:00Z", "0000-01-01"];

/** Texts that do not have a format. */
const noTexts: Readonly<Record<string, readonly string[]>> = { "date-time": noInstants, date: noDays };

function integersOutside({ minimum, maximum }: Schema): unknown[] {
  const digits = ["1e400", "-1e400", "123456789012345678901234567890", "1e-1"];
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...digits.map(huge),
  ];
}

function listBreaks(schema: Schema, valid: readonly unknown[], pointer: string): BrokenValue[] {
  const { items = {}, minItems = 0, maxItems = Infinity, uniqueItems } = schema;
  const [first] = valid;
  const many = Array.from({ length: maxItems === Infinity ? 0 : maxItems + 1 }, (_one, index) => index + 1);
  const found: BrokenValue[] = [];
  if (minItems > 0) found.push({ value: valid.slice(0, minItems - 1), pointer, codes: ["min_items"] });
  if (many.length > 0 && typesOf(items).includes("integer")) found.push({ value: many, pointer, codes: ["max_items"] });
  if (uniqueItems === true && first !== undefined && valid.length < maxItems) {
    found.push({ value: [...valid, first], pointer, codes: ["unique_items"] });
  }
  const index = valid.length - 1;
  if (index < 0) return found;
  const inside = breaks(items, first, `${pointer}/${index}`);
  return [...found, ...inside.map((one) => ({ ...one, value: valid.with(index, one.value) }))];
}

function objectBreaks(schema: Schema, given: object, pointer: string): BrokenValue[] {
  const { properties = {}, required = [], additionalProperties, minProperties = 0, maxProperties = Infinity } = schema;
  // One more must not be one too many.
  const valid = Object.fromEntries(Object.entries(given).slice(0, maxProperties - 1));
  const at = (name: string): string => `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const found: BrokenValue[] = [];
  if (Object.keys(valid).length > minProperties) {
    for (const name of required) {
      const value = Object.fromEntries(Object.entries(valid).filter(([each]) => each !== name));
      found.push({ value, pointer: at(name), codes: ["required"] });
    }
  }
  if (additionalProperties === false) {
    const unknown = ["unknown", "__proto__", "constructor", "a/b~c", "", "😀"];
    const codes = ["unknown_property"];
    found.push(...unknown.map((name) => ({ value: { ...valid, [name]: 1 }, pointer: at(name), codes })));
  }
  if (minProperties > required.length) {
    const value = Object.fromEntries(Object.entries(valid).filter(([name]) => required.includes(name)));
    found.push({ value, pointer, codes: ["min_properties"] });
  }
  if (schema.propertyNames !== undefined) {
    for (const { texts, codes } of stringBreaks(schema.propertyNames)) {
      found.push(...texts.map((name) => ({ value: { ...valid, [name]: 1 }, pointer: at(name), codes })));
    }
  }
  if (maxProperties !== Infinity) {
    const value = Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_one, index) => [`k${index}`, 1]));
    found.push({ value, pointer, codes: ["max_properties"] });
  }
  const children = typeof additionalProperties === "object" ? { ...properties, key: additionalProperties } : properties;
  for (const [name, child] of Object.entries(children)) {
    const inside = breaks(child, Object.entries(valid).find(([each]) => each === name)?.[1], at(name));
    found.push(...inside.map((one) => ({ ...one, value: { ...valid, [name]: one.value } })));
  }
  return found;
}

/** A text of a parameter that breaks its schema. */
export interface BrokenText {
  readonly text: string;
  /** The finding has one of these codes. */
  readonly codes: readonly string[];
}

/** Texts that a parameter refuses. */
export function brokenTexts(schema: Schema, place: Parameter["in"]): BrokenText[] {
  return textsOf(schema).filter(({ text }) => canBeSent(text, place));
}

function textsOf(schema: Schema): BrokenText[] {
  const [type] = typesOf(schema);
  if (type === "array") return listTexts(schema);
  if (type === "integer") return integerTexts(schema);
  if (type === "boolean") return ["", "True", "1", "yes", " true", "null"].map((text) => ({ text, codes: ["type"] }));
  return stringBreaks(schema).flatMap(({ texts, codes }) => texts.map((text) => ({ text, codes })));
}

function integerTexts({ minimum, maximum }: Schema): BrokenText[] {
  const wrong = ["", "abc", "1.0", "1.5", "1e3", "+1", "01", " 1", "1 ", "0x10", "１", "-", "--1", "NaN", "null"];
  const bounds = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
  const outside = [...bounds.map(String), "99999999999999999999999", `1${"0".repeat(400)}`, "-9223372036854775809"];
  return [
    ...wrong.map((text) => ({ text, codes: ["type"] })),
    ...outside.map((text) => ({ text, codes: ["minimum", "maximum", "type"] })),
  ];
}

/** Lists with commas between their items: too many, or with one that is refused alone. */
function listTexts({ items = {}, maxItems = Infinity, uniqueItems = false }: Schema): BrokenText[] {
  const item = resolveSchema(items);
  const { enum: words = [] } = item;
  if (words.length === 0) {
    const refused = textsOf(item).filter(({ text }) => !text.includes(","));
    const many = Array.from({ length: maxItems + 1 }, (_, index) => index + 1).join(",");
    return [
      ...refused,
      ...refused.map((each) => ({ ...each, text: `1,${each.text}` })),
      { text: many, codes: ["max_items"] },
    ];
  }
  const [first, ...others] = words.map(String);
  const unknown = ["", "unknown", `${first} `, `${first},`, `${first},unknown`, `,${first}`];
  const found = unknown.map((text) => ({ text, codes: ["enum"] }));
  if (uniqueItems) found.push({ text: `${first},${first}`, codes: ["unique_items"] });
  const many = [first, ...others, ...(uniqueItems ? [] : [first])].slice(0, maxItems + 1);
  return many.length > maxItems ? [...found, { text: many.join(","), codes: ["max_items"] }] : found;
}

/** An empty segment is another path; a header has no white space at its ends, and no characters that HTTP does not know. */
function canBeSent(text: string, place: Parameter["in"]): boolean {
  if (place === "path") return text !== "" && text !== "." && text !== "..";
  return place !== "header" || (/^[\x20-\x7e\xa0-\xff]*$/.test(text) && text.trim() === text && !text.includes(","));
}
