import { banner } from "../banner.ts";
import { naming } from "../errors.ts";
import type { OperationModel } from "../operations.ts";
import type { ParameterModel } from "../parameters.ts";
import { envelopeData, type HeaderModel, type ResponseModel } from "../responses.ts";
import { key } from "../text.ts";
import { named } from "./facts.ts";
import { type Homes, importsOf } from "./names.ts";
import { TypeWriter } from "./type-writer.ts";

/** What a server's handler gets and gives, per operation: parameters parsed, defaults applied. */
export function emitHandlers(operations: OperationModel[], homes: Homes): string {
  const writer = new TypeWriter();
  const rows = operations.map((operation) => naming(operation.id, () => handlerRow(operation, writer))).join("\n");
  return `${banner()}
${importsOf(writer.used, homes, "handlers", true)}
/** By operation id: input (after parsing, with defaults); and by status what the handler may reply. */
export interface HandlerTypes {
${rows}
}
`;
}

function handlerRow(operation: OperationModel, writer: TypeWriter): string {
  const body = operation.body === null ? undefined : Object.values(operation.body.content)[0]?.schema;
  const optional = operation.body?.required === true || body === undefined ? "" : " | undefined";
  return `  ${operation.id}: {
    path: ${members(operation, "path", writer)};
    query: ${members(operation, "query", writer)};
    headers: ${members(operation, "header", writer)};
    body: ${body === undefined ? "undefined" : writer.type(body)}${optional};
    replies: {
${replyRows(operation, writer)}    };
  };`;
}

/** The successes with `data`, the headers that the handler gives, and `pagination` of a page. */
function replyRows({ responses }: OperationModel, writer: TypeWriter): string {
  const successes = responses.filter((response) => response.success);
  const names = new Set(successes.flatMap((response) => givenHeaders(response)).map(({ name }) => name));
  return successes
    .map((response) => {
      const { status, pagination, stream, schema } = response;
      if (stream && schema !== null)
        return `      ${status}: { event: ${writer.type(schema)}; headers: ${headerMembers(response, names)} };\n`;
      const data = envelopeData(response);
      const page = pagination === null ? "" : `; pagination: ${writer.type(pagination)}`;
      const value = data === null ? "null" : writer.type(data);
      return `      ${status}: { data: ${value}; headers: ${headerMembers(response, names)}${page} };\n`;
    })
    .join("");
}

/** A header of another status is `never`, so that it does not compile here. */
function headerMembers(response: ResponseModel, names: ReadonlySet<string>): string {
  const own = givenHeaders(response);
  const others = [...names].filter((name) => own.every((header) => header.name !== name));
  const texts = [
    ...own.map(({ name, required }) => `${key(name)}${required ? "" : "?"}: string`),
    ...others.map((name) => `${key(name)}?: never`),
  ];
  return texts.length === 0 ? "Record<string, never>" : `{ ${texts.join("; ")} }`;
}

/** Headers that the server adds by itself, to every response or to a replay. */
const ofTheServer = new Set(["cache-control", "content-type", "x-request-id", "idempotency-replayed"]);

/** The headers that a handler gives. A newer token, which is never required, comes from the server too. */
export function givenHeaders({ headers }: ResponseModel): HeaderModel[] {
  return headers.filter(({ name, required }) => !ofTheServer.has(name) && (required || name !== "authorization"));
}

function members(operation: OperationModel, place: "path" | "query" | "header", writer: TypeWriter): string {
  const parameters = named(operation, place);
  if (parameters.length === 0) return "Record<string, never>";
  return `{ ${parameters.map((parameter) => member(parameter, writer)).join("; ")} }`;
}

function member(parameter: ParameterModel, writer: TypeWriter): string {
  const present = parameter.required === true || parameter.schema.default !== undefined;
  return `${key(parameter.name)}${present ? "" : "?"}: ${writer.type(parameter.schema)}`;
}
