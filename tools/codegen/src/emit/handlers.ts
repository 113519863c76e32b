import { banner } from "../banner.ts";
import type { OperationModel, ParameterModel } from "../operations.ts";
import { inlineType, key, schemaImport } from "../text.ts";
import { bodyType, dataType } from "./data-type.ts";

/** What a server's handler gets and gives, per operation: parameters parsed, defaults applied. */
export function emitHandlers(operations: OperationModel[], hash: string): string {
  const rows = operations.map(handlerRow).join("\n");
  return `${banner(hash)}
${schemaImport(rows)}

type Schemas = components["schemas"];

/** Input (after parsing, with defaults), \`data\` and whole body of the success, by operation id. */
export interface HandlerTypes {
${rows}
}
`;
}

function handlerRow(operation: OperationModel): string {
  const success = operation.responses.find((response) => response.success);
  if (success === undefined) throw new Error(`${operation.id} has no success response.`);
  const body = operation.body === null ? undefined : Object.values(operation.body.content)[0]?.schema;
  return `  ${operation.id}: {
    path: ${members(operation, "path")};
    query: ${members(operation, "query")};
    body: ${body === undefined ? "undefined" : inlineType(body)}${operation.body?.required === false ? " | undefined" : ""};
    data: ${dataType(success)};
    response: ${bodyType(success)};
  };`;
}

function members(operation: OperationModel, place: "path" | "query"): string {
  const parameters = operation.parameters.filter((parameter) => parameter.in === place);
  return parameters.length === 0 ? "Record<string, never>" : `{ ${parameters.map(member).join("; ")} }`;
}

function member(parameter: ParameterModel): string {
  const present = parameter.required === true || parameter.schema.default !== undefined;
  return `${key(parameter.name)}${present ? "" : "?"}: ${inlineType(parameter.schema)}`;
}
