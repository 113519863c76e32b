import type { OperationValidators, ParameterValidator } from "@fleet-api/contract/validators";
import type { FindingList } from "./finding-list.ts";
import { checkParameter, parameterFinding, unknownName } from "./findings.ts";
import type { ParameterValues } from "./parameter-text.ts";
import { noValues, ownDefault, parseItems, parseText } from "./parameter-text.ts";
import type { QueryPair } from "./query.ts";

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
  given: readonly Items[] | undefined,
  findings: FindingList,
): unknown {
  if (given === undefined) {
    if (row.required) findings.add(() => parameterFinding("query", name, "required", "is required"));
    return ownDefault(row);
  }
  const repeatable = row.type === "array" && !row.csv;
  if (given.length > 1 && !repeatable) {
    const how = row.csv ? ", with its values separated by commas" : "";
    const detail = `is given ${given.length} times; give it once${how}`;
    findings.add(() => parameterFinding("query", name, "repeated_parameter", detail));
    return undefined;
  }
  if (repeatable) {
    const value = parseItems(given.map(wholeText), row);
    checkParameter("query", name, row.validate, value, findings);
    return value;
  }
  const items = given[0] ?? [];
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
    const value = parseValue(given.get(name) ?? [], row);
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
