import type { Finding } from "@fleet-api/contract";
import type { OperationValidators, ParameterValidator } from "@fleet-api/contract/validators";
import { checkParameter, parameterFinding, type ParameterPlace } from "./findings.ts";
import { isParameter } from "./operation-table.ts";

type Table = OperationValidators["parameters"]["query"];

/** Parameters as read, and what is wrong with them. */
export interface ReadParameters {
  readonly values: Readonly<Record<string, unknown>>;
  readonly findings: readonly Finding[];
}

/** Reads the path. Throws a `URIError` for a broken percent-encoding. */
export function readPath(table: Table, template: readonly string[], segments: readonly string[]): ReadParameters {
  const given = new Map<string, string[][]>();
  for (const [index, part] of template.entries())
    if (isParameter(part)) given.set(part.slice(1, -1), [itemsOf(segments[index] ?? "")]);
  return readAll("path", table, given);
}

/** Reads a query as HTML forms write it. Throws a `URIError` for a broken percent-encoding. */
export function readQuery(table: Table, query: string): ReadParameters {
  const given = new Map<string, string[][]>();
  for (const pair of query.split("&").filter(Boolean)) {
    const [name = "", ...rest] = pair.replaceAll("+", "%20").split("=");
    const decoded = decodeURIComponent(name);
    given.set(decoded, [...(given.get(decoded) ?? []), itemsOf(rest.join("="))]);
  }
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(table, name));
  const accepted = Object.keys(table).join(", ") || "none";
  const detail = `is an unknown parameter; this operation accepts ${accepted}`;
  const { values, findings } = readAll("query", table, given);
  return {
    values,
    findings: [...unknown.map((name) => parameterFinding("query", name, "unknown_parameter", detail)), ...findings],
  };
}

/** Reads the header parameters. All other headers are none of the contract's business. */
export function readHeaders(table: Table, headers: Headers): ReadParameters {
  const given = new Map<string, string[][]>();
  for (const [name, { type }] of Object.entries(table)) {
    const text = headers.get(name)?.trim();
    if (text === undefined) continue;
    // Platforms join the lines of a header with commas.
    const lines = hasCommas.test(name) ? [text] : text.split(",");
    given.set(name, type === "array" ? [fieldItems(text)] : lines.map((line) => [line]));
  }
  return readAll("header", table, given);
}

/** Headers of HTTP whose values may have commas, such as dates and entity tags. */
const hasCommas = /^(?:if-.+|accept-.+|range|cache-control|prefer|user-agent)$/i;

/** What stands between the commas. A comma inside of an item is percent-encoded (RFC 6570 section 3.2.1). */
function itemsOf(text: string): string[] {
  return text.split(",").map((item) => decodeURIComponent(item));
}

/** The items of a header. A comma in double quotes is a part of its item (RFC 9110 section 5.6.4). */
function fieldItems(text: string): string[] {
  const items = text.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) ?? [];
  return items.map((item) => item.trim()).filter(Boolean);
}

/** @param given by name, the items of each time that a parameter is given */
function readAll(place: ParameterPlace, table: Table, given: ReadonlyMap<string, string[][]>): ReadParameters {
  const values: Record<string, unknown> = {};
  const findings: Finding[] = [];
  for (const [name, row] of Object.entries(table)) {
    const times = given.get(name);
    if (times === undefined) {
      if (row.required) findings.push(parameterFinding(place, name, "required", "is required"));
      if (row.default !== undefined) values[name] = structuredClone(row.default);
      continue;
    }
    const isRepeatable = row.type === "array" && !row.csv;
    if (times.length > 1 && !isRepeatable) {
      const detail = `is given ${times.length} times; give it once`;
      findings.push(parameterFinding(place, name, "repeated_parameter", detail));
      continue;
    }
    const value = valueOf(times, row);
    values[name] = value;
    findings.push(...checkParameter(place, name, row.validate, value));
  }
  return { values, findings };
}

function valueOf(times: readonly string[][], row: ParameterValidator): unknown {
  if (row.type !== "array") return parseText(times.flat().join(","), row.type);
  if (!row.csv) return times.map((items) => parseText(items.join(","), row.itemType));
  const value = times.flat().map((item) => parseText(item, row.itemType));
  if (row.validate(value)) return value;
  // `URLSearchParams` encodes the commas between items, too.
  const separated = times
    .flat()
    .flatMap((item) => item.split(","))
    .map((item) => parseText(item, row.itemType));
  return row.validate(separated) ? separated : value;
}

/** The value that a text stands for; the text itself where it stands for none, which the type rule then refuses. */
function parseText(text: string, type: string | null): unknown {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (type === "integer") return /^(?:0|-?[1-9]\d*)$/.test(text) ? Number(text) : text;
  if (type === "number") return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
  return text;
}
