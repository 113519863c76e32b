import { banner } from "../banner.ts";
import { naming } from "../errors.ts";
import type { OperationModel, ParameterModel } from "../operations.ts";
import { key } from "../text.ts";
import { parameterType } from "./facade.ts";
import { named } from "./facts.ts";
import { type Homes, importsOf } from "./names.ts";
import { TypeWriter } from "./type-writer.ts";

/** What a server's handler gets and gives, per operation: parameters parsed, defaults applied. */
export function emitHandlers(operations: OperationModel[], homes: Homes): string {
  const writer = new TypeWriter();
  const rows = operations.map((operation) => naming(operation.id, () => handlerRow(operation, writer))).join("\n");
  return `${banner()}
${importsOf(writer.used, homes, "handlers", true)}
/** Input (after parsing, with defaults), \`data\` and whole body of the success, by operation id. */
export interface HandlerTypes {
${rows}
}
`;
}

function handlerRow(operation: OperationModel, writer: TypeWriter): string {
  const success = operation.responses.find((response) => response.success);
  if (success === undefined) throw new Error(`${operation.id} has no success response.`);
  const body = operation.body === null ? undefined : Object.values(operation.body.content)[0]?.schema;
  const optional = operation.body?.required === true || body === undefined ? "" : " | undefined";
  return `  ${operation.id}: {
    path: ${members(operation, "path", writer)};
    query: ${members(operation, "query", writer)};
    headers: ${members(operation, "header", writer)};
    body: ${body === undefined ? "undefined" : writer.type(body)}${optional};
    data: ${success.data === null ? "undefined" : writer.type(success.data)};
    response: ${success.schema === null ? "undefined" : writer.type(success.schema)};
  };`;
}

function members(operation: OperationModel, place: "path" | "query" | "header", writer: TypeWriter): string {
  const parameters = named(operation, place);
  if (parameters.length === 0) return "Record<string, never>";
  return `{ ${parameters.map((parameter) => member(operation, parameter, writer)).join("; ")} }`;
}

function member(operation: OperationModel, parameter: ParameterModel, writer: TypeWriter): string {
  const present = parameter.required === true || parameter.schema.default !== undefined;
  return `${key(parameter.name)}${present ? "" : "?"}: ${parameterType(operation, parameter, writer)}`;
}
