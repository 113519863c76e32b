import type { OpenApiDocument, Schema } from "@fleet-api-tools/openapi-document";
import { resolve } from "@fleet-api-tools/openapi-document";
import { naming } from "../errors.ts";
import { isMadeByClient, type OperationModel } from "../operations.ts";
import type { ParameterModel } from "../parameters.ts";
import { envelopeData, type ResponseModel } from "../responses.ts";
import { commented, fill, groupBy, jsdoc, key, lineWidth, literals, pascal, withoutTags } from "../text.ts";
import { operationComment } from "./operation-comment.ts";
import { pagedBy } from "./operation-table.ts";
import { documentation, type TypeWriter } from "./type-writer.ts";

/** The types of the facade of one group: concrete and flat per operation, which is what keeps calls cheap to check. */
export function facadeTypes(document: OpenApiDocument, operations: OperationModel[], writer: TypeWriter): string {
  const groups = groupBy(operations, (operation) => operation.group);
  return [
    ...[...groups].map(([group, members]) => groupInterface(document, group, members, writer)),
    ...operations.map((operation) => naming(operation.id, () => operationTypes(document, operation, writer))),
  ].join("\n");
}

/** The name of the interface of a group of the facade. */
export function groupApi(group: string): string {
  return `${pascal(group)}Api`;
}

/** Members of the map from the ids of operations to their types. */
export function operationTypeRows(document: OpenApiDocument, operations: OperationModel[], writer: TypeWriter): string {
  return operations
    .map((operation) => {
      const { input, success, failure } = callTypes(operation, writer);
      const item = pagedBy(operation) === null ? "never" : itemType(document, operation, writer);
      const event = operation.events === null ? "" : `; event: ${writer.type(operation.events)}`;
      const types = `input: ${input}; success: ${success}; failure: ${failure}; item: ${item}${event}`;
      return `  ${operation.id}: { ${types}${conditionalRow(operation, writer)} };\n`;
    })
    .join("");
}

/** The types of a call. Where 304 answers a condition, those of a call that sends none. */
function callTypes(operation: OperationModel, writer: TypeWriter): Record<"input" | "success" | "failure", string> {
  const name = pascal(operation.id);
  const types = { input: inputName(operation, writer), success: `${name}Success`, failure: `${name}Failure` };
  if (!operation.conditional) return types;
  const [input, success] = [writer.name("NoCondition"), writer.name("Unconditional")];
  return { ...types, input: `${types.input} & ${input}`, success: `${success}<${types.success}>` };
}

/** What such an operation takes and gives when the caller sends a condition. */
function conditionalRow(operation: OperationModel, writer: TypeWriter): string {
  if (!operation.conditional) return "";
  return `; conditional: { input: ${inputName(operation, writer)}; success: ${pascal(operation.id)}Success }`;
}

function groupInterface(
  document: OpenApiDocument,
  group: string,
  operations: OperationModel[],
  writer: TypeWriter,
): string {
  const methods = operations.map((operation) => naming(operation.id, () => method(document, operation, writer)));
  return `/** Operations under \`fleet.${group}\`. */\nexport interface ${groupApi(group)} {\n${methods.join("")}}\n`;
}

function method(document: OpenApiDocument, operation: OperationModel, writer: TypeWriter): string {
  const { input, success, failure } = callTypes(operation, writer);
  const isList = pagedBy(operation) !== null;
  const item = isList ? `, ${itemType(document, operation, writer)}` : "";
  const call = `${writer.name(isList ? "PagedCall" : "Call")}<${success}, ${failure}${item}>`;
  const comment = jsdoc(operationComment(document, operation), "  ");
  if (operation.events !== null) return comment + streamSignature(operation, operation.events, writer);
  return (
    comment +
    (operation.conditional ? conditionalSignature(operation, call, writer) : signature(operation, input, call, writer))
  );
}

/**
 * One signature and not an overload for the condition, so that a mistake is told once. A list whose page may be unchanged is
 * not walked: its call has the one page or none.
 */
function conditionalSignature(operation: OperationModel, without: string, writer: TypeWriter): string {
  const name = pascal(operation.id);
  const mark = needsInput(operation) ? "" : "?";
  const input = `${inputName(operation, writer)} & ${writer.name("IfNoneMatch")}<Condition>`;
  const call = `${writer.name("ByCondition")}<Condition, ${without}, ${writer.name("Call")}<${name}Success, ${name}Failure>>`;
  return `  ${key(operation.method)}<Condition extends string | undefined = undefined>(input${mark}: ${input}, options?: ${writer.name("CallOptions")}): ${call};\n`;
}

function signature(operation: OperationModel, input: string, call: string, writer: TypeWriter): string {
  const mark = needsInput(operation) ? "" : "?";
  return `  ${key(operation.method)}(input${mark}: ${input}, options?: ${writer.name("CallOptions")}): ${call};\n`;
}

/** A stream is no call: it has events instead of a result, and is opened when it is iterated. */
function streamSignature(operation: OperationModel, events: Schema, writer: TypeWriter): string {
  const mark = needsInput(operation) ? "" : "?";
  const stream = `${writer.name("EventStream")}<${writer.type(events)}>`;
  return `  ${key(operation.method)}(input${mark}: ${inputName(operation, writer)}, options?: ${writer.name("StreamOptions")}): ${stream};\n`;
}

function operationTypes(document: OpenApiDocument, operation: OperationModel, writer: TypeWriter): string {
  const name = pascal(operation.id);
  return [
    inputType(operation, writer),
    successTypes(document, operation, writer),
    `export type ${name}Failure =\n${failureLines(operation, writer).slice(0, -1)};\n`,
  ].join("");
}

/** By status: a union only where there is a choice. */
function successTypes(document: OpenApiDocument, operation: OperationModel, writer: TypeWriter): string {
  const successes = operation.responses.filter((response) => response.success);
  const types = successes.map((response) => successType(document, operation, response, writer));
  const line = `export type ${pascal(operation.id)}Success = ${types.join(" | ")};\n`;
  if (types.length === 1 || line.length <= lineWidth) return line;
  const pieces = types.map((type) => `| ${type}`);
  return `export type ${pascal(operation.id)}Success =\n${fill(pieces, "  ").trimEnd()};\n`;
}

function failureLines(operation: OperationModel, writer: TypeWriter): string {
  const failures = operation.responses.filter((response) => !response.success);
  const problems = failures.map(
    (response) =>
      `${writer.name("ProblemResult")}<${response.status}, ${literals(response.codes)}${headers(response)}>`,
  );
  return fill(
    [...problems, writer.name("FailureResult")].map((each) => `| ${each}`),
    "  ",
  );
}

function successType(
  document: OpenApiDocument,
  operation: OperationModel,
  response: ResponseModel,
  writer: TypeWriter,
): string {
  if (response.stream) return "never";
  const data = envelopeData(response);
  if (operation.paged && data !== null) {
    const item = itemType(document, operation, writer);
    return `${writer.name("OkPage")}<${response.status}, ${item}${headers(response)}>`;
  }
  return `${writer.name("Ok")}<${response.status}, ${data === null ? "null" : writer.type(data)}${headers(response)}>`;
}

function headers({ headers: all }: ResponseModel): string {
  const names = all.filter(({ common }) => !common).map(({ name }) => name);
  return names.length === 0 ? "" : `, ${literals(names)}`;
}

function itemType(document: OpenApiDocument, operation: OperationModel, writer: TypeWriter): string {
  const data = operation.responses.find((response) => response.data !== null)?.data ?? {};
  const { cursorList } = operation;
  const list = cursorList === null ? data : (resolve(document, data).properties?.[cursorList] ?? {});
  const { items } = resolve(document, list);
  if (items === undefined) throw new Error(`${operation.id} has pages, so its data must have a list with items.`);
  return writer.type(items);
}

function inputName({ id, body, parameters }: OperationModel, writer: TypeWriter): string {
  const isEmpty = body === null && parameters.every(isMadeByClient);
  return isEmpty ? writer.name("EmptyInput") : `${pascal(id)}Input`;
}

function inputType(operation: OperationModel, writer: TypeWriter): string {
  const members = [
    memberGroup(operation, "path", writer),
    memberGroup(operation, "query", writer),
    memberGroup(operation, "header", writer),
    bodyMember(operation, writer),
  ].join("");
  if (members === "") return "";
  const lines = members.trimEnd().split("\n");
  const line = `export interface ${pascal(operation.id)}Input { ${lines[0]?.trim().replace(/;$/, "")} }\n`;
  if (lines.length === 1 && line.length <= lineWidth) return line;
  return `export interface ${pascal(operation.id)}Input {\n${members}}\n`;
}

function memberGroup(operation: OperationModel, place: "path" | "query" | "header", writer: TypeWriter): string {
  const parameters = operation.parameters.filter((parameter) => parameter.in === place && !isMadeByClient(parameter));
  if (parameters.length === 0) return "";
  const name = place === "header" ? "headers" : place;
  const optional = parameters.every((parameter) => parameter.required !== true);
  const members = parameters.map((parameter) => parameterMember(operation, parameter, writer)).join("");
  return optional ? `  ${name}?: {\n${members}  } | undefined;\n` : `  ${name}: {\n${members}  };\n`;
}

function parameterMember(operation: OperationModel, parameter: ParameterModel, writer: TypeWriter): string {
  const type = permissionPart(operation, parameter, writer) ?? writer.type(parameter.schema);
  const { description = "", required, schema, deprecated = schema.deprecated === true } = parameter;
  const fallback = schema.default === undefined ? {} : { default: schema.default };
  const comment = documentation({ description, deprecated, ...fallback });
  const name = key(parameter.name);
  const member = required === true ? `${name}: ${type};` : `${name}?: ${type} | undefined;`;
  return commented(comment, member, "    ");
}

/** The permission check takes permission names as path parameters; its schemas are plain strings, since the list is open. */
function permissionPart({ path }: OperationModel, { name }: ParameterModel, writer: TypeWriter): string | null {
  if (!path.endsWith("/permission/{resource}/action/{action}")) return null;
  const parts: Record<string, string> = { resource: "PermissionResourceName", action: "PermissionActionName" };
  const part = parts[name];
  return part === undefined ? null : writer.name(part);
}

function bodyMember({ id, body }: OperationModel, writer: TypeWriter): string {
  if (body === null) return "";
  const schema = Object.values(body.content)[0]?.schema;
  if (schema === undefined) throw new Error(`The request body of ${id} has no schema.`);
  const type = writer.type(schema, "  ");
  const member = body.required === true ? `body: ${type};` : `body?: ${type} | undefined;`;
  return commented(withoutTags(body.description ?? ""), member, "  ");
}

function needsInput(operation: OperationModel): boolean {
  return (
    operation.body?.required === true ||
    operation.parameters.some((each) => each.required === true && !isMadeByClient(each))
  );
}
