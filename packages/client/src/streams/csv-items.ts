import { parseJson } from "../transport/json.ts";
import type { CsvRow, WrongRow } from "./csv-reader.ts";

/** What the contract says about the items of an operation that takes a list of them. */
export interface ImportItems {
  /** Most items of a request. */
  readonly maxItems: number;
  /** Most bytes of a request body. */
  readonly maxBytes: number;
  /** Members that every item must have. */
  readonly required: readonly string[];
  /** Members of an item with their types: `integer`, `string | null`. */
  readonly columns: Readonly<Record<string, string>>;
}

/** An item, and the line on which its row begins. */
export interface CsvItem {
  readonly line: number;
  readonly item: Readonly<Record<string, unknown>>;
}

/**
 * Reads rows as items: the first row has the headings, and rows without any value are skipped.
 * @param nullAs - a field without quotes that has this text is null
 */
export async function* readItems(
  rows: AsyncIterable<CsvRow>,
  { columns, required }: Pick<ImportItems, "columns" | "required">,
  nullAs: string,
  wrong: WrongRow,
): AsyncGenerator<CsvItem> {
  let headings: readonly string[] | undefined;
  for await (const row of rows) {
    const { line, fields, quoted } = row;
    if (fields.every((field, index) => field === "" && !quoted[index])) continue;
    if (fields.some((field) => field.includes("\ufffd")))
      throw wrong(line, "has the character U+FFFD, which stands for text that was lost. Write the file in UTF-8");
    if (headings === undefined) {
      const why = findWrongHeading(fields, Object.keys(columns), required);
      if (why !== null) throw wrong(line, why);
      headings = fields;
    } else if (fields.length !== headings.length) {
      const counts = `has ${fields.length} fields, but there are ${headings.length} headings`;
      throw wrong(line, `${counts}. Put a field that contains the delimiter in quotes`);
    } else {
      yield { line, item: readItem(row, headings, columns, nullAs, wrong) };
    }
  }
  if (headings === undefined) throw wrong(1, "has no headings: the file is empty");
}

/** What is wrong with the headings, and what to do about it; null if nothing is. */
function findWrongHeading(
  headings: readonly string[],
  names: readonly string[],
  required: readonly string[],
): string | null {
  const unknown = headings.find((heading) => !names.includes(heading));
  if (unknown !== undefined) {
    const other = /[;\t|,]/.exec(unknown)?.[0];
    const close = names.find((name) => squash(name) === squash(unknown));
    // A file without headings has data here, so little of it is quoted.
    const known = close === undefined ? `The headings are ${names.join(", ")}` : `Did you mean ${close}?`;
    const remedy =
      headings.length === 1 && other !== undefined ? `Set the option delimiter to ${JSON.stringify(other)}` : known;
    return `has the unknown heading ${JSON.stringify(unknown.slice(0, 40))}. ${remedy}`;
  }
  const repeated = headings.find((heading, index) => headings.indexOf(heading) !== index);
  if (repeated !== undefined) return `has the heading ${repeated} more than once. Give it once`;
  const missing = required.find((name) => !headings.includes(name));
  return missing === undefined ? null : `lacks the heading ${missing}, which every item needs`;
}

/** `External ID` and `external_id` are alike. */
function squash(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function readItem(
  { line, fields, quoted }: CsvRow,
  headings: readonly string[],
  columns: ImportItems["columns"],
  nullAs: string,
  wrong: WrongRow,
): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const [index, name] of headings.entries()) {
    const text = fields[index] ?? "";
    const [type = "", ...others] = (columns[name] ?? "").split(" | ");
    if (!quoted[index] && text === nullAs) {
      if (!others.includes("null"))
        throw wrong(line, `has null in ${name}, which cannot be null. Put a string in quotes`);
      item[name] = null;
    } else if (quoted[index] || text !== "") {
      const value = readValue(text, type);
      if (value === undefined) {
        const hint = text === "" ? ". Remove the quotes of an empty field to omit it" : "";
        throw wrong(line, `has a wrong value in ${name}. Write ${expected[type]}${hint}`);
      }
      item[name] = value;
    }
  }
  return item;
}

const expected: Readonly<Record<string, string>> = {
  integer: "an integer with digits only, such as 1500, up to 2^53 - 1",
  number: "a number with digits and a point, such as 12.5, of at most 15 digits",
  boolean: "true or false",
  array: 'a list as JSON, such as "[1,2]" in quotes',
  object: 'an object as JSON, such as "{""depot"":""north""}" in quotes',
};

/** The value of a field; undefined if it is none of this type. */
function readValue(text: string, type: string): unknown {
  switch (type) {
    case "string":
      return text;
    case "integer":
      return /^(0|-?[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
    case "number":
      return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && isExact(text) ? Number(text) : undefined;
    case "boolean":
      // Spreadsheets write TRUE and FALSE.
      return /^true$/i.test(text) || (/^false$/i.test(text) ? false : undefined);
    default:
      return readJson(text, type);
  }
}

/** Every number of up to 15 digits is exact; of more digits, one that is written again as it was. */
function isExact(text: string): boolean {
  return text.replace(/^-?[0.]*|\./g, "").length <= 15 || String(Number(text)) === text;
}

function readJson(text: string, type: string): unknown {
  try {
    const value = parseJson(text);
    // Throws for what is nested more deeply than a request can be written.
    JSON.stringify(value);
    const actual = Array.isArray(value) ? "array" : typeof value;
    return actual === type && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
