import type { OperationValidators, ParameterValidator } from "@fleet-api/contract/validators";
import type { FindingList } from "./finding-list.ts";
import { checkParameter, parameterFinding, unknownName } from "./findings.ts";
import type { QueryPair } from "./query.ts";

/** Parsed parameters by name. */
export type ParameterValues = Readonly<Record<string, unknown>>;

type Table = OperationValidators["parameters"]["query"];

/** Integers as JSON writes them: no plus sign, no leading zero, no exponent, no white space. */
const integer = /^(?:0|-?[1-9]\d*)$/;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads the query: types parsed exactly, defaults applied, unknown and repeated parameters refused. */
export function readQuery(table: Table, pairs: readonly QueryPair[], findings: FindingList): ParameterValues {
  const given = group(pairs);
  const known = Object.keys(table);
  for (const name of given.keys()) {
    if (Object.hasOwn(table, name)) continue;
    findings.add(() => parameterFinding("query", name, "unknown_parameter", unknownName("parameter", name, known)));
  }
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    const value = readOne(name, row, given.get(name), findings);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function group(pairs: readonly QueryPair[]): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = given.get(name);
    if (values) values.push(value);
    else given.set(name, [value]);
  }
  return given;
}

function readOne(
  name: string,
  row: ParameterValidator,
  texts: readonly string[] | undefined,
  findings: FindingList,
): unknown {
  if (texts === undefined) {
    if (row.required) findings.add(() => parameterFinding("query", name, "required", "is required"));
    return ownDefault(row);
  }
  const repeatable = row.type === "array" && !row.csv;
  if (texts.length > 1 && !repeatable) {
    const how = row.csv ? ", with its values separated by commas" : "";
    const detail = `is given ${texts.length} times; give it once${how}`;
    findings.add(() => parameterFinding("query", name, "repeated_parameter", detail));
    return undefined;
  }
  const value = repeatable ? parseItems(texts, row) : parseText(texts[0] ?? "", row);
  checkParameter("query", name, row.validate, value, findings);
  return value;
}

/**
 * Reads the header parameters by their names in the contract. Other header fields are none of the contract's business:
 * clients and proxies add many.
 */
export function readHeaders(
  table: Table,
  valuesOf: (name: string) => readonly string[],
  findings: FindingList,
): ParameterValues {
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    const value = readHeader(name, row, valuesOf(name.toLowerCase()), findings);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function readHeader(name: string, row: ParameterValidator, fields: readonly string[], findings: FindingList): unknown {
  const [field] = fields;
  if (field === undefined) {
    if (row.required) findings.add(() => parameterFinding("header", name, "required", "is required"));
    return ownDefault(row);
  }
  if (fields.length > 1) {
    const detail = `is given ${fields.length} times; give it once`;
    findings.add(() => parameterFinding("header", name, "repeated_parameter", detail));
    return undefined;
  }
  // RFC 9110 section 5.5: white space around a field value is no part of it.
  const value = row.type === "array" ? parseItems(listItems(field), row) : parse(field.trim(), row.type);
  checkParameter("header", name, row.validate, value, findings);
  return value;
}

/** Reads the path parameters, which are all there when the path fits. */
export function readPath(table: Table, given: ReadonlyMap<string, string>, findings: FindingList): ParameterValues {
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    const value = parseText(given.get(name) ?? "", row);
    values[name] = value;
    checkParameter("path", name, row.validate, value, findings);
  }
  return values;
}

function parseText(text: string, row: ParameterValidator): unknown {
  return row.type === "array" ? parseItems(text.split(","), row) : parse(text, row.type);
}

/** RFC 9110 section 5.6.1: white space around an item is no part of it, and an empty item is none. */
function listItems(field: string): string[] {
  const items = field.split(",").map((item) => item.trim());
  return items.filter((item) => item !== "");
}

function parseItems(texts: readonly string[], { itemType }: ParameterValidator): unknown[] {
  return texts.map((text) => parse(text, itemType));
}

/** The value that a text stands for; the text itself where it stands for none, which the type rule then refuses. */
function parse(text: string, type: string | null): unknown {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  // What is too large for an exact number stays too large: the contract bounds every integer within exact ones.
  if (type === "integer") return integer.test(text) ? Number(text) : text;
  if (type === "number") return number.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
}

/** A handler may change the list that it is given, and the next request gets the default again. */
function ownDefault({ default: value }: ParameterValidator): unknown {
  return Array.isArray(value) ? [...value] : value;
}
