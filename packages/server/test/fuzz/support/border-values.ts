import type { Schema } from "@fleet-api-tools/openapi-document";
import { resolveSchema } from "../../support/contract-operations.ts";
import { huge } from "./broken-values.ts";
import { typesOf } from "../../support/values-of-schema.ts";

/** Numbers as JSON and URLs write them, at the ends of what programs and databases can hold, and beyond. */
const numbers = [
  "0",
  "-0",
  "-1",
  "0.1",
  "1e0",
  "5e-324",
  "-5e-324",
  "1e-400",
  "2147483647",
  "2147483648",
  "-2147483649",
  "9007199254740991",
  "-9007199254740991",
  "9007199254740992",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "1e21",
  "1e308",
  "1e400",
  `1${"0".repeat(400)}`,
  `0.${"3".repeat(400)}`,
];

const strings = [
  "",
  " ",
  "\u0001",
  "\u0000",
  "\uFFFF",
  "\u202Ea",
  "é",
  "e\u0301",
  "😀",
  "%",
  "%%_\\",
  "\\",
  "'",
  '"',
  "null",
  "NaN",
  "infinity",
  "-infinity",
  "now",
  "{}",
  "{1,2}",
  "[1,2)",
  "0",
  "1e400",
  "__proto__",
  "..",
];

const instants = [
  "0000-01-01T00:00:00Z",
  "0000-12-31T23:59:59-23:59",
  "0001-01-01T00:00:00Z",
  "0001-01-01T00:00:00+00:01",
  "0001-01-01T00:00:00-23:59",
  "1582-10-10T00:00:00Z",
  "1969-12-31T23:59:59.999999999Z",
  "1985-04-12T23:60:00+00:01",
  "2016-12-31T23:59:60.999Z",
  "2024-02-29T00:00:00-00:00",
  "2025-02-29T00:00:00Z",
  "2026-01-15t08:30:00z",
  "2026-01-15T24:00:00Z",
  "2026-01-15T08:30:00+15:59",
  "2026-01-15T08:30:00+16:00",
  "2026-01-15T08:30:00-23:59",
  `2026-01-15T08:30:00.${"9".repeat(9)}Z`,
  `2026-01-15T08:30:00.${"9".repeat(400)}Z`,
  "9999-12-31T23:59:59.999999999Z",
  "9999-12-31T23:59:60Z",
  "9999-12-31T23:59:59-00:01",
  "10000-01-01T00:00:00Z",
  "+010000-01-01T00:00:00Z",
  "-000001-01-01T00:00:00Z",
];

const days = instants.map((text) => text.split(/t/i)[0] ?? "");

/** Half of a surrogate pair, which JSON text can name and UTF-8 cannot write. */
const loneSurrogate = huge(String.raw`"\ud83d"`);

function stringsOf({ maxLength = 40, format, enum: words = [] }: Schema): string[] {
  const long = Math.min(maxLength, 10_000);
  const longest = ["a", "é", "😀", "0", "'"].flatMap((one) => [one.repeat(long), one.repeat(long + 1)]);
  const ofFormat = format === "date-time" ? instants : format === "date" ? days : [];
  return [...strings, ...longest, ...ofFormat, ...words.map(String)];
}

/** Texts of a parameter. */
export function borderTexts(schema: Schema): string[] {
  if (schema.$ref !== undefined) return borderTexts(resolveSchema(schema));
  const [type] = typesOf(schema);
  const ends = [schema.minimum, schema.maximum].filter((end) => end !== undefined).map(String);
  if (type === "integer" || type === "number") return [...numbers, ...ends, "", " 1", "1_000", "0x7f"];
  if (type === "boolean") return ["true", "false", "", "t", "on", "1"];
  if (type === "array") return ["", ",", ...borderTexts(schema.items ?? {}), `${"a,".repeat(1000)}a`];
  // NUL has its own answer, 400, which broken requests have.
  return stringsOf(schema);
}

/** Values of a body, each of them like `example` but for one value at any depth. */
export function* borderVariants(given: Schema, example: unknown): Generator {
  const schema = resolveSchema(given);
  const types = typesOf(schema);
  if (types.includes("integer") || types.includes("number"))
    yield* [...numbers.map(huge), schema.minimum, schema.maximum];
  if (types.includes("string") || types.length === 0) yield* [...stringsOf(schema), loneSurrogate];
  if (types.includes("boolean")) yield* [true, false];
  yield null;
  if (types.includes("array")) {
    yield [];
    for (const item of borderVariants(schema.items ?? {}, Object(example)[0])) yield [item];
  }
  if (types.includes("object")) yield* objectVariants(schema, Object(example));
}

function* objectVariants(schema: Schema, example: object): Generator {
  const { properties = {}, additionalProperties } = schema;
  yield {};
  for (const [name, child] of Object.entries(properties)) {
    for (const value of borderVariants(child, Reflect.get(example, name))) yield { ...example, [name]: value };
  }
  if (typeof additionalProperties !== "object") return;
  for (const value of borderVariants(additionalProperties, undefined)) yield { ...example, free: value };
  for (const name of stringsOf(schema.propertyNames ?? {})) yield { ...example, [name]: "value" };
}
