import { banner } from "../banner.ts";
import type { OpenApiDocument } from "../document.ts";
import { resolve } from "../document.ts";
import type { OperationModel, ParameterModel, ResponseModel } from "../operations.ts";
import { inlineType, jsdoc, key, literals, pascal, schemaImport } from "../text.ts";
import { dataType } from "./data-type.ts";
import { operationComment } from "./operation-comment.ts";

/**
 * The facade of the client as types: concrete and flat per operation, which is what keeps calls cheap to check.
 * `schemaFile` is the set of schema types that it speaks of, as a path from the generated folder.
 */
export function emitFacade(
  document: OpenApiDocument,
  operations: OperationModel[],
  hash: string,
  schemaFile = "./schema.ts",
): string {
  const groups = groupsOf(operations);
  const types = [
    ...operations.map((operation) => operationTypes(document, operation)),
    ...[...groups].map(([group, members]) => groupInterface(document, group, members)),
    facadeInterface([...groups.keys()]),
    operationTypeMap(document, operations),
  ].join("\n");
  return [banner(hash), imports(schemaImport(types, schemaFile)), types].join("\n");
}

function groupsOf(operations: OperationModel[]): Map<string, OperationModel[]> {
  const groups = new Map<string, OperationModel[]>();
  for (const operation of operations) groups.set(operation.group, [...(groups.get(operation.group) ?? []), operation]);
  return groups;
}

function imports(schema: string): string {
  return `import type { BrokenResult, Call, CallOptions, EmptyInput, Ok, OkPage, PagedCall, ProblemResult } from "../call.ts";
import type { PermissionActionName, PermissionResourceName } from "./permissions.ts";
${schema}

type Schemas = components["schemas"];
`;
}

function operationTypes(document: OpenApiDocument, operation: OperationModel): string {
  const name = pascal(operation.id);
  const successes = operation.responses.filter((response) => response.success);
  const failures = operation.responses.filter((response) => !response.success);
  const success = successes.map((response) => successType(document, operation, response)).join(" | ");
  const failure = failures.map(
    (response) => `  | ProblemResult<${response.status}, ${literals(response.codes)}${headerNames(response)}>`,
  );
  return [
    inputType(operation),
    `/** Success of ${operation.id}. */\nexport type ${name}Success = ${success};\n`,
    `/** What ${operation.id} can fail with. */\nexport type ${name}Failure =\n${[...failure, "  | BrokenResult"].join("\n")};\n`,
  ].join("\n");
}

function successType(document: OpenApiDocument, operation: OperationModel, response: ResponseModel): string {
  if (operation.paged) return `OkPage<${response.status}, ${itemType(document, operation)}${headerNames(response)}>`;
  return `Ok<${response.status}, ${dataType(response)}${headerNames(response)}>`;
}

function headerNames({ headers }: ResponseModel): string {
  return headers.length === 0 ? "" : `, ${literals(headers)}`;
}

function itemType(document: OpenApiDocument, operation: OperationModel): string {
  if (!operation.paged) return "never";
  const data = operation.responses.find((response) => response.success)?.data;
  const items = data === null || data === undefined ? undefined : resolve(document, "schemas", data).items;
  const type = items === undefined ? null : inlineType(items);
  if (type === null)
    throw new Error(`data of ${operation.id} is paged, so it must be a list whose items are a component schema.`);
  return type;
}

function inputType(operation: OperationModel): string {
  const name = `${pascal(operation.id)}Input`;
  const members = [
    memberGroup(operation, "path"),
    memberGroup(operation, "query"),
    memberGroup(operation, "header"),
    bodyMember(operation),
  ].filter((text) => text !== "");
  const comment = `/** Input of ${operation.id}. */\n`;
  if (members.length === 0) return `${comment}export type ${name} = EmptyInput;\n`;
  return `${comment}export interface ${name} {\n${members.join("")}}\n`;
}

function memberGroup(operation: OperationModel, place: "path" | "query" | "header"): string {
  const parameters = operation.parameters.filter((parameter) => parameter.in === place && !isKey(parameter));
  if (parameters.length === 0) return "";
  const name = place === "header" ? "headers" : place;
  const optional = parameters.every((parameter) => parameter.required !== true);
  const members = parameters.map((parameter) => parameterMember(operation, parameter)).join("");
  return optional ? `  ${name}?: {\n${members}  } | undefined;\n` : `  ${name}: {\n${members}  };\n`;
}

/** The client makes this header by itself, and a call option replaces it. */
function isKey(parameter: ParameterModel): boolean {
  return parameter.in === "header" && parameter.name.toLowerCase() === "idempotency-key";
}

function parameterMember(operation: OperationModel, parameter: ParameterModel): string {
  const type = permissionPart(operation, parameter) ?? inlineType(parameter.schema);
  if (type === null)
    throw new Error(`Parameter ${parameter.name} of ${operation.id} must be a scalar, a list of scalars or a $ref.`);
  const fallback = parameter.schema.default;
  const text = `${parameter.description ?? ""}${fallback === undefined ? "" : ` Default: ${JSON.stringify(fallback)}.`}`;
  const member =
    parameter.required === true ? `${key(parameter.name)}: ${type}` : `${key(parameter.name)}?: ${type} | undefined`;
  return `${jsdoc(text, "    ")}    ${member};\n`;
}

/** The permission check takes permission names as path parameters; its schemas are plain strings, since the list is open. */
function permissionPart(operation: OperationModel, parameter: ParameterModel): string | null {
  if (!operation.path.endsWith("/permission/{resource}/action/{action}")) return null;
  const parts: Record<string, string> = { resource: "PermissionResourceName", action: "PermissionActionName" };
  return parts[parameter.name] ?? null;
}

function bodyMember(operation: OperationModel): string {
  if (operation.body === null) return "";
  const schema = Object.values(operation.body.content)[0]?.schema;
  const type = schema === undefined ? null : inlineType(schema);
  if (type === null) throw new Error(`The request body of ${operation.id} must be a component schema.`);
  const optional = operation.body.required !== true;
  return `${jsdoc(operation.body.description ?? "", "  ")}  body${optional ? "?" : ""}: ${type}${optional ? " | undefined" : ""};\n`;
}

function needsInput(operation: OperationModel): boolean {
  return (
    operation.body?.required === true || operation.parameters.some((each) => each.required === true && !isKey(each))
  );
}

function groupInterface(document: OpenApiDocument, group: string, operations: OperationModel[]): string {
  const methods = operations.map((operation) => {
    const name = pascal(operation.id);
    const input = `input${needsInput(operation) ? "" : "?"}: ${name}Input`;
    const item = operation.paged ? `, ${itemType(document, operation)}` : "";
    const call = `${operation.paged ? "PagedCall" : "Call"}<${name}Success, ${name}Failure${item}>`;
    return `${jsdoc(operationComment(document, operation), "  ")}  ${key(operation.method)}(${input}, options?: CallOptions): ${call};\n`;
  });
  return `/** Operations under \`fleet.${group}\`. */\nexport interface ${pascal(group)}Api {\n${methods.join("")}}\n`;
}

function facadeInterface(groups: string[]): string {
  const members = groups.map((group) => `  ${key(group)}: ${pascal(group)}Api;\n`).join("");
  return `/** All operations, by group and method. */\nexport interface Facade {\n${members}}\n`;
}

function operationTypeMap(document: OpenApiDocument, operations: OperationModel[]): string {
  const rows = operations.map((operation) => {
    const name = pascal(operation.id);
    const item = itemType(document, operation);
    return `  ${operation.id}: { input: ${name}Input; success: ${name}Success; failure: ${name}Failure; item: ${item} };\n`;
  });
  return `/** The types of every operation, by id. */\nexport interface OperationTypes {\n${rows.join("")}}\n`;
}
