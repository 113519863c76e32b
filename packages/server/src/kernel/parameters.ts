import type { Finding } from "@fleet-api/contract";
import type { OperationValidators, ParameterValidator } from "@fleet-api/contract/validators";
import { checkParameter, parameterFinding, unknownName } from "./findings.ts";
import type { QueryPair } from "./query.ts";

/** Parsed parameters by name, and everything that is wrong with them. */
export interface ParameterReading {
  readonly values: Readonly<Record<string, unknown>>;
  readonly findings: readonly Finding[];
}

type Table = OperationValidators["parameters"]["query"];

/** Integers as JSON writes them: no plus sign, no leading zero, no exponent, no white space. */
const integer = /^(?:0|-?[1-9]\d*)$/;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads the query: types parsed exactly, defaults applied, unknown and repeated parameters refused. */
export function readQuery(table: Table, pairs: readonly QueryPair[]): ParameterReading {
  const given = new Map<string, string[]>();
  for (const [name, value] of pairs) given.set(name, [...(given.get(name) ?? []), value]);
  const known = Object.keys(table);
  const unknown = [...given.keys()]
    .filter((name) => !Object.hasOwn(table, name))
    .map((name) => parameterFinding("query", name, "unknown_parameter", unknownName("parameter", name, known)));
  const readings = Object.entries(table).map(([name, row]) => readOne(name, row, given.get(name)));
  return {
    values: Object.assign({}, ...readings.map((reading) => reading.values)),
    findings: [...unknown, ...readings.flatMap((reading) => reading.findings)],
  };
}

function readOne(name: string, row: ParameterValidator, texts: readonly string[] | undefined): ParameterReading {
  if (texts === undefined) {
    const findings = row.required ? [parameterFinding("query", name, "required", "is required")] : [];
    return { values: row.default === undefined ? {} : { [name]: row.default }, findings };
  }
  const repeatable = row.type === "array" && !row.csv;
  if (texts.length > 1 && !repeatable) {
    const how = row.csv ? "; separate its values with commas" : "";
    return {
      values: {},
      findings: [parameterFinding("query", name, "duplicate", `is there ${texts.length} times${how}`)],
    };
  }
  const value = repeatable ? texts.map((text) => parse(text, row.itemType)) : parseText(texts[0] ?? "", row);
  return { values: { [name]: value }, findings: checkParameter("query", name, row.validate, value) };
}

/** Reads the path parameters, which are all there when the path fits. */
export function readPath(table: Table, given: ReadonlyMap<string, string>): ParameterReading {
  const values: Record<string, unknown> = {};
  const findings: Finding[] = [];
  for (const [name, row] of Object.entries(table)) {
    const value = parseText(given.get(name) ?? "", row);
    values[name] = value;
    findings.push(...checkParameter("path", name, row.validate, value));
  }
  return { values, findings };
}

function parseText(text: string, row: ParameterValidator): unknown {
  return row.type === "array" ? text.split(",").map((item) => parse(item, row.itemType)) : parse(text, row.type);
}

/** The value that a text stands for; the text itself where it stands for none, which the type rule then refuses. */
function parse(text: string, type: string | null): unknown {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (type === "integer") return integer.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
  if (type === "number") return number.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
}
