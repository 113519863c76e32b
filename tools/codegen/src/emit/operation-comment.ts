import { camelCase } from "@fleet-api/redocly-plugin/names";
import { examplesOf, type OpenApiDocument, resolve } from "@fleet-api-tools/openapi-document";
import { openEnumOf } from "../open-enum.ts";
import { isMadeByClient, type OperationModel } from "../operations.ts";
import type { ParameterModel } from "../parameters.ts";
import { literal, withoutTags } from "../text.ts";
import { pagedBy } from "./operation-table.ts";

/** What an editor shows of an operation: summary, permission, problem codes, where the reference is, and an example. */
export function operationComment(
  document: OpenApiDocument,
  operation: OperationModel,
  style: CallStyle = "method",
): string {
  const errors = operation.responses.flatMap((response) => response.codes);
  const successes = operation.responses.filter(({ success }) => success).map(({ status }) => `\`${status}\``);
  return [
    `${withoutTags(operation.summary)}. \`${operation.verb.toUpperCase()} ${operation.path}\``,
    "",
    withoutTags(operation.description.trim()),
    "",
    ...(successes.length > 1 ? [`Statuses of a success: ${successes.join(", ")}.`] : []),
    ...(operation.conditional
      ? ["With `If-None-Match`, `status` is 304 and `data` is null if nothing has changed."]
      : []),
    `Problem codes: ${errors.map((code) => `\`${code}\``).join(", ")}.`,
    `Permission: ${permissionText(operation)}. Reference: \`/docs/v1/operations/${operation.id}/\` of the service.`,
    ...(operation.deprecated ? ["@deprecated"] : []),
    "@example",
    exampleCall(document, operation, style),
  ].join("\n");
}

function permissionText(operation: OperationModel): string {
  if (operation.permission === null) return permissionOfNobody[operation.auth];
  if (operation.permission === "self") return "any logged-in user";
  return `\`${operation.permission.resource}.${operation.permission.action}\``;
}

const permissionOfNobody: Record<OperationModel["auth"], string> = {
  none: "none; no access token is needed",
  optional: "none; an access token is optional",
  required: "none",
};

/** Whether operations are methods of the facade, or functions that take a core. */
type CallStyle = "method" | "function";

/** A call of an operation as a user writes it, with the examples of the contract for what is required. */
function exampleCall(document: OpenApiDocument, operation: OperationModel, style: CallStyle): string {
  const input: Record<string, unknown> = {};
  for (const [member, place] of [
    ["path", "path"] as const,
    ["query", "query"] as const,
    ["headers", "header"] as const,
  ]) {
    const required = operation.parameters.filter((each) => each.in === place && each.required && !isMadeByClient(each));
    if (required.length === 0) continue;
    input[member] = Object.fromEntries(required.map((each) => [each.name, parameterExample(document, each)]));
  }
  const body = bodyExample(document, operation);
  if (body !== undefined) input["body"] = body;
  const given = Object.keys(input).length === 0 ? [] : [literal(input)];
  const call =
    style === "method"
      ? `fleet.${operation.group}.${operation.method}(${given.join("")})`
      : `${operation.id}(${["core", ...given].join(", ")})`;
  if (operation.events !== null) return `for await (const event of ${call}) console.log(event.event, event.data);`;
  if (pagedBy(operation) !== null) {
    const item = itemName(operation);
    return `for await (const ${item} of ${call}) console.log(${item});`;
  }
  return `const result = await ${call};\nif (result.ok) console.log(${readMembers(operation)});`;
}

/** What a reader calls an item: that of a list by cursor has the name of its list, `position` of `positions`. */
function itemName({ cursorList }: OperationModel): string {
  const [, stem, end] = /^(\w+?)(ies|s)$/.exec(cursorList ?? "") ?? [];
  return stem === undefined ? "item" : camelCase(end === "ies" ? `${stem}y` : stem);
}

/** What a caller reads of a success: its data, and the status where there is a choice. */
function readMembers({ responses }: OperationModel): string {
  const successes = responses.filter(({ success, status }) => success && status !== 304);
  return successes.length > 1 ? "result.status, result.data" : "result.data";
}

/** The first of what the contract shows of a value, in the order in which readers of OpenAPI see it. */
function parameterExample(document: OpenApiDocument, parameter: ParameterModel): unknown {
  const resolved = resolve(document, parameter.schema);
  const values = openEnumOf(resolved)?.request.enum ?? resolved.enum ?? [];
  const shown = examplesOf(document, parameter);
  const [value] = [...shown, ...(resolved.examples ?? []), resolved.default, resolved.const, ...values].filter(
    (each) => each !== undefined,
  );
  if (value === undefined) throw new Error(`the parameter ${parameter.name} has no example. Give it one.`);
  return value;
}

function bodyExample(document: OpenApiDocument, { id, body }: OperationModel): unknown {
  if (body === null) return undefined;
  const [media = {}] = Object.values(body.content);
  const [value] = examplesOf(document, media);
  if (value === undefined) throw new Error(`The request body of ${id} has no example. Give it one.`);
  return value;
}
