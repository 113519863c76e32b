import type { Schema } from "@fleet-api-tools/openapi-document";
import fc from "fast-check";

/** Makes other values than any that a schema accepts: those that the service knows, or that the schema cannot list. */
export type Choice = (any: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>;

/** Choices by the name of a member or parameter; for the items of a list by its name and `[]`. */
export type Choices = Readonly<Record<string, Choice>>;

/** How values are generated. */
export interface Generation {
  /** Follows the reference of a schema. */
  readonly resolve: (schema: Schema) => Schema;
  readonly choices: Choices;
}

/** The values of a member or a parameter. */
export function valuesNamed(name: string, schema: Schema, how: Generation): fc.Arbitrary<unknown> {
  const choice = how.choices[name];
  const any = valuesOf(schema, how, name);
  return choice === undefined ? any : choice(any);
}

/** Any value that a schema accepts. Throws for a keyword that this generator does not know how to obey. */
export function valuesOf(schema: Schema, how: Generation, name = ""): fc.Arbitrary<unknown> {
  refuseUnknown(schema);
  if (schema.$ref !== undefined) return valuesOf(how.resolve(schema), how, name);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema["x-open-enum"] === true) return openEnum(schema.anyOf ?? []);
  return fc.oneof(...typesOf(schema).map((type) => valuesOfType(type, schema, how, name)));
}

/** The types that a schema accepts. */
export function typesOf({ type = [] }: Schema): readonly string[] {
  return typeof type === "string" ? [type] : type;
}

/** A request may have known values only. */
function openEnum([named, , none]: readonly Schema[]): fc.Arbitrary<unknown> {
  return fc.constantFrom(...(named?.enum ?? []), ...(none === undefined ? [] : [null]));
}

function valuesOfType(type: string, schema: Schema, how: Generation, name: string): fc.Arbitrary<unknown> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer") return integers(schema);
  if (type === "number") {
    const { minimum, maximum } = schema;
    const bounds = { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
    return fc.double({ noNaN: true, noDefaultInfinity: true, ...bounds });
  }
  if (type === "string") return strings(schema);
  if (type === "array") return lists(schema, how, name);
  if (type !== "object") throw new Error(`The type ${type} has no generator.`);
  return objects(schema, how);
}

/** Small numbers stay themselves, so that values next to the bounds come often. */
function integers({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const any = fc.maxSafeInteger().map((given) => within(given, minimum ?? given, maximum ?? given));
  return bounds.length === 0
    ? any
    : fc.oneof({ weight: 5, arbitrary: any }, { arbitrary: fc.constantFrom(...bounds), weight: 1 });
}

function within(any: number, low: number, high: number): number {
  if (any >= low && any <= high) return any;
  const span = high - low + 1;
  return low + (((any % span) + span) % span);
}

/** Lengths count code points, which is what one unit of `binary` is. */
function strings(schema: Schema): fc.Arbitrary<string> {
  const { pattern, minLength = 0, maxLength = 40, format } = schema;
  const fits = fitting(schema);
  if (format === "date-time") return instants.filter((text) => fits(text) && isInYears(text));
  if (format === "date") return dates.filter(fits);
  const usual = fc.string({ unit: "binary", minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) });
  const longest = fc.constantFrom("a", "é", "😀", "\u0001", '"').map((character) => character.repeat(maxLength));
  const free = fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: longest });
  if (pattern === undefined) return free;
  if (pattern === anythingButNul) return free.map((text) => text.replaceAll("\0", "0"));
  const matching = fc.stringMatching(new RegExp(pattern, "u")).filter(fits);
  // `stringMatching` knows ASCII only, which is enough where the pattern takes nothing else.
  return fits("é".repeat(Math.max(minLength, 1))) ? fc.oneof(matching, free.filter(fits)) : matching;
}

/** Whether the year of an instant is 1 to 9999 in UTC, too, which no pattern can say. */
function isInYears(instant: string): boolean {
  const year = new Date(instant.toUpperCase().replace(":60", ":59")).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Whether a text has the length and the pattern of a schema, in the form in which the service reads it. */
export function fitting({ pattern, minLength = 0, maxLength = Infinity }: Schema): (text: string) => boolean {
  const expression = new RegExp(pattern ?? "", "u");
  return (sent) => {
    const text = sent.normalize("NFC");
    const length = [...text].length;
    return length >= minLength && length <= maxLength && expression.test(text);
  };
}

const anythingButNul = "^[^\\x00]*$";

function lists(schema: Schema, how: Generation, name: string): fc.Arbitrary<unknown[]> {
  const { items = {}, minItems = 0, maxItems = 10, uniqueItems = false } = schema;
  const item = valuesNamed(`${name}[]`, items, how);
  const ofLength = (minLength: number, maxLength: number): fc.Arbitrary<unknown[]> => {
    const length = { minLength, maxLength, size: "max" } as const;
    return uniqueItems ? fc.uniqueArray(item, { ...length, selector: JSON.stringify }) : fc.array(item, length);
  };
  const usual = ofLength(minItems, Math.min(maxItems, 10));
  if (maxItems <= 10) return usual;
  return fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: ofLength(maxItems, maxItems) });
}

function objects(schema: Schema, how: Generation): fc.Arbitrary<object> {
  const {
    properties = {},
    required = [],
    additionalProperties = false,
    minProperties = 0,
    maxProperties = 10,
  } = schema;
  const members = Object.entries(properties).map(([name, child]): [string, fc.Arbitrary<unknown>] => [
    name,
    valuesNamed(name, child, how),
  ]);
  const named = fc
    .record(Object.fromEntries(members), { requiredKeys: [...required] })
    .filter((value) => Object.keys(value).length >= minProperties);
  if (typeof additionalProperties === "boolean") return named;
  const names = schema.propertyNames ?? {};
  const special = ["__proto__", "constructor", "a/b~c", "0"].filter(fitting(names));
  const key = fc.oneof({ weight: 9, arbitrary: strings(names) }, { weight: 1, arbitrary: fc.constantFrom(...special) });
  const value = valuesOf(additionalProperties, how);
  const open = (most: number): fc.Arbitrary<object> =>
    fc.dictionary(key, value, { minKeys: minProperties, maxKeys: Math.min(most, maxProperties), size: "max" });
  return fc.oneof({ weight: 30, arbitrary: open(5) }, { weight: 1, arbitrary: open(maxProperties) });
}

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
  "uniqueItems",
  "properties",
  "required",
  "additionalProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "description",
  "examples",
  "default",
]);

/** Formats that say nothing that is not in the pattern of the same schema, or are hints for forms or the size of numbers. */
const knownFormats = new Set(["date-time", "date", "email", "password", "int32", "int64", "double"]);

function refuseUnknown(schema: Schema): void {
  const isKnown = (keyword: string) =>
    known.has(keyword) ||
    keyword.startsWith("x-") ||
    (keyword === "anyOf" && schema["x-open-enum"] === true) ||
    (keyword === "format" && knownFormats.has(schema.format ?? ""));
  const unknown = Object.keys(schema).filter((keyword) => !isKnown(keyword));
  if (unknown.length > 0) throw new Error(`This generator does not obey ${unknown.join(", ")}.`);
}

const two = (number: number): string => String(number).padStart(2, "0");
const between = (min: number, max: number): fc.Arbitrary<string> => fc.integer({ min, max }).map(two);

const years = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1970, max: 2040 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 9999) },
);
/** Days of every month, in years from 0 to 9999. */
export const dates: fc.Arbitrary<string> = fc
  .tuple(years, between(1, 12), between(1, 28))
  .map(([year, month, day]) => [String(year).padStart(4, "0"), month, day].join("-"));
const fractions = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.stringMatching(/^\.[0-9]{1,9}$/) },
  { weight: 1, arbitrary: fc.integer({ min: 10, max: 200 }).map((digits) => `.${"3".repeat(digits)}`) },
);
const times = fc.tuple(between(0, 23), between(0, 59), between(0, 59)).map((parts) => parts.join(":"));
const offsets = fc.oneof(
  fc.constantFrom("Z", "z", "+00:00", "-00:00"),
  fc.tuple(fc.constantFrom("+", "-"), between(0, 23), between(0, 59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
);
const leapSeconds = fc.constantFrom(
  "2016-12-31T23:59:60Z",
  "2016-12-31T23:59:60.5z",
  "2017-01-01T05:29:60+05:30",
  "1990-12-31T15:59:60-08:00",
);

/** Every form of a date and time in RFC 3339 section 5.6: leap seconds, any offset, long fractions, lower case. */
export const instants: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(dates, fc.constantFrom("T", "T", "t"), times, fractions, offsets)
      .map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: leapSeconds },
);
