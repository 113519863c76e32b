import type { OperationValidators, ParameterValidator } from "@fleet-api/contract/validators";
import { fieldItems, fieldValue } from "./field-value.ts";
import type { FindingList } from "./finding-list.ts";
import { checkParameter, parameterFinding } from "./findings.ts";
import type { ParameterValues } from "./parameter-text.ts";
import { noValues, ownDefault, parseItems, parseText } from "./parameter-text.ts";

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
