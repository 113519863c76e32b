import type { OperationValidators, ParameterValidator } from "@fleet-api/contract/validators";
import { fieldItems, fieldValue } from "./field-value.ts";
import type { FindingList } from "./findings.ts";
import { checkParameter, cut, maxName, parameterFinding, unknownName } from "./findings.ts";
import { normalizeText } from "./normalize-text.ts";
import { decodeItems, decodePercent } from "./percent.ts";
import { malformed } from "./problems.ts";

type Table = OperationValidators["parameters"]["query"];

/** What stands between the commas of a text, decoded. */
type Items = readonly string[];

/** Reads the query: types parsed exactly, defaults applied, unknown and repeated parameters refused. */
export function readQuery(table: Table, pairs: readonly QueryPair[], findings: FindingList): ParameterValues {
  const given = group(pairs);
  const known = Object.keys(table);
  for (const name of given.keys()) {
    if (Object.hasOwn(table, name)) continue;
    findings.add(() => parameterFinding("query", name, "unknown_parameter", unknownName("parameter", name, known)));
  }
  const values = noValues();
  for (const [name, row] of Object.entries(table)) {
    const value = readOne(name, row, given.get(name), findings);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The values of a parameter in Normalization Form C, but for those of a secret. */
function normalized(name: string, row: ParameterValidator, given: readonly Items[]): readonly Items[] {
  if (row.sensitive) return given;
  return given.map((items) => items.map((item) => normalizeText(item, `parameter ${name}`)));
}

function group(pairs: readonly QueryPair[]): Map<string, Items[]> {
  const given = new Map<string, Items[]>();
  for (const { name, items } of pairs) {
    const values = given.get(name);
    if (values) values.push(items);
    else given.set(name, [items]);
  }
  return given;
}

function readOne(
  name: string,
  row: ParameterValidator,
  sent: readonly Items[] | undefined,
  findings: FindingList,
): unknown {
  if (sent === undefined) {
    if (row.required) findings.add(() => parameterFinding("query", name, "required", "is required"));
    return ownDefault(row);
  }
  const given = normalized(name, row, sent);
  const isList = row.type === "array";
  if (given.length > 1 && !isList) {
    const detail = `is given ${given.length} times; give it once`;
    findings.add(() => parameterFinding("query", name, "repeated_parameter", detail));
    return undefined;
  }
  if (isList && !row.csv) {
    const value = parseItems(given.map(wholeText), row);
    checkParameter("query", name, row.validate, value, findings);
    return value;
  }
  // A list with commas may come in several parts, as clients write lists that know no commas.
  const items = given.flat();
  const value = parseValue(items, row);
  const separated = separatedAnyway(items, row);
  if (separated !== null && !row.validate(value) && row.validate(separated)) return separated;
  checkParameter("query", name, row.validate, value, findings);
  return value;
}

/**
 * The list of a client that encodes every comma, as `URLSearchParams` does; null without such a comma. It counts where the
 * items as they are written are refused: those of an enum or a number, which hold no comma.
 */
function separatedAnyway(items: Items, row: ParameterValidator): unknown {
  if (!row.csv || row.type !== "array" || !items.some((item) => item.includes(","))) return null;
  return parseItems(
    items.flatMap((item) => item.split(",")),
    row,
  );
}

/** Reads the path parameters, which are all there when the path fits. */
export function readPath(table: Table, given: ReadonlyMap<string, Items>, findings: FindingList): ParameterValues {
  const values = noValues();
  for (const [name, row] of Object.entries(table)) {
    const [items = []] = normalized(name, row, [given.get(name) ?? []]);
    const value = parseValue(items, row);
    values[name] = value;
    checkParameter("path", name, row.validate, value, findings);
  }
  return values;
}

function parseValue(items: Items, row: ParameterValidator): unknown {
  return row.type === "array" ? parseItems(items, row) : parseText(wholeText(items), row.type);
}

function wholeText(items: Items): string {
  return items.join(",");
}

/** Fields of HTTP whose values may have commas, such as dates, entity tags and comments. */
const hasCommas = /^(?:if-.+|accept-.+|range|cache-control|prefer|user-agent)$/i;

/**
 * Reads the header parameters by their names in the contract. Other header fields are none of the contract's business:
 * clients and proxies add many.
 */
export function readHeaders(
  table: OperationValidators["parameters"]["header"],
  linesOf: (name: string) => readonly string[],
  findings: FindingList,
): ParameterValues {
  const values = noValues();
  for (const [name, row] of Object.entries(table)) {
    const value = readHeader(name, row, fieldValue(linesOf(name.toLowerCase())), findings);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function readHeader(name: string, row: ParameterValidator, field: string | null, findings: FindingList): unknown {
  if (field === null) {
    if (row.required) findings.add(() => parameterFinding("header", name, "required", "is required"));
    return ownDefault(row);
  }
  const isList = row.type === "array";
  // A scalar with a comma may have come in several lines: not every host can tell, and all must answer alike.
  if (!isList && field.includes(",") && !hasCommas.test(name)) {
    const detail = "is given more than once or has a comma; give one value without commas";
    findings.add(() => parameterFinding("header", name, "repeated_parameter", detail));
    return undefined;
  }
  const value = isList ? parseItems(fieldItems(field), row) : parseText(field, row.type);
  checkParameter("header", name, row.validate, value, findings);
  return value;
}

/** One `name=value` of a query, decoded. */
interface QueryPair {
  readonly name: string;
  /** What stands between the commas of the value that are not percent-encoded. Joined with commas it is the value. */
  readonly items: readonly string[];
}

/** Most parameters of a query. A head has room for 8,000, which take a millisecond to decode. */
const maxParameters = 1000;

/**
 * Parses a query string as HTML forms and `URLSearchParams` write it, but strictly.
 * @throws ProblemError `malformed_request` for more than 1000 parameters, a broken percent-encoding, bad UTF-8
 * or NUL
 */
export function parseQuery(query: string): QueryPair[] {
  const parts = query.split("&").filter((part) => part !== "");
  if (parts.length > maxParameters) throw malformed(`The query has more than ${maxParameters} parameters.`);
  return parts.map((part) => {
    const text = part.replaceAll("+", "%20");
    const equals = text.indexOf("=");
    const name = decodePercent(equals < 0 ? text : text.slice(0, equals), "query");
    const value = equals < 0 ? "" : text.slice(equals + 1);
    return { name, items: decodeItems(value, name === "" ? "query" : `query parameter ${cut(name, maxName)}`) };
  });
}

/** Parsed parameters by name. */
type ParameterValues = Readonly<Record<string, unknown>>;

/** Integers as JSON writes them: no plus sign, no leading zero, no exponent, no white space. */
const integer = /^(?:0|-?[1-9]\d*)$/;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The value that a text stands for; the text itself where it stands for none, which the type rule then refuses. */
function parseText(text: string, type: string | null): unknown {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  // What is too large for an exact number stays too large: the contract bounds every integer within exact ones.
  if (type === "integer") return integer.test(text) ? Number(text) : text;
  if (type === "number") return number.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
}

/** The values of the items of a list. */
function parseItems(texts: readonly string[], { itemType }: ParameterValidator): unknown[] {
  return texts.map((text) => parseText(text, itemType));
}

/** A handler may change the list that it is given, and the next request gets the default again. */
function ownDefault({ default: value }: ParameterValidator): unknown {
  return Array.isArray(value) ? [...value] : value;
}

/** No values yet. Without a prototype, so that an absent parameter is absent whatever its name is. */
function noValues(): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  return values;
}
