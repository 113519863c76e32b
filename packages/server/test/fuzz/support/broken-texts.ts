import { findSchema } from "../../support/contract-operations.ts";
import type { Parameter } from "../../support/contract-operations.ts";
import { stringBreaks } from "./broken-values.ts";
import type { RequestSchema } from "./values-of-schema.ts";
import { typesOf } from "./values-of-schema.ts";

/** A text of a parameter that breaks its schema. */
export interface BrokenText {
  readonly text: string;
  /** The finding has one of these codes. */
  readonly codes: readonly string[];
}

/** Texts that a parameter refuses. */
export function brokenTexts(schema: RequestSchema, place: Parameter["in"]): BrokenText[] {
  return textsOf(schema).filter(({ text }) => canBeSent(text, place));
}

function textsOf(schema: RequestSchema): BrokenText[] {
  const [type] = typesOf(schema);
  if (type === "array") return listTexts(schema);
  if (type === "integer") return integerTexts(schema);
  if (type === "boolean") return ["", "True", "1", "yes", " true", "null"].map((text) => ({ text, codes: ["type"] }));
  return stringBreaks(schema).flatMap(({ texts, codes }) => texts.map((text) => ({ text, codes })));
}

function integerTexts({ minimum, maximum }: RequestSchema): BrokenText[] {
  const wrong = ["", "abc", "1.0", "1.5", "1e3", "+1", "01", " 1", "1 ", "0x10", "１", "-", "--1", "NaN", "null"];
  const bounds = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
  const outside = [...bounds.map(String), "99999999999999999999999", `1${"0".repeat(400)}`, "-9223372036854775809"];
  return [
    ...wrong.map((text) => ({ text, codes: ["type"] })),
    ...outside.map((text) => ({ text, codes: ["minimum", "maximum", "type"] })),
  ];
}

/** Lists of known words, separated by commas. */
function listTexts({ items = {}, maxItems = Infinity, uniqueItems = false }: RequestSchema): BrokenText[] {
  const { enum: words = [] } = items.$ref === undefined ? items : findSchema(items.$ref);
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
